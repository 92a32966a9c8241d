import { expect, it } from "vitest";
import { readPassages } from "./grammar.js";

it.each([
  [
    "a slot that does not exist",
    "I like {topics}.",
    /^data\/sides\.txt, line 2: there is no slot \{topics\}; use one of topic, /,
  ],
  ["a brace that stays open", "{I like|I love {topic}.", /line 2: a brace has no partner; add it or remove the brace$/],
  ["a brace too many", "I like} {topic}.", /line 2: a brace has no partner; add it or remove the brace$/],
  ["a comma in a side", "{old|new}, and {small|large}", /line 2: a side is part of an enumeration/],
])("%s is refused with its line", (_what, sentence, message) => {
  const file = { name: "sides.txt", text: `[food]\n${sentence}\n` };
  expect(() => readPassages(file, ["food"])).toThrow(message);
});
