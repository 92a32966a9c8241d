/** Content-Disposition with a name for every client: plain ASCII for old ones, the whole name for others (RFC 6266). */
export function disposition(kind: "inline" | "attachment", name: string): string {
  const safe = safeName(name);
  const plain = safe.replace(/[^\x20-\x7e]|["%\\]/g, "_");
  const whole = encodeURIComponent(safe).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return plain === safe ? `${kind}; filename="${plain}"` : `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** One name that every file system takes: no folders, nothing unseen, no device of Windows. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd<>:"/\\|?*]+/gu, "_")
    .replace(/^[. ]+|[. ]+$/g, "")
    .trim();
  const short = [...plain].slice(-120).join("");
  if (short === "") return "file";
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(short) ? `_${short}` : short;
}

/** A path in an archive, each folder of it a safe name. */
export function safePath(path: string): string {
  const parts = path.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
  return parts.length === 0 ? "file" : parts.map(safeName).join("/");
}
