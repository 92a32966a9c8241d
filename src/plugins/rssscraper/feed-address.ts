import { badField } from "../../engines/pages/fields.js";
import { shown } from "../../kernel/index.js";
import { withoutName } from "../_kit/web/logins.js";

/** The address or path of the list of feeds that a line names. */
export function listOf(line: string): string | undefined {
  return /^opml:\s*(.+)$/is.exec(line)?.[1];
}

/** What a line names of the web: a list that is a file has no address there, which is empty text. */
export function webAddressOf(line: string): string {
  const list = listOf(line.trim());
  return list === undefined ? withoutFeed(line.trim()) : /^https?:/i.test(list) ? list : "";
}

/** `feed:` is what some browsers handed on. */
function withoutFeed(line: string): string {
  return line.replace(/^feed:(?:\/\/)?(?=https?:)/i, "").replace(/^feed:\/\//i, "https://");
}

/** `example.com` is what people write. */
export function addressOf(line: string): string {
  const address = withoutFeed(line);
  if (/^(?:https?|file):/i.test(address)) return address;
  if (/^[a-z][a-z\d+.-]*:(?!\d)/i.test(address) || !/^[^\s/]+\.[^\s/]+/.test(address)) {
    throw badField(
      "feedsFile",
      `"${shown(withoutName(line))}" is no address of a feed. Give one that begins with https:// or file://, or a list as opml:https://...`,
    );
  }
  return `https://${address}`;
}
