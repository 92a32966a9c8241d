/** A text without the escapes of an address; as it is where a per cent sign begins none. */
export function decodedUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
