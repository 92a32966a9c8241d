/** Finds the number of a word: a hash table in one flat list, a fifth of the memory of a Map with so many words. */
export function wordNumbers(words: readonly string[]): (word: string) => number | undefined {
  const slots = 2 ** Math.ceil(Math.log2(words.length * 2 + 1));
  const table = new Int32Array(slots).fill(-1);
  const slotOf = (word: string): number => {
    let slot = hash(word) & (slots - 1);
    for (;;) {
      const number = table[slot]!;
      if (number < 0 || words[number] === word) return slot;
      slot = (slot + 1) & (slots - 1);
    }
  };
  for (const [number, word] of words.entries()) table[slotOf(word)] = number;
  return (word) => {
    const number = table[slotOf(word)]!;
    return number < 0 ? undefined : number;
  };
}

/** FNV-1a over UTF-16 units, stirred once more because near words differ in their last letters only. */
function hash(word: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < word.length; index += 1) value = Math.imul(value ^ word.charCodeAt(index), 0x01000193);
  return value ^ (value >>> 15);
}
