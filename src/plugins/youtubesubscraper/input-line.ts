import { decodedUri } from "../../engines/decoded-uri.js";
import { ScriptoriumError, shown } from "../../kernel/index.js";

/** What a line of work names. */
export type Target =
  | { readonly kind: "video"; readonly id: string }
  | { readonly kind: "channel" | "playlist" | "search"; readonly of: string }
  /** A caption file of this machine. */
  | { readonly kind: "file"; readonly folder: string; readonly path: string };

const ID = /^[\w-]{11}$/;
const CHANNEL_ID = /^UC[\w-]{22}$/;
const PLAYLIST_ID = /^(?:PL|UU|LL|FL|RD|OLAK5uy_)[\w-]{10,64}$/;
const FILE = /\.(?:vtt|srt|json3)$/i;
const HOST = /^(?:(?:www|m|music|gaming)\.)?youtube(?:-nocookie)?\.com$|^(?:www\.)?youtu\.be$/;
const PREFIX = /^(video|channel|playlist|search)\s*:\s*(?!\/\/)(.*)$/is;

/** What a line names. Throws bad-input, with the reason bad-id, for one that names nothing that could be read. */
export function targetOf(text: string): Target {
  const line = text.trim();
  const [, prefix = "", named = ""] = PREFIX.exec(line) ?? [];
  if (prefix !== "") return prefixed(prefix.toLowerCase(), named.trim(), line);
  const address = addressOf(line);
  if (address !== undefined) return ofAddress(address) ?? refused(line);
  if (FILE.test(line) && !/^[a-z][a-z\d+.-]+:\/\/(?!\/)/i.test(line)) return fileOf(line);
  if (ID.test(line)) return { kind: "video", id: line };
  if (/^@[^\s/]+$/.test(line) || CHANNEL_ID.test(line)) return { kind: "channel", of: line };
  if (PLAYLIST_ID.test(line)) return { kind: "playlist", of: line };
  return refused(line);
}

/** Whether YouTube is asked about the line. */
export function isAtYouTube(line: string): boolean {
  try {
    return targetOf(line).kind !== "file";
  } catch {
    return false;
  }
}

/** Whether the line names a caption file. */
export function isFile(line: string): boolean {
  try {
    return targetOf(line).kind === "file";
  } catch {
    return false;
  }
}

/** The last part of a path, without what says that it holds captions. */
export function fileTitle(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  return name.replace(FILE, "");
}

function prefixed(kind: string, named: string, line: string): Target {
  if (named === "") return refused(line);
  if (kind === "search") return { kind, of: named };
  const address = addressOf(named);
  const found = address === undefined ? undefined : ofAddress(address);
  if (address !== undefined) {
    // The list that a video is shown in stands behind it in the address.
    const list = address.searchParams.get("list") ?? "";
    if (kind === "playlist" && found?.kind === "video" && list !== "") return { kind, of: list };
    return found?.kind === kind ? found : refused(line);
  }
  if (/[\s/?#&]/.test(named.replace(/^(?:c|user|channel)\//, ""))) return refused(line);
  if (kind === "video") return ID.test(named) ? { kind, id: named } : refused(line);
  return { kind: kind as "channel" | "playlist", of: named };
}

/** The address of a line that is one of YouTube's, with a scheme or without; undefined for all others. */
function addressOf(line: string): URL | undefined {
  if (/\s/.test(line)) return undefined;
  const url = URL.parse(/^https?:\/\//i.test(line) ? line : `https://${line}`);
  return url !== null && HOST.test(url.hostname) && /^(?:https?:)?\/\/|[./]/i.test(line) ? url : undefined;
}

function ofAddress(url: URL): Target | undefined {
  const [first = "", second = ""] = url.pathname
    .split("/")
    .filter((part) => part !== "")
    .map(decodedUri);
  const list = url.searchParams.get("list") ?? "";
  const video = (id: string): Target | undefined => (ID.test(id) ? { kind: "video", id } : undefined);
  if (url.hostname.endsWith("youtu.be")) return video(first);
  if (first.startsWith("@")) return { kind: "channel", of: first };
  switch (first) {
    case "watch": {
      const id = url.searchParams.get("v") ?? url.searchParams.get("vi") ?? "";
      return id === "" && list !== "" ? { kind: "playlist", of: list } : video(id);
    }
    case "embed":
      return second === "videoseries" && list !== "" ? { kind: "playlist", of: list } : video(second);
    case "shorts":
    case "live":
    case "v":
    case "vi":
    case "e":
      return video(second);
    case "playlist":
      return list === "" ? undefined : { kind: "playlist", of: list };
    case "channel":
      return CHANNEL_ID.test(second) ? { kind: "channel", of: second } : undefined;
    case "c":
    case "user":
      return second === "" ? undefined : { kind: "channel", of: `${first}/${second}` };
    case "results": {
      const of = url.searchParams.get("search_query") ?? "";
      return of.trim() === "" ? undefined : { kind: "search", of };
    }
    case "attribution_link": {
      const inner = URL.parse(url.searchParams.get("u") ?? "", "https://www.youtube.com");
      return inner !== null && HOST.test(inner.hostname) && !inner.pathname.startsWith("/attribution_link")
        ? ofAddress(inner)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** `file:///srv/a%20b.vtt` is `/srv/a b.vtt`. */
function fileOf(line: string): Target {
  const path = /^file:/i.test(line)
    ? decodedUri(line.replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, "").replace(/^\/(?=[a-z]:[\\/])/i, ""))
    : line;
  const cut = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  const folder = cut < 0 ? "." : cut === 0 ? "/" : path.slice(0, cut);
  return { kind: "file", folder, path: path.slice(cut + 1) };
}

function refused(line: string): never {
  throw new ScriptoriumError(
    "bad-input",
    `"${shown(line)}" is no video, channel, playlist, search or caption file. Give the id or address of one at YouTube, channel:, playlist: or search: with a name, or a file ending in .vtt, .srt or .json3.`,
    { reason: "bad-id", field: "videosFile" },
  );
}
