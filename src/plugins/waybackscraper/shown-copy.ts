import {
  type ArchivedCopy,
  type ArchivePlace,
  addressKey,
  readArchiveAddress,
  replayAddress,
} from "../../engines/pages/archive/archive-addresses.js";
import { withoutToolbar } from "../../engines/pages/archive/archived-text.js";
import { replayedPage } from "../../engines/pages/archive/replayed-page.js";
import { type RenderedPage, shown } from "../../kernel/index.js";
import { type FetchedCopy, refuseNoReplay } from "../_kit/archive/fetch-copy.js";
import type { RenderingReason } from "../_kit/web/page-source.js";
import { savesArticles } from "./checks.js";
import type { PageWork } from "./reading.js";

/** A copy as its text is read, with nothing in it of the archive. */
export interface ShownCopy {
  readonly text: string;
  readonly rendered: RenderingReason;
  /** For its row. */
  readonly notes: readonly string[];
}

/** An archive is asked for no more than the text of a page needs. */
const RENDER = { blockResources: ["image", "media", "font"] } as const;

/**
 * The page of a copy: as it came, or as a browser shows the archive's replay of it where the task wants that. Throws what the
 * archive answered in its place.
 */
export async function shownCopy(
  copy: Pick<ArchivedCopy, "original">,
  { timestamp, status, text, body, refusal }: FetchedCopy,
  { web, ask, context }: PageWork,
): Promise<ShownCopy> {
  const { options, state } = context;
  const { place } = state;
  const asItCame = withoutToolbar(text);
  if (!savesArticles(options)) return { text: asItCame, rendered: "", notes: [] };
  const archived = { timestamp, original: copy.original };
  const page = {
    url: replayAddress(archived, place),
    status,
    mediaType: "text/html",
    text: asItCame,
    bytes: body.length,
    ...(refusal === undefined ? {} : { refusal }),
  };
  const { rendered, why } = await ask(async () => {
    const seen = await web.shown(page, { statuses: "any", render: RENDER });
    if (seen.rendered !== undefined && isOf(place, seen.rendered)) refuseNoReplay(seen.rendered, archived, place);
    return seen;
  });
  if (rendered === undefined) return { text: asItCame, rendered: why, notes: [] };
  if (!isOf(place, rendered)) {
    const note = `In the browser it led out of the archive, to ${shown(rendered.url)}, and its text is that of the copy as it came.`;
    return { text: asItCame, rendered: "", notes: [note] };
  }
  const led = readArchiveAddress(rendered.url, place)?.original ?? copy.original;
  const isSame = addressKey(led) === addressKey(copy.original);
  return {
    text: replayedPage(rendered.text, text, place),
    rendered: why,
    notes: isSame ? [] : [`In the browser it led to ${shown(led)}.`],
  };
}

function isOf({ copies }: ArchivePlace, { url }: RenderedPage): boolean {
  return URL.parse(url)?.host === new URL(copies).host;
}
