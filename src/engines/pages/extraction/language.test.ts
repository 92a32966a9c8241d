import { describe, expect, it } from "vitest";
import { languageCode, languageOf } from "./language.js";

describe("the language of a page", () => {
  it.each([
    ["en", "The bees hum in the garden while the keeper looks for the queen between the frames of the hive."],
    ["de", "Die Bienen summen im Garten, während der Imker zwischen den Rahmen des Stocks nach der Königin sucht."],
    [
      "fr",
      "Les abeilles bourdonnent dans le jardin pendant que l'apiculteur cherche la reine entre les cadres de la ruche.",
    ],
    ["ru", "Пчёлы жужжат в саду, пока пчеловод ищет матку между рамками улья, и никто ему не мешает."],
    ["zh", "蜜蜂在花园里嗡嗡作响，养蜂人正在蜂箱的框架之间寻找蜂王，没有人打扰他。"],
    ["", "Bees hum."],
    ["", "12345 https://a.example/the/bees/hum/in/the/garden/while/the/keeper/looks/for/the/queen"],
  ])("is %j by its text", (language, text) => {
    expect(languageOf(text)).toBe(language);
  });

  it.each([
    ["en-US", "en"],
    ["de_AT", "de"],
    ["deu", "de"],
    ["iw", "he"],
    ["zh-Hant-TW", "zh"],
    ["english", ""],
    ["x-default", ""],
    ["", ""],
  ])("is read from %j", (given, language) => {
    expect(languageCode(given)).toBe(language);
  });
});
