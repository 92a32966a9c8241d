import { afterAll, beforeAll, expect, it } from "vitest";
import { createScriptorium, firstVariant, type Scriptorium } from "../../src/index.js";
import { type Answer, loopbackModel } from "../doubles/loopback-model.js";

let answer: Answer;
let model: Awaited<ReturnType<typeof loopbackModel>>;
let scriptorium: Scriptorium;
// One for all of them, since its engine reads the language data in a thread of its own.
beforeAll(async () => {
  model = await loopbackModel((asked) => answer(asked));
  scriptorium = createScriptorium({ providers: { writer: model.writer } });
});
afterAll(async () => {
  await scriptorium.stop();
  await model.close();
});

function textWith(given: Answer) {
  answer = given;
  model.chats.length = 0;
  return { text: scriptorium.kernel.text, chats: model.chats };
}
const TEXT = "The old lighthouse guided 12 ships past the rocks.";
const login = "ann@example.com";

it("a language model is asked first, and what it answers is used when it keeps the facts", async () => {
  const spun = "The {old|ancient} lighthouse guided 12 ships past the {rocks|reef}.";
  const { text } = textWith(() => spun);
  expect(await text.spin(TEXT)).toEqual({ text: spun, notes: [] });
});

it("the built-in engine does what the model gets wrong, and says so", async () => {
  const given = "The plan protects 12 schools near the coast.";
  const { text } = textWith(() => "The plan {protects|guards} {12|20} schools near the coast.");
  const { text: spun, notes } = await text.spin(given);
  expect(firstVariant(spun)).toBe(given);
  expect(spun).toMatch(/\{\w+\|/);
  expect(notes).toEqual([expect.stringMatching(/built-in spinner.*number/)]);
});

it("the model translates a paraphrase where there is no translation service", async () => {
  const { text, chats } = textWith(({ system, user }) =>
    /translat/i.test(system) ? user.replace(/[a-z]+/gi, "mot") : "nothing of use",
  );
  const { text: result } = await text.paraphrase(TEXT, login, { finalLanguage: "fr" });
  expect(firstVariant(result)).toMatch(/^(mot )+.*12/);
  expect(chats.length).toBeGreaterThan(0);
});

it("a model that injects a name into an about-me text is not believed", async () => {
  const { text } = textWith(() => `I am Melissa and I like lighthouses. ${"They are tall and kind. ".repeat(12)}`);
  const { text: written, notes } = await text.aboutMe("lighthouses", { seed: "1" });
  expect(written).not.toContain("Melissa");
  expect(written).toContain("lighthouses");
  expect(notes).toEqual([expect.stringContaining("Melissa")]);
});
