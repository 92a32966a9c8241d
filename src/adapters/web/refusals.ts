import type { WebRefusal } from "../../kernel/providers.js";
import { type Answer, type Head, headMarks, pageMarks, SHORT_WORDS } from "./refusal-marks.js";
import { seenText } from "./refusal-text.js";

/**
 * What an answer is instead of a page, when it is one of what sites show to visitors they take for programs: captcha,
 * challenge, block and rate-limit pages, walls that ask to sign in or to consent. Recognized by the documented marks of those who
 * make them; where a page can be read next to the mark it is a page, so an article about captchas or a form with one is
 * none. A refusal is only reported, nothing tries to get past it.
 */
export function refusalOf(
  answer: Pick<Head, "status" | "headers"> & {
    /** The body; empty when it is no text. */
    readonly text: string;
    /** The address that answered. */
    readonly url: string;
  },
): WebRefusal | undefined {
  const { status, headers, text } = answer;
  const url = URL.parse(answer.url);
  if (url === null) return undefined;
  const head = { status, headers, url };
  const fromHead = headMarks().find(({ shows }) => shows(head));
  if (fromHead !== undefined) return fromHead.refusal;
  const seen = seenText(text, SHORT_WORDS);
  const whole: Answer = { ...head, html: text, seen };
  const said =
    seen.words > SHORT_WORDS ? undefined : (pageMarks().find(({ shows }) => shows(whole))?.refusal ?? own(whole));
  return said ?? BY_STATUS.get(status);
}

const BY_STATUS: ReadonlyMap<number, WebRefusal> = new Map([
  [429, { kind: "rate-limit" }],
  [401, { kind: "sign-in" }],
]);

/** Refusals of sites that say so themselves, in few words. */
function own(answer: Answer): WebRefusal | undefined {
  const { status, seen, html } = answer;
  // A store of files says so of each that is not there.
  if (html.includes("<Code>AccessDenied</Code>")) return undefined;
  const read = `${seen.title}\n${seen.text}`;
  if (asksForImage(answer)) return { kind: "captcha" };
  if (status === 403 && CAPTCHA_WORDS.test(read)) return { kind: "captcha" };
  if ((status === 403 || status === 406 || status === 503) && BLOCK_WORDS.test(read)) return { kind: "block" };
  return leadsBack(answer) ? { kind: "sign-in" } : undefined;
}

const CAPTCHA_WORDS =
  /captcha|(?:are you|i'm|i am|you are|you're) (?:not )?(?:a )?(?:robot|human)|press (?:&|and) hold|verify (?:that )?you(?:'re| are) (?:a )?(?:human|not)/;
const BLOCK_WORDS =
  /access (?:to this (?:page|site|resource) )?(?:has been |is |was )?denied|(?:been|is|was) (?:temporarily )?(?:blocked|banned)|request (?:was )?(?:blocked|rejected)|unusual (?:traffic|activity)|suspicious (?:traffic|activity)|automated (?:access|requests|queries|traffic|tools)|bot (?:detected|protection|traffic)/;

/** A short page with the image of a captcha, and one field alone to write in, which is for what the image shows. */
function asksForImage({ seen, html }: Answer): boolean {
  if (
    seen.words > CAPTCHA_PAGE_WORDS ||
    !/<img\b[^>]{0,1000}captcha/i.test(html) ||
    /<(?:textarea|select)\b/i.test(html)
  )
    return false;
  const fields = [...html.matchAll(/<input\b[^>]{0,1000}/gi)]
    .map(([field]) => field)
    .filter((field) => !UNSEEN.test(field));
  return fields.length === 1 && /\b(?:name|id)\s{0,9}=\s{0,9}["']?[^"'\s>]{0,100}captcha/i.test(fields[0]!);
}

const CAPTCHA_PAGE_WORDS = 60;
/** Fields in which nobody writes. */
const UNSEEN = /\btype\s{0,9}=\s{0,9}["']?(?:hidden|submit|button|image|reset)\b/i;

/** A page to sign in on that remembers where its visitor wanted to go. */
function leadsBack({ url, html }: Answer): boolean {
  if (!/(?:^|[/_.-])(?:log-?in|sign-?in|auth)(?:$|[/_.-])/i.test(url.pathname)) return false;
  const returns = [...url.searchParams.keys()].some((name) => RETURNS.test(name));
  return returns && /type=["']?password/i.test(html);
}

const RETURNS =
  /^(?:next|continue|redirect(?:[_-]?(?:to|ur[il]))?|return(?:[_-]?(?:to|url))?|from|dest(?:ination)?|goto|back(?:url)?|service)$/i;
