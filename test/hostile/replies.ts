export interface Reply {
  readonly status: number;
  /** By lower-case name; those that came more than once are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The complete answers in what a server sent. Throws for bytes that are no HTTP answer. */
export function parsedReplies(bytes: Buffer, bodiless = false): readonly Reply[] {
  const replies: Reply[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) break;
    const [statusLine = "", ...headerLines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
    if (Number.isNaN(status)) throw new Error(`This is no answer of HTTP: ${statusLine.slice(0, 100)}`);
    const headers: Record<string, string> = {};
    for (const line of headerLines) {
      const [, name = "", value = ""] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
      const key = name.toLowerCase();
      headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
    }
    const after = rest.subarray(end + 4);
    const body = bodiless || status < 200 || status === 204 ? { text: "", length: 0 } : bodyOf(after, headers);
    if (body === undefined) break;
    replies.push({ status, headers, text: body.text });
    rest = after.subarray(body.length);
  }
  return replies;
}

/** The body at the head of the bytes, or undefined while it is not all there. */
function bodyOf(bytes: Buffer, headers: Reply["headers"]): { text: string; length: number } | undefined {
  if (headers["transfer-encoding"] !== "chunked") {
    const length = Number(headers["content-length"]);
    if (!Number.isSafeInteger(length)) throw new Error("The answer does not say how long it is.");
    return bytes.length < length ? undefined : { text: bytes.subarray(0, length).toString("utf8"), length };
  }
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf("\r\n", at);
    if (end < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(at, end).toString("latin1"), 16);
    const from = end + 2;
    if (bytes.length < from + size + 2) return undefined;
    if (size === 0) return { text: Buffer.concat(chunks).toString("utf8"), length: from + 2 };
    chunks.push(bytes.subarray(from, from + size));
    at = from + size + 2;
  }
}
