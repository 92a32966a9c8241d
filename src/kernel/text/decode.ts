/**
 * Bytes as text. A byte order mark decides, then the declared encoding (any label of the Encoding Standard), then UTF-8;
 * bytes that are not valid UTF-8 and declare nothing are read as windows-1252, as browsers do.
 * A label nobody knows counts as not declared. The mark itself is not part of the text.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const known = decoder(markedEncoding(bytes) ?? declared);
  if (known !== undefined) return known.decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return undefined;
}

/** True for the labels text can be decoded by. */
export function isEncoding(label: string): boolean {
  return decoder(label) !== undefined;
}

function decoder(label: string | undefined): InstanceType<typeof TextDecoder> | undefined {
  // x-user-defined maps to private-use characters, which are text to nobody.
  if (label === undefined || /^\s*x-user-defined\s*$/i.test(label)) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}
