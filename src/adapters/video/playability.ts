import type { CaptionFailure } from "../../kernel/index.js";
import { at, textAt, writtenText } from "./json-walk.js";

const AGE = /\bage\b|inappropriate for some|adults?\b|graphic|offensive/i;
const BOT = /not a bot|unusual traffic|automated|too many requests/i;
const STATUSES: Readonly<Record<string, CaptionFailure>> = {
  AGE_VERIFICATION_REQUIRED: "age-restricted",
  AGE_CHECK_REQUIRED: "age-restricted",
  CONTENT_CHECK_REQUIRED: "age-restricted",
  ERROR: "unavailable",
  UNPLAYABLE: "unavailable",
  LIVE_STREAM_OFFLINE: "unavailable",
};

/** Why a video cannot be had, by the answer of the player; undefined where it can. */
export function refusedBecause(
  player: unknown,
): { readonly reason: CaptionFailure; readonly says: string } | undefined {
  const answer = at(player, "playabilityStatus");
  const status = textAt(answer, "status");
  if (status === "OK") return undefined;
  const screen = at(answer, "errorScreen", "playerErrorMessageRenderer");
  const further = writtenText(at(screen, "subreason")) || writtenText(at(screen, "reason"));
  const says = textAt(answer, "reason") || textAt(answer, "messages", 0) || further;
  const all = [says, further, textAt(answer, "messages", 0)].join("\n");
  if (BOT.test(all)) return { reason: "blocked", says };
  if (at(answer, "desktopLegacyAgeGateReason") !== undefined) return { reason: "age-restricted", says };
  if (status === "LOGIN_REQUIRED") return { reason: AGE.test(all) ? "age-restricted" : "unavailable", says };
  return { reason: STATUSES[status] ?? "unavailable", says };
}
