import { ScriptoriumError } from "../../kernel/errors.js";
import { shown } from "../../kernel/values/json.js";
import { inSeconds, retryAfterMs } from "../network/service-faults.js";

/** An answer of a model's service that is no text. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** How errors speak of a service: its title, the facts they all have, and its words without keys. */
export interface ServiceWords {
  readonly title: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly masked: (text: string) => string;
}

/** The error for an answer with a status that is no success. Its fact `passing` says that it may succeed later. */
export function refusalError(words: ServiceWords, refusal: Refusal): ScriptoriumError {
  const { status, body } = refusal;
  const said = serviceMessage(body);
  const quoted = said === "" ? `status ${status}` : `status ${status}: "${shown(words.masked(said), 300)}"`;
  const error = (code: "WRITER_FAILED" | "auth" | "quota" | "rate-limited", says: string, facts: object = {}) =>
    new ScriptoriumError(code, `${words.title} ${says}`, { ...words.facts, status, ...facts });

  if (status >= 300 && status < 400) {
    return error(
      "WRITER_FAILED",
      "redirects to another address, which is not followed. Set the address it should have.",
    );
  }
  if (status === 401 || status === 403 || (status === 400 && /api[ _]key not valid|API_KEY_INVALID/i.test(body))) {
    return error("auth", `does not accept the API key (${quoted}). Check the key, and what it may be used for.`);
  }
  if (
    status === 402 ||
    /insufficient_quota|credit balance is too low|exceeded your current quota, please check your plan and billing/i.test(
      withoutRate(body),
    )
  ) {
    return error(
      "quota",
      `has no allowance left on this key (${quoted}). Pay for more, or set another language model.`,
    );
  }
  if (status === 429) {
    const waitMs = waitOf(refusal);
    const when = waitMs === undefined ? "later" : `in ${inSeconds(waitMs)}`;
    return error("rate-limited", `has had too many requests (${quoted}). Try again ${when}, or lower maxConcurrency.`, {
      passing: true,
      ...(waitMs === undefined ? {} : { waitMs }),
    });
  }
  if (status >= 500 || status === 408) {
    const waitMs = waitOf(refusal);
    return error(
      "WRITER_FAILED",
      `is not able to answer just now (${quoted}). Try again later, or look into its log.`,
      {
        passing: true,
        ...(waitMs === undefined ? {} : { waitMs }),
      },
    );
  }
  if (status === 404) {
    return error("WRITER_FAILED", `does not know the model or the address (${quoted}). Check both.`);
  }
  return error("WRITER_FAILED", `refused the request (${quoted}). Check the model and the settings of the request.`, {
    refused: said === "" ? body.slice(0, 1000) : said,
  });
}

/** Google says of a limit of requests what others say of a spent allowance, with the time to wait. */
function withoutRate(body: string): string {
  return /"retryDelay"|retry in/i.test(body) ? "" : body;
}

/** What the service says of its trouble, out of the forms that the protocols have. */
function serviceMessage(body: string): string {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    // A page for people says nothing in its first words.
    return /^\s*</.test(body) ? "" : body.trim();
  }
  const [first] = Array.isArray(json) ? json : [json];
  const { error, message, detail } = (first ?? {}) as Record<string, unknown>;
  const inner = typeof error === "object" && error !== null ? (error as { message?: unknown }).message : error;
  return [inner, message, detail].find((one): one is string => typeof one === "string")?.trim() ?? "";
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** How long the service asks to wait, in a header or in its words. */
function waitOf({ headers, body }: Refusal): number | undefined {
  const milliseconds = Number([headers["retry-after-ms"] ?? ""].flat()[0] || Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const header = retryAfterMs(headers["retry-after"]);
  if (header !== undefined) return header;
  const [, said] =
    /"retryDelay":\s*"([\d.]+s)"/.exec(body) ?? /(?:retry|try again) in ((?:[\d.]+ ?(?:ms|[smh]))+)/i.exec(body) ?? [];
  return said === undefined ? undefined : durationOf(said);
}

/** Of `1m30.5s`, `20s` or `350ms`. */
function durationOf(text: string): number {
  let sum = 0;
  for (const [, number, unit] of text.matchAll(/([\d.]+) ?(ms|[smh])/gi))
    sum += Number(number) * UNITS[unit!.toLowerCase()]!;
  return Math.ceil(sum);
}

/** Takes the key, and what looks like one, out of a text. */
export function masking(key: string): (text: string) => string {
  return (text) =>
    (key.length < 4 ? text : text.replaceAll(key, "..."))
      .replace(/\bBearer\s+[^\s"']+/gi, "Bearer ...")
      .replace(/\b(?:sk|pk|rk|gsk|xai|hf|key)[-_][\w*.-]{6,}|\bAIza[\w*-]{6,}/g, "...");
}
