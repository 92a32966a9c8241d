import type { PostEmailerOptions } from "./options.js";

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
  const delay = plain(postDelay);
  // What stands behind the mark, such as the signature that a mail server adds, is no part of the post.
  if (shortcodes === "blogger") return { ...NO_CODES, after: ["#end"] };
  if (shortcodes === "postie") {
    return {
      subject: categories.map((name) => `[${plain(name)}] `).join(""),
      before: [
        `status: ${postStatus}`,
        ...listed("tags: ", tags, ""),
        ...(delay === "" ? [] : [`delay: ${postieDelay(delay)}`]),
      ],
      after: [":end"],
    };
  }
  return {
    subject: "",
    before: [],
    after: [
      ...listed("[category ", categories, "]"),
      ...listed("[tags ", tags, "]"),
      ...(slug === "" ? [] : [`[slug ${plain(slug)}]`]),
      ...(excerpt === "" ? [] : [`[excerpt]${plain(excerpt)}[/excerpt]`]),
      `[status ${postStatus}]`,
      ...(delay === "" ? [] : [`[delay ${delay}]`]),
      "[end]",
    ],
  };
}

function listed(before: string, names: readonly string[], after: string): string[] {
  const clean = names.map((name) => plain(name).replaceAll(",", " ").trim()).filter((name) => name !== "");
  return clean.length === 0 ? [] : [`${before}${clean.join(", ")}${after}`];
}

/** Without what would end a code or begin another. */
function plain(text: string): string {
  return text.replace(/[[\]\s]+/g, " ").trim();
}

/** `+2 hours 30 minutes` as Postie writes it: `2h30m`. */
function postieDelay(delay: string): string {
  const parts = [...delay.matchAll(/(\d+)\s*(d|h|m)[a-z]*/gi)].map(
    ([, count, unit]) => `${count}${unit!.toLowerCase()}`,
  );
  return parts.length === 0 ? delay : parts.join("");
}
