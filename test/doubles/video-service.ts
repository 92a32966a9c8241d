import type { IncomingMessage, ServerResponse } from "node:http";
import { text as bodyOf } from "node:stream/consumers";
import { type Loopback, serveHttp } from "./loopback.js";

export interface ServedTrack {
  readonly language: string;
  readonly automatic?: boolean;
  /** The json3 file; empty as for a program without a token. */
  readonly json3: string;
  readonly translations?: Readonly<Record<string, string>>;
  /** Whether only the player of another client is given an address that works. */
  readonly wantsToken?: boolean;
}

export interface ServedVideo {
  readonly id: string;
  readonly title: string;
  readonly seconds?: number;
  readonly published?: string;
  readonly description?: string;
  readonly chapters?: readonly (readonly [seconds: number, title: string])[];
  /** Undefined: the answer has no captions at all. */
  readonly tracks?: readonly ServedTrack[];
  readonly playability?: object;
  /** Broadcast at the moment. */
  readonly live?: boolean;
  readonly channel?: string;
}

/** What the player says of videos that it does not show. */
export const PLAYABILITY = {
  private: {
    status: "LOGIN_REQUIRED",
    messages: ["This is a private video. Please sign in to verify that you may see it."],
  },
  removed: { status: "ERROR", reason: "This video has been removed by the uploader" },
  members: {
    status: "UNPLAYABLE",
    reason: "Join this channel to get access to members-only content like this video, and other exclusive perks.",
  },
  age: { status: "LOGIN_REQUIRED", reason: "Sign in to confirm your age", desktopLegacyAgeGateReason: 1 },
  bot: { status: "LOGIN_REQUIRED", reason: "Sign in to confirm you\u2019re not a bot" },
  upcoming: { status: "LIVE_STREAM_OFFLINE", reason: "This live event will begin in 3 hours." },
} as const;

export interface VideoService extends Loopback {
  /** Every request so far but those of robots.txt: method, path, and the client that a question names. */
  readonly asked: string[];
  /** Answers instead of the service, where it returns true. */
  instead: (request: IncomingMessage, response: ServerResponse) => boolean;
  robots: string;
}

const PAGE = 3;

/** Speaks as the pages of YouTube and what they ask do: watch pages, player, captions, lists with continuations. */
export async function videoService(
  videos: readonly ServedVideo[],
  lists: Readonly<Record<string, readonly string[]>> = {},
): Promise<VideoService> {
  const asked: string[] = [];
  const find = (id: unknown) => videos.find((video) => video.id === id);

  const player = (id: unknown, client: string, url: string) => {
    const video = find(id);
    const missing = { status: "ERROR", reason: "Video unavailable", messages: ["This video is not available"] };
    if (video === undefined) return { playabilityStatus: missing };
    const tracks = video.tracks?.map((track) => {
      const kind = track.automatic === true ? "&kind=asr" : "";
      const token = track.wantsToken === true && client === "WEB" ? "&exp=xpe" : "";
      return {
        baseUrl: `${url}/api/timedtext?v=${video.id}&lang=${track.language}${kind}${token}&fmt=srv3`,
        name: { runs: [{ text: track.language }] },
        languageCode: track.language,
        ...(track.automatic === true ? { kind: "asr" } : {}),
        isTranslatable: track.translations !== undefined,
      };
    });
    const translations = video.tracks?.flatMap((track) => Object.keys(track.translations ?? {})) ?? [];
    return {
      playabilityStatus: { status: "OK", playableInEmbed: true, ...video.playability },
      videoDetails: {
        videoId: video.id,
        title: video.title,
        lengthSeconds: String(video.seconds ?? 60),
        author: video.channel ?? "Apiary",
        ...(video.live ? { isLive: true, isLiveContent: true } : {}),
        shortDescription: video.description ?? "",
      },
      ...(tracks === undefined
        ? {}
        : {
            captions: {
              playerCaptionsTracklistRenderer: {
                captionTracks: tracks,
                translationLanguages: translations.map((languageCode) => ({ languageCode })),
              },
            },
          }),
      ...(client === "WEB"
        ? {
            microformat: { playerMicroformatRenderer: { publishDate: video.published ?? "2026-03-01T08:00:00-07:00" } },
          }
        : {}),
    };
  };

  const item = (id: string, at: number) => {
    const video = find(id);
    const minutes = `${Math.floor((video?.seconds ?? 60) / 60)}:${String((video?.seconds ?? 60) % 60).padStart(2, "0")}`;
    // The service writes lists in several forms.
    if (at % 3 === 0) {
      return {
        playlistVideoRenderer: {
          videoId: id,
          title: { runs: [{ text: video?.title }] },
          lengthSeconds: String(video?.seconds ?? 60),
        },
      };
    }
    if (at % 3 === 1) {
      return {
        richItemRenderer: {
          content: {
            videoRenderer: { videoId: id, title: { simpleText: video?.title }, lengthText: { simpleText: minutes } },
          },
        },
      };
    }
    const badge = { thumbnailBadgeViewModel: { text: minutes } };
    return {
      lockupViewModel: {
        contentId: id,
        contentType: "LOCKUP_CONTENT_TYPE_VIDEO",
        contentImage: {
          thumbnailViewModel: { overlays: [{ thumbnailOverlayBadgeViewModel: { thumbnailBadges: [badge] } }] },
        },
        metadata: { lockupMetadataViewModel: { title: { content: video?.title } } },
      },
    };
  };

  const itemsFrom = (name: string, from: number) => {
    const ids = lists[name] ?? [];
    const next = from + PAGE;
    const token = `${name}|${next}`;
    return [
      ...ids.slice(from, next).map((id, at) => item(id, from + at)),
      ...(next < ids.length
        ? [{ continuationItemRenderer: { continuationEndpoint: { continuationCommand: { token } } } }]
        : []),
    ];
  };

  const page = (response: ServerResponse, assignments: Readonly<Record<string, unknown>>) => {
    const scripts = Object.entries(assignments).map(
      ([name, value]) => `<script nonce="x">var ${name} = ${JSON.stringify(value)};</script>`,
    );
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(
      `<!DOCTYPE html><html><head><title>YouTube</title><script>if (window.ytInitialPlayerResponse == null) { window["ytInitialPlayerResponse"] = null; }
ytcfg.set({"EXPERIMENT_FLAGS":{"a":"}\\""},"INNERTUBE_API_KEY":"test-key","INNERTUBE_CLIENT_VERSION":"2.20260101.00.00","INNERTUBE_CONTEXT":{"client":{"visitorData":"Cgt2aXNpdG9y"}}});
</script></head><body>${scripts.join("")}</body></html>`,
    );
  };

  const server = await serveHttp(
    async (request, response) => {
      const url = new URL(request.url ?? "/", "http://service.test");
      if (url.pathname === "/robots.txt")
        return void response.writeHead(200, { "content-type": "text/plain" }).end(service.robots);
      const body = request.method === "POST" ? JSON.parse(await bodyOf(request)) : undefined;
      const client = body?.context?.client?.clientName ?? "";
      asked.push([request.method, `${url.pathname}${url.search}`, client].join(" ").trim());
      if (service.instead(request, response)) return;
      const json = (value: unknown) =>
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
      if (url.pathname === "/watch") {
        const video = find(url.searchParams.get("v"));
        const markers = (video?.chapters ?? []).map(([seconds, title]) => ({
          chapterRenderer: { title: { simpleText: title }, timeRangeStartMillis: seconds * 1000 },
        }));
        return page(response, {
          ytInitialPlayerResponse: player(url.searchParams.get("v"), "WEB", server.url),
          ytInitialData: { playerOverlays: { chapters: markers }, contents: {} },
        });
      }
      if (url.pathname === "/youtubei/v1/player") return void json(player(body.videoId, client, server.url));
      if (url.pathname === "/api/timedtext") {
        const video = find(url.searchParams.get("v"));
        const track = video?.tracks?.find(
          (each) =>
            each.language === url.searchParams.get("lang") &&
            (each.automatic === true) === url.searchParams.has("kind"),
        );
        const translated = track?.translations?.[url.searchParams.get("tlang") ?? ""];
        const held = url.searchParams.has("exp") ? "" : (translated ?? track?.json3 ?? "");
        return void response.writeHead(200, { "content-type": "application/json; charset=UTF-8" }).end(held);
      }
      if (url.pathname === "/youtubei/v1/browse" || url.pathname === "/youtubei/v1/search") {
        const [name = "", from = "0"] = String(body.continuation).split("|");
        return void json({
          onResponseReceivedActions: [
            { appendContinuationItemsAction: { continuationItems: itemsFrom(name, Number(from)) } },
          ],
        });
      }
      const name =
        url.searchParams.get("list") ??
        url.searchParams.get("search_query") ??
        url.pathname.replace(/\/videos$/, "").slice(1);
      if (lists[name] === undefined) {
        const text = {
          simpleText: url.pathname === "/playlist" ? "The playlist does not exist." : "This channel does not exist.",
        };
        return page(response, { ytInitialData: { alerts: [{ alertRenderer: { type: "ERROR", text } }] } });
      }
      page(response, {
        ytInitialData: {
          header: { videoRenderer: { videoId: "headervideo" } },
          contents: { tabs: [{ tabRenderer: { content: { richGridRenderer: { contents: itemsFrom(name, 0) } } } }] },
        },
      });
    },
    { robots: true },
  );
  const service: VideoService = { ...server, asked, instead: () => false, robots: "User-agent: *\nDisallow:\n" };
  return service;
}

/** Sends programs away to a page that asks to consent; what the page itself asks goes on being answered. */
export function consentWall(request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "GET" || request.url?.startsWith("/api/")) return false;
  const form = '<form action="https://consent.youtube.com/save" method="POST"><button>Reject all</button></form>';
  response
    .writeHead(200, { "content-type": "text/html" })
    .end(`<title>Before you continue to YouTube</title><h1>Before you continue to YouTube</h1>${form}`);
  return true;
}

/** A json3 file as the service makes one of speech: words with times, windows and appended breaks. */
export function spokenJson3(lines: readonly string[], secondsEach = 3): string {
  const events: object[] = [
    { tStartMs: 0, dDurationMs: lines.length * secondsEach * 1000, id: 1, wpWinPosId: 1, wsWinStyleId: 1 },
  ];
  for (const [at, line] of lines.entries()) {
    const start = at * secondsEach * 1000;
    const words = line.split(" ");
    const segs = words.map((word, index) => ({
      utf8: index === 0 ? word : ` ${word}`,
      ...(index === 0 ? {} : { tOffsetMs: Math.floor((index * secondsEach * 900) / words.length) }),
      acAsrConf: 0,
    }));
    events.push({ tStartMs: start, dDurationMs: secondsEach * 2000, wWinId: 1, segs });
    events.push({
      tStartMs: start + secondsEach * 990,
      dDurationMs: secondsEach * 1000,
      wWinId: 1,
      aAppend: 1,
      segs: [{ utf8: "\n" }],
    });
  }
  return JSON.stringify({ wireMagic: "pb3", pens: [{}], events });
}

/** A json3 file as people write captions. */
export function writtenJson3(cues: readonly (readonly [seconds: number, text: string])[]): string {
  const events = cues.map(([seconds, text]) => ({
    tStartMs: seconds * 1000,
    dDurationMs: 2500,
    segs: [{ utf8: text }],
  }));
  return JSON.stringify({ wireMagic: "pb3", events });
}
