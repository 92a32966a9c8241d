// Findings of Harper (harper.js), which works without a network.
import { LocalLinter } from "harper.js";
import { binary } from "harper.js/binary";
import { wordsOf } from "./measures.mjs";

/** What counts as grammar. Spelling is counted for itself; style, readability, enhancement and formatting are not counted. */
const GRAMMAR = new Set([
  "Agreement",
  "BoundaryError",
  "Capitalization",
  "Grammar",
  "Miscellaneous",
  "Punctuation",
  "Redundancy",
  "Repetition",
  "Typo",
  "Usage",
  "WordChoice",
]);

let starting;

/** All findings in a text, as `{ kind, problem, message, start }`; in Markdown none is of what is marked as code. */
export async function findingsIn(text, language = "plaintext") {
  starting ??= (async () => {
    const linter = new LocalLinter({ binary });
    await linter.setup();
    return linter;
  })();
  const linter = await starting;
  const findings = [];
  for (const lint of await linter.lint(text, { language })) {
    const span = lint.span();
    findings.push({
      kind: lint.lint_kind(),
      problem: lint.get_problem_text(),
      message: lint.message(),
      start: span.start,
    });
    span.free();
    lint.free();
  }
  return findings;
}

export const isGrammar = ({ kind }) => GRAMMAR.has(kind);
export const isSpelling = ({ kind }) => kind === "Spelling";
export const isArticle = ({ message }) => /indefinite article/i.test(message);

/**
 * Grammar and spelling findings of texts together, per 1,000 of their words, and every finding. What is said of the words of `asked` is
 * no finding: somebody asked for "honey bees", written so.
 */
export async function grammarOf(texts, language = "plaintext", asked = []) {
  const isAsked = ({ problem }) => asked.some((words) => words.toLowerCase().includes(problem.trim().toLowerCase()));
  const findings = [];
  let words = 0;
  for (const text of texts) {
    words += wordsOf(text).length;
    for (const finding of await findingsIn(text, language)) {
      if (isAsked(finding)) continue;
      findings.push({ ...finding, around: text.slice(Math.max(0, finding.start - 40), finding.start + 50) });
    }
  }
  const per1000 = (wanted) => (words === 0 ? 0 : (1000 * findings.filter(wanted).length) / words);
  return { words, grammar: per1000(isGrammar), spelling: per1000(isSpelling), findings };
}
