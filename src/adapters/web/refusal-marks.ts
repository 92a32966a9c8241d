import marks from "../../../data/web/refusal-marks.txt";
import { once, readSections, refuseRow, type TableFile } from "../../engines/tables.js";
import type { WebRefusal } from "../../kernel/providers.js";
import type { SeenText } from "./refusal-text.js";

/** What there is to judge an answer by before its page is read. */
export interface Head {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly url: URL;
}

export interface Answer extends Head {
  /** The body as it came. */
  readonly html: string;
  /** What can be read of it. */
  readonly seen: SeenText;
}

interface Mark<Judged extends Head> {
  readonly refusal: WebRefusal;
  readonly shows: (answer: Judged) => boolean;
}

type Condition<Judged extends Head> = (value: string) => (answer: Judged) => boolean;

/** Words beyond which a page is taken for a page, whatever else it holds. */
export const SHORT_WORDS = 160;

const KINDS = [
  "captcha",
  "challenge",
  "block",
  "rate-limit",
  "sign-in",
  "consent",
] as const satisfies readonly WebRefusal["kind"][];
const REFUSING = new Set([401, 403, 405, 429, 503]);

const OF_ANSWERS: Readonly<Record<string, Condition<Head>>> = {
  refused: () => (answer) => REFUSING.has(answer.status),
  status: (value) => {
    const statuses = new Set(value.split(",").map(wholeNumber));
    return ({ status }) => statuses.has(status);
  },
  header: (value) => {
    const [name = "", wanted] = value.split(" = ");
    return ({ headers }) => (wanted === undefined ? name in headers : headers[name]?.toLowerCase() === wanted);
  },
  site:
    (name) =>
    ({ url }) =>
      isOf(url, name),
  host: matching(({ url }) => [url.hostname]),
  path: matching(({ url }) => [url.pathname]),
  "any-case-path": matching(({ url }) => [url.pathname], "i"),
};

const OF_PAGES: Readonly<Record<string, Condition<Answer>>> = {
  ...OF_ANSWERS,
  "words below": (value) => {
    const most = wholeNumber(value);
    return ({ seen }) => seen.words < most;
  },
  "characters below": (value) => {
    const most = wholeNumber(value);
    return ({ html }) => html.length < most;
  },
  html: matching(({ html }) => [html]),
  "any-case-html": matching(({ html }) => [html], "i"),
  title: matching(({ seen }) => [seen.title]),
  says: matching(({ seen }) => [seen.title, seen.text]),
  "only captcha": (value) => {
    const widget = new RegExp(value);
    return (answer) => onlyCaptcha(answer, widget);
  },
};

const table = once(() => readMarks({ name: "web/refusal-marks.txt", text: marks }));

/** @throws ScriptoriumError CONFIG_INVALID for rows with kinds, conditions or values that do not exist. */
export function readMarks(file: TableFile): {
  readonly answer: readonly Mark<Head>[];
  readonly page: readonly Mark<Answer>[];
} {
  const rows = readSections(file, {
    columns: { kind: "text", by: "text", first: "text", second: "text?", third: "text?" },
    unique: ["kind", "by", "first", "second", "third"],
    known: { kind: KINDS },
    sections: ["answer", "page"],
  });
  const marksOf = <Judged extends Head>(
    section: keyof typeof rows,
    conditions: Readonly<Record<string, Condition<Judged>>>,
  ): readonly Mark<Judged>[] =>
    rows[section].map(({ kind, by, first, second, third, line }) => {
      const checks = [first, second, third]
        .filter((cell) => cell !== undefined)
        .map((cell) => {
          const [, name = "", value = ""] = /^([^:]+)(?:: (.+))?$/.exec(cell) ?? [];
          const condition = Object.hasOwn(conditions, name) ? conditions[name]! : undefined;
          if (condition === undefined) {
            return refuseRow(
              file,
              line,
              `there is no condition "${name}"; use one of ${Object.keys(conditions).join(", ")}`,
            );
          }
          try {
            if ((value === "") !== (name === "refused")) throw new RangeError();
            return condition(value);
          } catch {
            return refuseRow(file, line, `"${name}" cannot be used with "${value}"`);
          }
        });
      return {
        refusal: { kind: kind as WebRefusal["kind"], by },
        shows: (answer) => checks.every((check) => check(answer)),
      };
    });
  return { answer: marksOf("answer", OF_ANSWERS), page: marksOf("page", OF_PAGES) };
}

/** The marks that are known without the page. */
export function headMarks(): readonly Mark<Head>[] {
  return table().answer;
}

/** The marks that are known by the page, of which there must be next to nothing to read. */
export function pageMarks(): readonly Mark<Answer>[] {
  return table().page;
}

/** Whether one of the texts has what the expression says. */
function matching<Judged extends Head>(texts: (answer: Judged) => readonly string[], flags = ""): Condition<Judged> {
  return (value) => {
    const pattern = new RegExp(value, flags);
    return (answer) => texts(answer).some((text) => pattern.test(text));
  };
}

function wholeNumber(text: string): number {
  if (!/^\s*\d{1,9}$/.test(text)) throw new RangeError(`${text} is no whole number`);
  return Number(text);
}

/** A page that asks for nothing but that its captcha be solved: few words, and no field to write in. */
function onlyCaptcha(answer: Answer, widget: RegExp): boolean {
  return (
    answer.seen.words <= 60 &&
    widget.test(answer.html) &&
    /data-sitekey|[?&]render=explicit|\/recaptcha\/api\.js["'>]/.test(answer.html) &&
    !/<textarea(?![^>]{0,500}captcha)|<input[^>]{0,200}type=["']?(?:text|email|password|search|tel)/i.test(
      answer.html,
    ) &&
    says(answer, /captcha|robot|\bbots?\b|human|verif|security check|unusual/)
  );
}

/** Of the title or of the text. */
function says({ seen }: Answer, words: RegExp): boolean {
  return words.test(seen.title) || words.test(seen.text);
}

/** `google` covers google.com, www.google.co.uk ... */
function isOf({ hostname }: URL, name: string): boolean {
  const at = hostname.lastIndexOf(`${name}.`);
  if (at < 0 || (at > 0 && hostname[at - 1] !== ".")) return false;
  return /^(?:com?\.)?[a-z]{2,3}$/.test(hostname.slice(at + name.length + 1));
}
