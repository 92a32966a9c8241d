/**
 * The text of a sitemap's bytes, unpacked when they are gzip, which many servers send as a file and not as a coding.
 * Undefined when that cannot be done or would be longer than `maxBytes`.
 */
export async function decodedSitemap(body: Uint8Array, maxBytes: number): Promise<string | undefined> {
  const bytes = body[0] === 0x1f && body[1] === 0x8b ? await unpacked(body, maxBytes) : body;
  if (bytes === undefined || bytes.length > maxBytes) return undefined;
  return decoderFor(bytes).decode(bytes);
}

async function unpacked(body: Uint8Array, maxBytes: number): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    const stream = new Blob([new Uint8Array(body)]).stream().pipeThrough(new DecompressionStream("gzip"));
    for await (const part of stream) {
      size += part.length;
      if (size > maxBytes) return undefined;
      parts.push(part);
    }
  } catch {
    // It is cut off or no gzip after all.
    return undefined;
  }
  return Buffer.concat(parts);
}

function decoderFor(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be");
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const encoding = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w-]{1,30})["']/.exec(start)?.[1] ?? "utf-8";
  try {
    // One that calls itself UTF-16 and was read so far is not.
    return new TextDecoder(/^utf-?16/i.test(encoding) ? "utf-8" : encoding);
  } catch {
    return new TextDecoder();
  }
}
