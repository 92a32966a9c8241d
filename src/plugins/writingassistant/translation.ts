import { givenLines } from "../../engines/pages/fields.js";
import { protectedIn } from "../../engines/text/checks/protected-words.js";
import { ScriptoriumError, shown } from "../../kernel/index.js";
import { type Work, wholeText } from "./article.js";
import { draftText, plainLine, wordsOf } from "./draft-text.js";

/** Translates the text, then its questions and its table; a part that comes back in another form stays out, with its reason. */
export async function translateArticle(work: Work, says: (more?: string) => readonly string[]): Promise<void> {
  const { article, writer, context } = work;
  const language = context.options.articleSpinnerTranslateTarget.trim().toLowerCase();
  const kept = givenLines(context.options.protectedWordsFile);
  const asked = says(kept.length === 0 ? "" : `Leave these as they are: ${kept.join(", ")}.`);
  const translated = async (text: string) => {
    const { text: answer, cut } = await writer.words("translate", { head: { language }, says: asked, text });
    const found = new Set(protectedIn(answer, kept, false));
    const lost = cut ? [] : [...new Set(protectedIn(text, kept, false))].filter((word) => !found.has(word));
    if (lost.length > 0) {
      throw new ScriptoriumError(
        "WRITER_FAILED",
        `The translation lacks ${lost.map((word) => `"${shown(word)}"`).join(", ")} of protectedWordsFile. Run the task again, or use another model.`,
      );
    }
    if (!cut) return answer.trim();
    throw new ScriptoriumError("WRITER_FAILED", "The translation was cut off at its greatest length. Raise maxTokens.");
  };
  const { title, body } = draftText(await translated(wholeText(article)));
  const headings = (text: string) => text.match(/^#{2,6} /gm)?.length ?? 0;
  if (wordsOf(body) * 3 < wordsOf(article.body) || headings(body) !== headings(article.body)) {
    throw new ScriptoriumError(
      "WRITER_FAILED",
      "The translation does not have the parts of the text. Run the task again, or use another model.",
    );
  }
  const { faq, table } = article;
  article.original = wholeText(article);
  Object.assign(article, { title: title || article.title, body, language, faq: [], table: undefined });
  if (faq.length > 0) {
    const text = faq.map(({ question, answer }) => `### ${question}\n\n${answer}`).join("\n\n");
    const parts = (await translated(text)).split(/^#{2,4} /m).slice(1);
    const read = parts.map((part) => {
      const [question = "", ...answer] = part.split("\n");
      return { question: plainLine(question), answer: plainLine(answer.join(" ")) };
    });
    if (read.length === faq.length) article.faq = read;
    else article.reasons.push("The questions were left out: their translation does not have their parts.");
  }
  if (table !== undefined) {
    const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "/")).join(" | ")} |`;
    const lines = [
      table.caption,
      "",
      line(table.columns),
      line(table.columns.map(() => "---")),
      ...table.rows.map(line),
    ];
    const [caption = "", columns, , ...rows] = (await translated(lines.join("\n")))
      .split("\n")
      .filter((one) => one.trim() !== "");
    const cells = (row = "") =>
      row
        .trim()
        .replace(/^\||\|$/g, "")
        .split("|")
        .map(plainLine);
    const isWhole =
      columns !== undefined &&
      rows.length === table.rows.length &&
      [columns, ...rows].every((row) => cells(row).length === table.columns.length);
    if (isWhole) article.table = { caption: plainLine(caption), columns: cells(columns), rows: rows.map(cells) };
    else article.reasons.push("The table was left out: its translation does not have its cells.");
  }
}
