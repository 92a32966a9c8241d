import type { PostEmailerOptions } from "./options.js";
import { delayMinutes, postieDelay, wordpressDelay } from "./post-delay.js";

/** What a blog is to make of a mail. */
export interface PostFacts {
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly slug: string;
  readonly excerpt: string;
}

export interface Codes {
  /** In front of the subject. */
  readonly subject: string;
  /** Lines in front of the text and behind it. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const NO_CODES: Codes = { subject: "", before: [], after: [] };

/** How a blog that makes posts of mails is told what the post is to be. */
export function codesFor(
  { shortcodes, postStatus, postDelay, recipientKind }: PostEmailerOptions,
  { categories, tags, slug, excerpt }: PostFacts,
): Codes {
  if (recipientKind === "people" || shortcodes === "none") return NO_CODES;
  const delay = delayMinutes(postDelay);
  // A blog knows a category by its own name, not by those above it.
  const own = categories.map((name) => name.slice(name.lastIndexOf(">") + 1));
  // What stands behind the mark, such as the signature that a mail server adds, is no part of the post.
  if (shortcodes === "blogger") return { ...NO_CODES, after: ["#end"] };
  if (shortcodes === "postie") {
    return {
      subject: own.map((name) => `[${plain(name)}] `).join(""),
      before: [
        `status: ${postStatus}`,
        ...listed("tags: ", tags, ""),
        ...(delay === undefined ? [] : [`delay: ${postieDelay(delay)}`]),
      ],
      after: [":end"],
    };
  }
  return {
    subject: "",
    before: [],
    after: [
      ...listed("[category ", own, "]"),
      ...listed("[tags ", tags, "]"),
      ...(slug === "" ? [] : [`[slug ${plain(slug)}]`]),
      ...(excerpt === "" ? [] : [`[excerpt]${plain(excerpt)}[/excerpt]`]),
      `[status ${postStatus}]`,
      ...(delay === undefined ? [] : [`[delay ${wordpressDelay(delay)}]`]),
      "[end]",
    ],
  };
}

/**
 * Text or HTML of an article without what a blog would take for codes: an article from elsewhere must not decide how it is
 * published.
 */
export function withoutCodes(text: string, { shortcodes, recipientKind }: PostEmailerOptions): string {
  if (recipientKind === "people" || shortcodes === "none") return text;
  if (shortcodes === "blogger") return text.replace(/#end\b/gi, "# end");
  if (shortcodes === "postie") {
    return text.replace(
      /(^|>)([ \t]*)(status:|tags:|delay:|date:|type:|comments:|excerpt:|:start\b|:end\b)/gim,
      (_all, ...part: string[]) =>
        part[2]!.startsWith(":")
          ? `${part[0]}${part[1]}: ${part[2]!.slice(1)}`
          : `${part[0]}${part[1]}\u2060${part[2]}`,
    );
  }
  return text.replace(
    /\[(\/?(?:category|categories|tags?|status|delay|slug|title|excerpt|comments|password|publicize|geotag|nogeo|more|nextpage|end)\b[^\]\n<]*)\]/gi,
    "($1)",
  );
}

/** Postie takes words in brackets in front of a subject for categories. */
export function subjectWithoutCodes(subject: string, { shortcodes, recipientKind }: PostEmailerOptions): string {
  if (recipientKind === "people" || shortcodes !== "postie") return subject;
  return subject.replaceAll("[", "(").replaceAll("]", ")");
}

function listed(before: string, names: readonly string[], after: string): string[] {
  const clean = names.map((name) => plain(name.replaceAll(",", " "))).filter((name) => name !== "");
  return clean.length === 0 ? [] : [`${before}${clean.join(", ")}${after}`];
}

/** Without what would end a code or begin another. */
function plain(text: string): string {
  return text.replace(/[[\]\s]+/g, " ").trim();
}
