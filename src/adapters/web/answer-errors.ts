import { ScriptoriumError } from "../../kernel/errors.js";
import type { WebRefusal } from "../../kernel/providers.js";
import { shown } from "../../kernel/values/json.js";
import { displayed } from "./addresses.js";
import { failed, placeOf } from "./failures.js";

const KINDS: Readonly<Record<WebRefusal["kind"], string>> = {
  captcha: "a captcha",
  challenge: "a check of the browser",
  block: "a block page",
  "rate-limit": "a limit of requests",
  "sign-in": "a page to sign in",
  consent: "a page that asks for consent",
};

/** A site shows programs something else than its page. */
export function blocked(url: URL, status: number, { kind, by }: WebRefusal): ScriptoriumError {
  const maker = by === undefined ? "" : ` of ${by}`;
  const advice =
    kind === "sign-in" || kind === "consent"
      ? "Give the cookies of a visitor who may read it, or leave the page out."
      : "Leave the page out, or ask its owner for access.";
  return new ScriptoriumError(
    "FETCH_BLOCKED",
    `${shown(url.host)} answered with ${KINDS[kind]}${maker} instead of ${displayed(url)}. ${advice}`,
    { ...placeOf(url), status, kind, ...(by === undefined ? {} : { by }) },
  );
}

/** A site asks for fewer requests; for how long is not always said. */
export function limited(
  url: URL,
  retryAfterMs: number | undefined,
  facts: { readonly status?: number; readonly kind?: string; readonly by?: string },
): ScriptoriumError {
  const seconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1000);
  const span = seconds === undefined ? "" : ` and for none in the next ${spanOf(seconds)}`;
  return new ScriptoriumError(
    "FETCH_LIMITED",
    `${shown(url.host)} asks for fewer requests${span}. Run again later, with a longer requestDelayFrom.`,
    { ...placeOf(url), ...facts, ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }) },
  );
}

export function wrongStatus(url: URL, status: number): ScriptoriumError {
  return failed(url, `${displayed(url)} answered with status ${status} instead of a page. ${adviceFor(status)}`, {
    status,
  });
}

function adviceFor(status: number): string {
  if (status === 404 || status === 410) return "Check the address.";
  if (status === 401 || status === 403) return "It may only be open to people who are signed in.";
  return "Try again later.";
}

function spanOf(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? "second" : `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}
