import { expect, it } from "vitest";
import { answerCleaner, cleaned } from "./cleaned.js";

const ANSWERS: readonly (readonly [string, string])[] = [
  ["<think>\nThe user wants bees.\n</think>\n\nBees fly.", "Bees fly."],
  ["<thinking>a</thinking><think>b</think>Bees fly.", "Bees fly."],
  ["Here is your article:\n\n# Bees\n\nBees fly.", "# Bees\n\nBees fly."],
  ["Sure! Here's the revised draft of the article:\n\nBees fly.\n", "Bees fly."],
  ["Certainly!\n\nBees fly.", "Bees fly."],
  ["```markdown\n# Bees\n\nBees fly.\n```", "# Bees\n\nBees fly."],
  ['```json\n{"a": 1}\n```\n', '{"a": 1}'],
  ["Here is the JSON:\n```json\n{}\n```", "{}"],
  // What is part of the text stays.
  ["Here is a hive.\n\nIt is full.", "Here is a hive.\n\nIt is full."],
  ["Here are the main parts:\n\n- wings", "Here are the main parts:\n\n- wings"],
  ["```js\nlet bees = 1;\n```", "```js\nlet bees = 1;\n```"],
  ["```\na\n```\n\nThen:\n\n```\nb\n```", "```\na\n```\n\nThen:\n\n```\nb\n```"],
  ["Bees <think> too.", "Bees <think> too."],
  ["<p>Bees fly.</p>", "<p>Bees fly.</p>"],
  ["Certainly!", "Certainly!"],
  ["<think>never ends", ""],
  ["", ""],
];

it.each(ANSWERS)("%j is %j", (answer, expected) => {
  expect(cleaned(answer)).toBe(expected);
});

it("an end of a thought without a beginning takes what is before it away", () => {
  expect(cleaned("The user wants bees.\n</think>\nBees fly.")).toBe("Bees fly.");
});

it("in whatever pieces an answer comes, together they are the clean answer", () => {
  for (const [answer] of ANSWERS) {
    for (const size of [1, 2, 3, 7, 1000]) {
      const cleaner = answerCleaner();
      let out = "";
      for (let at = 0; at < answer.length; at += size) out += cleaner.push(answer.slice(at, at + size));
      expect(out + cleaner.end()).toBe(cleaned(answer));
    }
  }
});

it("prose is shown while it comes", () => {
  const cleaner = answerCleaner();
  expect(cleaner.push("# Bees\n\nBees")).toBe("# Bees\n\nBees");
  expect(cleaner.push(" fly")).toBe(" fly");
});
