import { expect, it } from "vitest";
import { articleInForm, page } from "../../../test/doubles/article-creator-world.js";

const asked = (pages: Readonly<Record<string, string>>, keyword: string) => articleInForm("faq", keyword, pages);

const QUESTIONS: readonly (readonly [question: string, answer: string])[] = [
  ["Can I keep a tortoise outdoors?", "You can keep a tortoise outdoors from May to September in a dry pen."],
  ["How long does a tortoise sleep in winter?", "A tortoise sleeps for about eleven weeks in a cold box."],
  ["What do tortoises eat?", "Tortoises eat weeds such as dandelion, clover and plantain."],
  ["Do tortoises need a lamp?", "They need a lamp that gives ultraviolet light on all days spent indoors."],
];

const ABOUT =
  "<p>A tortoise is a reptile with a shell that lives on land. Tortoises are older than lizards and snakes, and some of them live for more than a century. The tortoise was brought to Europe by sailors, who kept it on board for its meat.</p>";

const WRITTEN: Readonly<Record<string, (question: string, answer: string, at: number) => string>> = {
  "letters with dots": (question, answer) => `<p>Q. ${question}</p><p>A. ${answer}</p>`,
  "letters with colons": (question, answer) => `<p>Q: ${question}</p><p>A: ${answer}</p>`,
  "one paragraph": (question, answer) => `<p>Q: ${question} A: ${answer}</p>`,
  "letters with dashes": (question, answer) => `<p>Q - ${question}</p><p>A - ${answer}</p>`,
  "bold letters with line breaks": (question, answer) => `<p><b>Q.</b> ${question}<br><b>A.</b> ${answer}</p>`,
  numbers: (question, answer, at) => `<p>Question ${at + 1}: ${question}</p><p>Answer ${at + 1}: ${answer}</p>`,
  "letters with numbers": (question, answer, at) => `<p>Q${at + 1}. ${question}</p><p>A${at + 1}. ${answer}</p>`,
  "bold questions": (question, answer) => `<p><strong>${question}</strong></p><p>${answer}</p>`,
  "bold questions before their answers": (question, answer) => `<p><strong>${question}</strong><br>${answer}</p>`,
  "terms and descriptions": (question, answer) => `<dl><dt>${question}</dt><dd>${answer}</dd></dl>`,
  "headings with letters": (question, answer) => `<h3>Q: ${question}</h3><p>A: ${answer}</p>`,
  summaries: (question, answer) => `<details><summary>${question}</summary><p>${answer}</p></details>`,
};

for (const [name, write] of Object.entries(WRITTEN))
  it(`reads questions and answers written as ${name}`, async () => {
    const body = ABOUT + QUESTIONS.map(([question, answer], at) => write(question, answer, at)).join("");
    const text = await asked({ "https://a.test/": page("Tortoises: questions of readers", body) }, "tortoise");
    for (const [question, answer] of QUESTIONS) expect(text).toContain(`${question}\n\n${answer}`);
    expect(text).not.toMatch(/^(?:Q|A|Question|Answer)\b ?\d*[.:-]/m);
  });
