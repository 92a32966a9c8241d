import type { VideoReference } from "../../kernel/index.js";
import { at, clockSeconds, textAt, walk, writtenText } from "./json-walk.js";

/** A page of a list. */
export interface ListedPage {
  readonly videos: readonly VideoReference[];
  /** What the next page is asked with; undefined on the last. */
  readonly continuation: string | undefined;
}

/** Parts of a page that show videos of others. */
const ASIDE: ReadonlySet<string> = new Set([
  "header",
  "engagementPanels",
  "reelShelfRenderer",
  "shelfRenderer",
  "horizontalCardListRenderer",
  "secondaryContents",
  "sidebar",
  "frameworkUpdates",
]);
const OF_VIDEOS: ReadonlySet<string> = new Set([
  "videoRenderer",
  "gridVideoRenderer",
  "playlistVideoRenderer",
  "compactVideoRenderer",
  "reelItemRenderer",
]);

/** The videos that a page of the service lists, in its older and newer forms. */
export function listedPage(data: unknown): ListedPage {
  const videos = videosIn(data);
  let continuation: string | undefined;
  let most = -1;
  walk({ data }, (name, value) => {
    if (ASIDE.has(name)) return false;
    if (!Array.isArray(value)) return true;
    const token = value.map(tokenOf).findLast((each) => each !== undefined);
    if (token === undefined) return true;
    // A page has several such marks; that of the list stands with its videos.
    const count = videosIn(value).length;
    if (count > most) [most, continuation] = [count, token];
    return true;
  });
  return { videos, continuation };
}

function videosIn(data: unknown): VideoReference[] {
  const found = new Map<string, VideoReference>();
  walk({ data }, (name, value) => {
    if (ASIDE.has(name)) return false;
    const video = videoOf(name, value);
    if (video !== undefined && !found.has(video.id)) found.set(video.id, video);
    return video === undefined;
  });
  return [...found.values()];
}

function videoOf(name: string, value: unknown): VideoReference | undefined {
  if (OF_VIDEOS.has(name)) {
    const seconds = Number(textAt(value, "lengthSeconds")) || clockSeconds(writtenText(at(value, "lengthText")));
    return reference(textAt(value, "videoId"), writtenText(at(value, "title")), seconds || undefined);
  }
  if (name === "lockupViewModel" && textAt(value, "contentType") === "LOCKUP_CONTENT_TYPE_VIDEO") {
    const title = writtenText(at(value, "metadata", "lockupMetadataViewModel", "title"));
    return reference(textAt(value, "contentId"), title, badgeSeconds(at(value, "contentImage")));
  }
  if (name !== "shortsLockupViewModel") return undefined;
  const id = textAt(value, "onTap", "innertubeCommand", "reelWatchEndpoint", "videoId");
  return reference(id, writtenText(at(value, "overlayMetadata", "primaryText")), undefined);
}

function reference(id: string, title: string, duration: number | undefined): VideoReference | undefined {
  if (!/^[\w-]{11}$/.test(id)) return undefined;
  return { id, ...(title === "" ? {} : { title }), ...(duration === undefined ? {} : { duration }) };
}

function badgeSeconds(image: unknown): number | undefined {
  let seconds: number | undefined;
  walk(image, (name, value) => {
    if (name === "thumbnailBadgeViewModel") seconds ??= clockSeconds(textAt(value, "text"));
  });
  return seconds;
}

function tokenOf(item: unknown): string | undefined {
  let token: string | undefined;
  walk(at(item, "continuationItemRenderer"), (name, value) => {
    if (name === "continuationCommand") token ??= textAt(value, "token") || undefined;
  });
  return token;
}

/** What a page says instead of a list: `This channel does not exist.` */
export function alertOf(data: unknown): string {
  const alerts = at(data, "alerts");
  if (!Array.isArray(alerts)) return "";
  const errors = alerts.map((alert) => at(alert, "alertRenderer")).filter((alert) => textAt(alert, "type") === "ERROR");
  return errors.map((alert) => writtenText(at(alert, "text"))).find((text) => text !== "") ?? "";
}
