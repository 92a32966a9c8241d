import type { FormName } from "../templates/forms.js";

/** What a model is told about the form of an article. */
export const FORM_WISHES: Readonly<Record<FormName, string>> = {
  default:
    "Write an article: first what the subject is, then its sides under headings, and a last paragraph that closes.",
  listicle:
    "Write a list article: a short opening, then at least five numbered headings such as `## 1. Name`, each with a paragraph.",
  "how-to":
    "Write instructions: a short opening, `## What You Need` with a list, `## Step by Step` with one numbered list of whole steps in their order, `## Tips` with a list.",
  faq: "Write questions and answers: a short opening, then at least five headings that are questions, each with its answer below.",
  review:
    "Write a review: a short opening, `## Verdict`, `## What Speaks for It` and `## What Speaks against It` with a list each, `## Facts` with a list. Judge only as the sources do.",
  comparison:
    "Write a comparison: a short opening, a heading for each of the things compared, and `## Which to Choose`.",
  "news-roundup":
    "Write a news roundup: for each event a heading with its date and what happened, the newest first, and a paragraph below.",
  curation:
    "Write a curated overview: for each source a heading and what it says that the others do not, in your own words.",
  "local-business":
    "Write a business profile: who it is, `## Where to Find It`, `## Opening Hours`, `## Contact`. Leave out what the sources do not say.",
  plain: "Write running text in paragraphs, without any heading or list.",
};
