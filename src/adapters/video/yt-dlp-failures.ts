import { type CaptionFailure, ScriptoriumError, shown, withoutAddressSecrets } from "../../kernel/index.js";
import { badAnswer } from "./failures.js";
import type { ProgramEnd } from "./run-program.js";

/** What yt-dlp says of a video that cannot be had; the first that fits. */
const REASONS: readonly (readonly [RegExp, CaptionFailure])[] = [
  [/confirm you.{1,3}re not a bot|HTTP Error 429|Too Many Requests|HTTP Error 403|rate.?limit/i, "blocked"],
  [/confirm your age|age.?restricted|inappropriate for some/i, "age-restricted"],
  [/po.?token/i, "token-needed"],
  [/Incomplete YouTube ID|Unsupported URL|is not a valid URL|does not exist|HTTP Error 404|HTTP Error 400/i, "bad-id"],
  [
    /private|unavailable|not available|removed|members|premiere|live event|terminated|country|copyright/i,
    "unavailable",
  ],
];
const UNREACHED: readonly (readonly [RegExp, string])[] = [
  [/Name or service not known|nodename nor servname|getaddrinfo failed|No address associated/i, "ENOTFOUND"],
  [/Temporary failure in name resolution/i, "EAI_AGAIN"],
  [/Connection refused/i, "ECONNREFUSED"],
  [/Network is unreachable|No route to host/i, "ENETUNREACH"],
  [/timed out/i, "ETIMEDOUT"],
  [/Connection reset|Remote end closed/i, "ECONNRESET"],
];

/** What an ended yt-dlp that gave nothing means; `failed` makes the error of a reason. */
export function failureOf(
  end: ProgramEnd,
  failed: (reason: CaptionFailure, says: string) => ScriptoriumError,
): ScriptoriumError {
  if (end.limit === "time") return badAnswer("yt-dlp did not end in time");
  if (end.limit === "output") return badAnswer("yt-dlp printed more than it may");
  const line = end.errors.split("\n").findLast((each) => each.startsWith("ERROR:")) ?? "";
  const errno = UNREACHED.find(([sign]) => sign.test(line))?.[1];
  if (errno !== undefined) {
    return new ScriptoriumError(
      "FETCH_FAILED",
      `YouTube could not be reached (${errno}). Check the network and the proxy.`,
      {
        errno,
      },
    );
  }
  const says = saidIn(line);
  const reason = REASONS.find(([sign]) => sign.test(line))?.[1];
  return reason === undefined ? badAnswer(`yt-dlp says "${says}"`) : failed(reason, says);
}

/** The first sentence, without what it is about and without advice for the command line. */
function saidIn(line: string): string {
  const text = line
    .replace(/^ERROR:\s*(?:\[[^\]]{1,40}\]\s*)?/, "")
    .replace(/^[\w-]{11}:\s*/, "")
    .replace(/;? please report this issue.*$|\s*Use --\S.*$|\s*\(caused by.*$/is, "");
  return shown(withoutAddressSecrets(text.slice(0, 300)));
}
