import { expect, it } from "vitest";
import { readSentences } from "./grammar.js";

it.each([
  [
    "a slot that does not exist",
    "{I} like {topics}.",
    /^data\/test\.txt, line 2: there is no slot \{topics\}; use one of I, /,
  ],
  ["a brace that stays open", "{I like|I love {topic}.", /line 2: a brace has no partner; add it or remove the brace$/],
  ["a brace too many", "{I} like} {topic}.", /line 2: a brace has no partner; add it or remove the brace$/],
  ["a comma in an aspect", "{old|new}, and {small|large}", /line 2: an aspect is part of an enumeration/],
])("%s is refused with its line", (_what, sentence, message) => {
  const file = { name: "test.txt", text: `[food: aspects]\n${sentence}\n` };
  expect(() => readSentences(file, ["food: aspects"])).toThrow(message);
});
