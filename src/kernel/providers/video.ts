import type { WebSession } from "./web.js";

/** Why there are no captions of a video. */
export const CAPTION_FAILURES = [
  "disabled",
  "no-transcript",
  "unavailable",
  "age-restricted",
  "blocked",
  "token-needed",
  "bad-id",
] as const;
export type CaptionFailure = (typeof CAPTION_FAILURES)[number];

export interface VideoCall {
  readonly signal: AbortSignal;
  /** Delays, proxies and cookies, as of the web provider. */
  readonly session?: WebSession;
  /** Name of one of several sources of the settings; the first when absent. */
  readonly source?: string;
}

export interface VideoReference {
  readonly id: string;
  readonly title?: string;
  /** Seconds. */
  readonly duration?: number;
  /** ISO 8601. */
  readonly date?: string;
}

export interface CaptionTrack {
  /** What `captions` is asked with. */
  readonly id: string;
  /** BCP 47, as the service writes it: `en`, `pt-BR`. */
  readonly language: string;
  readonly name: string;
  readonly kind: "manual" | "automatic";
  /** Languages into which the service translates it. */
  readonly translations?: readonly string[];
}

export interface Video {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly channel: string;
  /** ISO 8601; empty when unknown. */
  readonly date: string;
  /** Seconds; 0 when unknown. */
  readonly duration: number;
  readonly description: string;
  readonly chapters: readonly { readonly title: string; readonly start: number }[];
  readonly tracks: readonly CaptionTrack[];
}

export interface CaptionFile {
  readonly format: "json3" | "vtt" | "srt";
  readonly text: string;
}

export interface VideoProvider {
  /** The videos of a channel, of a playlist, or that a search finds, in the order of the service. */
  list(
    what: { readonly kind: "channel" | "playlist" | "search"; readonly of: string },
    call: VideoCall & { readonly limit: number },
  ): Promise<readonly VideoReference[]>;
  /**
   * What a video is and which captions it has. Throws VIDEO_FAILED with the fact `reason`, one of CAPTION_FAILURES, for a
   * video that has none or is not to be had, and without it when the service does not answer as it should.
   */
  video(id: string, call: VideoCall): Promise<Video>;
  /** The captions of a track, in `translateTo` where the service translates them. Throws as `video` does. */
  captions(
    video: Pick<Video, "id">,
    track: CaptionTrack,
    call: VideoCall & { readonly translateTo?: string },
  ): Promise<CaptionFile>;
  /** Names of its sources, the first one first. */
  sources?(): readonly string[];
}
