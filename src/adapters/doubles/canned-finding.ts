import {
  type BrowserProvider,
  type MapsProvider,
  type Place,
  ScriptoriumError,
  type Video,
  type VideoProvider,
} from "../../kernel/index.js";

/** A browser in which these addresses show these pages, as HTML; others fail with FETCH_FAILED, status 404. */
export function cannedBrowser(pages: Readonly<Record<string, string>>): BrowserProvider {
  return {
    async render(url, { signal }) {
      signal.throwIfAborted();
      const text = Object.hasOwn(pages, url) ? pages[url] : undefined;
      if (text === undefined) {
        throw new ScriptoriumError("FETCH_FAILED", `${url} answered with status 404. Check the address.`, {
          url,
          status: 404,
        });
      }
      const bytes = Buffer.byteLength(text);
      return { url, status: 200, mediaType: "text/html", text, bytes, requests: { made: 1, refused: 0 }, notes: [] };
    },
  };
}

/** These videos, each with the text of its first track as WebVTT. A channel, playlist or search finds all of them. */
export function cannedVideo(videos: readonly { readonly video: Video; readonly vtt: string }[]): VideoProvider {
  const find = (id: string) => {
    const found = videos.find(({ video }) => video.id === id);
    if (found !== undefined) return found;
    throw new ScriptoriumError("VIDEO_FAILED", `There is no video ${id}. Check the id.`, { reason: "bad-id", id });
  };
  return {
    async list(_what, { limit, signal }) {
      signal.throwIfAborted();
      return videos.slice(0, limit).map(({ video: { id, title, duration, date } }) => ({ id, title, duration, date }));
    },
    async video(id, { signal }) {
      signal.throwIfAborted();
      return find(id).video;
    },
    async captions({ id }, _track, { signal }) {
      signal.throwIfAborted();
      return { format: "vtt", text: find(id).vtt };
    },
  };
}

/** Answers every query with these places, as many as the limit allows. */
export function cannedMaps(places: readonly Place[]): MapsProvider {
  return {
    async places(_query, { limit, signal }) {
      signal.throwIfAborted();
      return { places: places.slice(0, limit), source: "canned", capped: places.length > limit };
    },
  };
}
