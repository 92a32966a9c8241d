/** A form with one file, as bytes. Names are ours; values may hold anything. */
export function multipartForm(
  fields: Readonly<Record<string, string>>,
  file: { readonly field: string; readonly name: string; readonly type: string; readonly bytes: Uint8Array },
  boundary: string,
): { readonly type: string; readonly bytes: Uint8Array } {
  const head = (disposition: string, type = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type === "" ? "" : `Content-Type: ${type}\r\n`}\r\n`;
  const parts = Object.entries(fields).map(([name, value]) => `${head(`name="${name}"`)}${value}\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([
      Buffer.from(parts.join("") + head(`name="${file.field}"; filename="${file.name}"`, file.type)),
      file.bytes,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  };
}
