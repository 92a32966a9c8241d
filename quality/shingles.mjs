// The measure of the article extraction benchmark: runs of four words, as a bag.

const LENGTH = 4;

function shinglesOf(text) {
  const words = text.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? [];
  const shingles = new Map();
  const count = words.length === 0 ? 0 : Math.max(1, words.length - LENGTH + 1);
  for (let at = 0; at < count; at += 1) {
    const shingle = words.slice(at, at + LENGTH).join(" ");
    shingles.set(shingle, (shingles.get(shingle) ?? 0) + 1);
  }
  return shingles;
}

/** Shares of what was found that is right, and of what is wanted that was found; undefined where there is nothing. */
export function shingleShares(found, wanted) {
  const [has, wants] = [shinglesOf(found), shinglesOf(wanted)];
  const size = (shingles) => [...shingles.values()].reduce((sum, count) => sum + count, 0);
  let both = 0;
  for (const [shingle, count] of has) both += Math.min(count, wants.get(shingle) ?? 0);
  return {
    precision: has.size === 0 ? undefined : both / size(has),
    recall: wants.size === 0 ? undefined : both / size(wants),
  };
}

/** The harmonic mean of mean precision and mean recall over pages. */
export function shingleF1(shares) {
  const mean = (name) => {
    const values = shares.map((one) => one[name]).filter((value) => value !== undefined);
    return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  };
  const [precision, recall] = [mean("precision"), mean("recall")];
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
