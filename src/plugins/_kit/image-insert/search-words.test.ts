import { expect, it } from "vitest";
import { searchWords } from "./search-words.js";

it.each<[string, string, string[]]>([
  ["how to clean a cast iron skillet", "en", ["clean cast iron skillet", "iron skillet"]],
  ["best running shoes for flat feet 2026", "en", ["running shoes flat feet", "running shoes"]],
  ["history of the Roman Empire", "en", ["roman empire"]],
  ["benefits of turmeric for skin", "en", ["turmeric skin", "turmeric"]],
  ["10 tips for growing tomatoes in pots", "en", ["growing tomatoes pots", "growing tomatoes"]],
  ["7 wonders of the world", "en", ["7 wonders world"]],
  ["cheap hotels in Lisbon", "en", ["hotels lisbon"]],
  ["World War 2", "en", ["world war 2"]],
  ["C++ vs Rust", "en", ["c++ rust"]],
  ["for for for", "en", ["for for for"]],
  ["the who", "en", ["the who"]],
  ["comment faire du pain au levain", "fr", ["pain levain"]],
  ["wie war das Wetter", "de", ["wetter"]],
  ["東京 観光", "ja", ["東京 観光"]],
  ["  ?!  ", "en", ["?!"]],
])("images for %j in %s are looked for by %j", (keyword, language, words) => {
  expect(searchWords(keyword, language)).toEqual(words);
});
