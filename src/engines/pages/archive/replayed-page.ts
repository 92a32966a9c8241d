import { Parser } from "htmlparser2";
import type { ArchivePlace } from "./archive-addresses.js";
import { withoutToolbar } from "./archived-text.js";

/** Banners of pywb, by the id of their element. */
const BANNERS: ReadonlySet<string | undefined> = new Set(["_wb_plain_banner", "_wb_frame_top_banner"]);
/** The frame in which pywb shows a page; a browser's HTML has what is in a frame in an element behind it. */
const FRAME = "replay_iframe";
const OF_PYWB = new RegExp([FRAME, ...BANNERS].join("|"));

/**
 * The HTML of a page as a browser showed an archive's replay of it, with nothing in it of the archive and the addresses that the
 * page had. `asItCame` is the page as it was archived, whose head is taken where the archive shows pages in a frame.
 */
export function replayedPage(html: string, asItCame: string, place: Pick<ArchivePlace, "copies">): string {
  const bare = withOwnAddresses(withoutToolbar(html), place);
  if (!OF_PYWB.test(bare)) return bare;
  const { frame, banners } = partsOfPywb(bare);
  if (frame === undefined) return without(bare, banners);
  const head = asItCame.slice(0, Math.max(0, asItCame.search(/<body[\s>]/i)));
  return `${head}<body>${bare.slice(frame.from, frame.to)}</body>`;
}

/** Addresses that lead to copies as they were before an archive changed them. */
function withOwnAddresses(html: string, { copies }: Pick<ArchivePlace, "copies">): string {
  const { host, pathname } = new URL(copies);
  const rewritten = new RegExp(
    `="(?:(?:https?:)?//${literally(host)})?${literally(pathname)}\\d{1,14}(?:[a-z]{2}_)?/(?=https?:)`,
    "gi",
  );
  return html.replace(/<[a-z][^<>]*/gi, (tag) => tag.replace(rewritten, '="'));
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/** Where the content of the frame stands, and the banners. */
function partsOfPywb(html: string): { readonly frame: Part | undefined; readonly banners: readonly Part[] } {
  const banners: Part[] = [];
  let frame: Part | undefined;
  const open: { readonly from: number; readonly kind: "frame" | "banner" | undefined }[] = [];
  let isInBanner = false;
  let isNext = false;
  const parser: Parser = new Parser({
    onopentag(name, { id, "data-frame": shown }) {
      const kind = BANNERS.has(id) && !isInBanner ? "banner" : isNext && shown !== undefined ? "frame" : undefined;
      isInBanner ||= kind === "banner";
      open.push({ from: kind === "banner" ? parser.startIndex : parser.endIndex + 1, kind });
      isNext = name === "iframe" && id === FRAME;
    },
    onclosetag() {
      const { from = 0, kind } = open.pop() ?? {};
      if (kind === "frame") frame ??= { from, to: parser.startIndex };
      if (kind !== "banner") return;
      banners.push({ from, to: parser.endIndex + 1 });
      isInBanner = false;
    },
  });
  parser.end(html);
  return { frame, banners };
}

/** The parts are in order, and none is within another. */
function without(text: string, parts: readonly Part[]): string {
  const ends = [0, ...parts.map(({ to }) => to)];
  return ends.map((end, index) => text.slice(end, parts[index]?.from)).join("");
}
