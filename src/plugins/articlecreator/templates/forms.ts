import type { PartName } from "./part-names.js";

export interface FormPart {
  readonly part: PartName;
  /** Of `{keyword}` and `{title}`; empty for none. */
  readonly heading: string;
  /** Of the part `words`. */
  readonly text?: string;
  /** Only as far as the article would be too short without it. */
  readonly fills?: boolean;
}

/** How an article is laid out. */
export interface Form {
  readonly parts: readonly FormPart[];
  /** Of `{keyword}`, `{title}` and `{count}`; empty for the title that the article found. */
  readonly title: string;
  /** The parts of which one, or as many as said, must be there for the material to fit, and what is missing where they are not. */
  readonly needs?: { readonly parts: readonly PartName[]; readonly fewest?: number; readonly missing: string };
}

const part = (name: PartName, heading = ""): FormPart => ({ part: name, heading });

const rest: FormPart = { ...part("sections"), fills: true };

const FORMS = {
  default: { title: "", parts: [part("lead"), part("sections")] },
  listicle: {
    title: "{keyword}: {count} Things to Know",
    parts: [part("lead"), part("numbered"), rest],
    needs: { parts: ["numbered"], missing: "fewer than three things of which something is said" },
  },
  "how-to": {
    title: "",
    parts: [
      part("lead"),
      part("needs", "What You Need"),
      part("steps", "Step by Step"),
      part("tips", "Tips"),
      part("sections"),
    ],
    needs: { parts: ["steps"], missing: "no procedure of three steps or more that is whole and fits the length" },
  },
  faq: {
    title: "{keyword}: Questions and Answers",
    parts: [part("lead"), part("questions"), rest],
    needs: { parts: ["questions"], missing: "fewer than four questions with their answers" },
  },
  review: {
    title: "{keyword}: Review",
    parts: [
      part("lead"),
      part("verdict", "Verdict"),
      part("for", "What Speaks for It"),
      part("against", "What Speaks against It"),
      part("facts", "Facts"),
      part("sections"),
    ],
    needs: { parts: ["verdict", "for", "against"], fewest: 2, missing: "too little that speaks for it or against it" },
  },
  comparison: {
    title: "",
    parts: [part("lead"), part("compared", "Side by Side"), part("things"), part("choice"), part("sections")],
    needs: { parts: ["compared", "things"], missing: "no two things of which each has something said of it" },
  },
  "news-roundup": {
    title: "{keyword}: News Roundup",
    parts: [part("dated")],
    needs: { parts: ["dated"], missing: "no date with what happened" },
  },
  curation: {
    title: "",
    parts: [part("lead"), part("quotes")],
    needs: { parts: ["quotes"], missing: "nothing that can be quoted by itself" },
  },
  "local-business": {
    title: "",
    parts: [part("businesses"), part("sections")],
    needs: { parts: ["businesses"], missing: "no address, opening hours or way to get in touch" },
  },
  plain: { title: "", parts: [part("text")] },
} as const satisfies Readonly<Record<string, Form>>;

export type FormName = keyof typeof FORMS;

export const FORM_NAMES = Object.keys(FORMS) as readonly FormName[];

/** The form of this name; undefined where the name is none of ours. */
export function builtInForm(name: string): Form | undefined {
  return Object.hasOwn(FORMS, name) ? FORMS[name as FormName] : undefined;
}
