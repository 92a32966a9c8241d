import {
  type CaptionFile,
  ScriptoriumError,
  type Video,
  type VideoCall,
  type VideoProvider,
  type VideoReference,
  type WebPage,
  type WebPost,
  type WebProvider,
  type WebSession,
} from "../../kernel/index.js";
import { aboutOf, type Facts, factsOf } from "./chapters.js";
import { badAnswer, checkedId, notListed, videoFailed } from "./failures.js";
import { at } from "./json-walk.js";
import { alertOf, listedPage } from "./listing.js";
import { assignedObject, type PageSettings, pageSettings } from "./page-data.js";
import { refusedBecause } from "./playability.js";
import { tracksOf, wantsToken } from "./tracks.js";

export interface BuiltinVideoOptions {
  /** Everything is fetched with it. */
  readonly web: WebProvider;
  /** Where the service is. @default https://www.youtube.com */
  readonly address?: string;
}

type List = Parameters<VideoProvider["list"]>[0];

const ANDROID = { clientName: "ANDROID", clientVersion: "20.10.38", androidSdkVersion: 30, hl: "en" };
/** For pages that do not say theirs. */
const WEB_VERSION = "2.20250312.04.00";
/** Of a list: with 30 to 100 videos each, more than any limit. */
const MAX_PAGES = 400;
const MAX_BYTES = 10 * 1024 * 1024;

/** Asks the pages of YouTube and what they ask themselves. It needs no key, and keeps to the rules of the web provider. */
export function createBuiltinVideo({ web, address = "https://www.youtube.com" }: BuiltinVideoOptions): VideoProvider {
  const base = address.replace(/\/+$/, "");
  const sessions = new WeakMap<WebSession, WebSession>();

  /** Cookies and headers of the task are for the service, which its lines may not name as an address. */
  const sessionOf = ({ session }: VideoCall): { session?: WebSession } => {
    if (session === undefined) return {};
    const known = sessions.get(session) ?? { ...session, addresses: [...(session.addresses ?? []), `${base}/`] };
    sessions.set(session, known);
    return { session: known };
  };

  async function ask(url: string, call: VideoCall, id: string, post?: WebPost): Promise<WebPage> {
    const page = await web
      .fetch(url, {
        ...sessionOf(call),
        ...(post === undefined ? {} : { post }),
        signal: call.signal,
        statuses: "any",
        maxBytes: MAX_BYTES,
        headers: { "accept-language": "en" },
      })
      .catch((error: unknown) => {
        if (!ScriptoriumError.is(error) || !/^FETCH_(?:LIMITED|BLOCKED)$/.test(error.code)) throw error;
        throw videoFailed("blocked", id, error.facts);
      });
    const retryAfter = Number(page.headers?.["retry-after"]);
    const facts = { status: page.status, ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}) };
    const { pathname } = new URL(page.url);
    if (page.status === 429 || page.status === 403 || pathname.startsWith("/sorry"))
      throw videoFailed("blocked", id, facts);
    if (page.refusal !== undefined && page.refusal.kind !== "consent") throw videoFailed("blocked", id, facts);
    if (page.status >= 500) throw badAnswer(`status ${page.status}`, facts);
    return page;
  }

  async function askJson(path: string, body: object, settings: PageSettings | undefined, call: VideoCall, id: string) {
    const key = settings?.key ? `&key=${encodeURIComponent(settings.key)}` : "";
    const post = { type: "application/json", text: JSON.stringify(body) } as const;
    const page = await ask(`${base}/youtubei/v1/${path}?prettyPrint=false${key}`, call, id, post);
    try {
      return JSON.parse(page.text) as unknown;
    } catch {
      throw badAnswer(`${path} is no JSON`, { status: page.status });
    }
  }

  /** The player answer for a program that is given captions without a token. */
  const askPlayer = (id: string, settings: PageSettings | undefined, call: VideoCall) =>
    askJson("player", { context: { client: ANDROID }, videoId: id }, settings, call, id);

  async function video(given: string, call: VideoCall): Promise<Video> {
    const id = checkedId(given);
    const page = await ask(`${base}/watch?v=${id}&hl=en`, call, id);
    if (page.status === 404) throw videoFailed("bad-id", id);
    const settings = pageSettings(page.text);
    const shown = assignedObject(page.text, "ytInitialPlayerResponse");
    // A wall that asks to consent stands before the page and not before the player.
    const player = shown ?? (await askPlayer(id, settings, call));
    refuse(player, id);
    const facts = factsOf(player, assignedObject(page.text, "ytInitialData"));
    let tracks = tracksOf(player, base);
    if (tracks.length === 0) throw withoutCaptions(player, id, facts);
    if (shown !== undefined && tracks.some(wantsToken)) {
      const other = await askPlayer(id, settings, call);
      const open = refusedBecause(other) === undefined ? tracksOf(other, base) : [];
      if (open.length > 0) tracks = open;
    }
    return { id, url: `https://www.youtube.com/watch?v=${id}`, ...facts, tracks };
  }

  function refuse(player: unknown, id: string): void {
    if (at(player, "playabilityStatus") === undefined) throw badAnswer("the page of the video says nothing of it");
    const refused = refusedBecause(player);
    if (refused !== undefined)
      throw videoFailed(refused.reason, id, { says: refused.says, about: aboutOf(factsOf(player, undefined)) });
  }

  async function captions(
    { id }: Pick<Video, "id">,
    track: { readonly id: string },
    call: VideoCall & { readonly translateTo?: string },
  ): Promise<CaptionFile> {
    const url = URL.parse(track.id);
    if (url === null || url.origin !== new URL(base).origin) throw videoFailed("no-transcript", id);
    url.searchParams.set("fmt", "json3");
    if (call.translateTo !== undefined) url.searchParams.set("tlang", call.translateTo);
    const page = await ask(url.href, call, id);
    if (page.status === 404 || page.status === 410) throw videoFailed("no-transcript", id);
    if (page.text.trim() === "") throw videoFailed("token-needed", id);
    if (page.status !== 200 || !page.text.trimStart().startsWith("{")) {
      throw badAnswer("the captions are no captions", { status: page.status, id });
    }
    return { format: "json3", text: page.text };
  }

  async function list(what: List, call: VideoCall & { readonly limit: number }): Promise<readonly VideoReference[]> {
    const page = await ask(`${base}${pathOf(what)}`, call, what.of);
    const first = assignedObject(page.text, "ytInitialData");
    const alert = alertOf(first);
    const isGone = /private|unavailable/i.test(alert);
    if (alert !== "") throw notListed(what, isGone ? "unavailable" : "bad-id", alert);
    if (page.status === 404) throw notListed(what, "bad-id", "");
    if (first === undefined) throw isConsentWall(page) ? wall(what) : badAnswer(`the ${what.kind} is no list`);
    const settings = pageSettings(page.text);
    const videos = new Map<string, VideoReference>();
    let { videos: found, continuation } = listedPage(first);
    for (let pages = 1; ; pages += 1) {
      const before = videos.size;
      for (const each of found) if (!videos.has(each.id)) videos.set(each.id, each);
      const isWhole = continuation === undefined || videos.size === before || videos.size >= call.limit;
      if (isWhole || pages >= MAX_PAGES) return [...videos.values()].slice(0, call.limit);
      const client = {
        clientName: "WEB",
        clientVersion: settings.clientVersion || WEB_VERSION,
        hl: "en",
        ...(settings.visitorData === "" ? {} : { visitorData: settings.visitorData }),
      };
      const path = what.kind === "search" ? "search" : "browse";
      const next = await askJson(path, { context: { client }, continuation }, settings, call, what.of);
      ({ videos: found, continuation } = listedPage(next));
    }
  }

  return { list, video, captions };
}

function withoutCaptions(player: unknown, id: string, facts: Facts): ScriptoriumError {
  const about = aboutOf(facts);
  if (at(player, "videoDetails", "isLive") === true) return videoFailed("no-transcript", id, { about, isLive: true });
  return videoFailed(at(player, "captions") === undefined ? "disabled" : "no-transcript", id, { about });
}

function isConsentWall({ url, text, refusal }: WebPage): boolean {
  if (refusal?.kind === "consent" || new URL(url).hostname.startsWith("consent.")) return true;
  return /<form[^>]{0,400}\saction="https:\/\/consent\.(?:youtube|google)\./.test(text);
}

function wall({ kind }: List): ScriptoriumError {
  return new ScriptoriumError(
    "VIDEO_FAILED",
    `YouTube asks visitors of this address to consent before it shows a ${kind}. Give the cookies of one who has, in cookiesFile, or use a proxy elsewhere.`,
    { reason: "blocked", kind: "consent" },
  );
}

/** `EgIQAQ==` asks a search for videos alone. */
function pathOf({ kind, of }: List): string {
  if (kind === "playlist") return `/playlist?list=${encodeURIComponent(of)}&hl=en`;
  if (kind === "search") return `/results?search_query=${encodeURIComponent(of)}&sp=EgIQAQ%253D%253D&hl=en`;
  return `/${channelPath(of)}/videos?hl=en`;
}

/** `@name`, `UC...`, `c/name` or `user/name`. */
export function channelPath(of: string): string {
  const path = of.replace(/^\/+|\/+$/g, "");
  if (/^UC[\w-]{22}$/.test(path)) return `channel/${path}`;
  const [first = "", second] = path.split("/");
  if (second !== undefined && /^(?:c|user|channel)$/.test(first)) return `${first}/${encodeURIComponent(second)}`;
  return `@${encodeURIComponent(first.replace(/^@/, ""))}`;
}
