import { type CaptionFailure, ScriptoriumError, shown } from "../../kernel/index.js";

const SENTENCES: Readonly<Record<CaptionFailure, (video: string) => string>> = {
  disabled: (video) => `The video ${video} has no captions, or its owner has switched them off. Leave it out.`,
  "no-transcript": (video) => `The video ${video} has no captions. Leave it out.`,
  unavailable: (video) => `The video ${video} is not available. Leave it out.`,
  "age-restricted": (video) =>
    `The video ${video} is shown to adults who have signed in alone. Give the cookies of one in cookiesFile, or leave it out.`,
  blocked: () => "YouTube is refusing this address. Wait, or set a proxy, then run again.",
  "token-needed": (video) =>
    `YouTube gives the captions of ${video} only with a token that its own player has. Use yt-dlp as provider, or give the captions as a file.`,
  "bad-id": (video) => `${video} is the id of no video. Check it.`,
};

const live = (video: string) =>
  `The video ${video} is being broadcast and has no captions yet. Try again when it is over.`;

/**
 * VIDEO_FAILED with the reason; `says` is the service's own sentence, put behind the first of ours, `about` what is known of the
 * video nevertheless.
 */
export function videoFailed(
  reason: CaptionFailure,
  id: string,
  { says = "", ...facts }: { readonly says?: string; readonly [fact: string]: unknown } = {},
): ScriptoriumError {
  const sentences = facts["isLive"] === true ? live(shown(id)) : SENTENCES[reason](shown(id));
  const [first = "", ...rest] = sentences.split(/(?<=\.) /);
  return new ScriptoriumError("VIDEO_FAILED", [first, ...quoted(says), ...rest].join(" "), {
    reason,
    id: shown(id),
    ...facts,
  });
}

/** VIDEO_FAILED for a channel, a playlist or a search. */
export function notListed(
  { kind, of }: { readonly kind: string; readonly of: string },
  reason: CaptionFailure,
  says: string,
): ScriptoriumError {
  const sentences = [`The ${kind} ${shown(of)} cannot be read.`, ...quoted(says), "Check it, or leave it out."];
  return new ScriptoriumError("VIDEO_FAILED", sentences.join(" "), { reason, id: shown(of) });
}

function quoted(says: string): string[] {
  const text = says.trim().replace(/\.$/, "");
  return text === "" ? [] : [`YouTube says: "${shown(text)}".`];
}

/** VIDEO_FAILED without a reason: the service did not answer as it should. */
export function badAnswer(what: string, facts: Readonly<Record<string, unknown>> = {}): ScriptoriumError {
  return new ScriptoriumError(
    "VIDEO_FAILED",
    `YouTube did not answer as it should: ${what}. Try again later; if it stays so, use yt-dlp as provider.`,
    facts,
  );
}

const ID = /^[\w-]{11}$/;

export function isId(text: string): boolean {
  return ID.test(text);
}

/** Throws VIDEO_FAILED for what can be the id of no video. */
export function checkedId(id: string): string {
  if (isId(id)) return id;
  throw videoFailed("bad-id", id);
}
