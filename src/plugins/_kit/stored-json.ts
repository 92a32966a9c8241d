/** What a stored file says as JSON; undefined for none, and for one that cannot be read: somebody else wrote it. */
export function storedJson(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    return undefined;
  }
}
