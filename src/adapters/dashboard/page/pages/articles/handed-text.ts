let handed = "";

/** Hands a text to the playground: it may be too long for an address. */
export function handText(text: string): void {
  handed = text;
}

/** The text that was handed over, once. */
export function takeText(): string {
  const text = handed;
  handed = "";
  return text;
}
