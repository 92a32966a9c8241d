import { expect, it } from "vitest";
import { cpuMs } from "../../../test/cpu-time.js";
import { extractPage } from "./extraction/extract.js";
import { extractHtml } from "./html-prose.js";

async function paragraphs(...texts: readonly string[]): Promise<readonly string[]> {
  const html = `<!DOCTYPE html><html><head><title>Harbour cranes</title></head><body><main><article><h1>Harbour cranes</h1>${texts.map((text) => `<p>${text}</p>`).join("")}</article></main></body></html>`;
  return (await extractHtml(html, extractPage)).blocks.map(({ text }) => text);
}

const link = (text: string, path = text) =>
  `<a href="https://${path.replace(/\W+/g, "-").toLowerCase()}.example/x">${text}</a>`;

it("the labels of links that name the source of a sentence at its end are no part of it", async () => {
  const texts = await paragraphs(
    `A harbour crane lifts goods from a ship and sets them down on the quay beside it, where wagons wait ${link("Port Museum")}. The first of them were turned by people who walked in a wheel ${link("Tread Wheels")}.`,
    `Steam drove the cranes of large harbours from the middle of the nineteenth century onwards ${link("Society of Engineers")}, ${link("Steam Archive")}. Most were replaced when electric motors became cheap enough.`,
    `Today the largest can lift more than a thousand tonnes, which is why few harbours have one ${link("Statistics Office")}.`,
  );
  expect(texts).toEqual([
    "A harbour crane lifts goods from a ship and sets them down on the quay beside it, where wagons wait. The first of them were turned by people who walked in a wheel.",
    "Steam drove the cranes of large harbours from the middle of the nineteenth century onwards. Most were replaced when electric motors became cheap enough.",
    "Today the largest can lift more than a thousand tonnes, which is why few harbours have one.",
  ]);
});

it("links are a part of their sentence on pages that use them for names", async () => {
  const texts = [
    `A harbour crane lifts goods from a ship, and the oldest that still works stands in ${link("Lisbon")}. It was built by the firm of ${link("Armstrong")} and bought by a merchant of ${link("Porto")}.`,
    `Its ${link("jib")} turns on a ${link("pivot")} of cast iron, which the harbour had from ${link("Sheffield")}. Two people who know it well are its keeper and the historian ${link("Ana Reis")}.`,
    `Since the works closed it belongs to a museum that is run by the city and visited by schools from all over ${link("Portugal")}.`,
  ];
  expect(await paragraphs(...texts)).toEqual(texts.map((text) => text.replace(/<[^>]+>/g, "")));
});

it("a link at the end of a sentence that has the name of its site is a citation on any page", async () => {
  const texts = await paragraphs(
    `A harbour crane lifts goods from a ship, and the oldest that still works was copied by other ports <a href="https://www.cranes.example/x">Cranes.example</a>. It was drawn by an engineer who had seen one in ${link("Lisbon")}.`,
    `Its keeper oils it every morning before the first ship comes in, and in winter he thaws it with a lamp.`,
  );
  expect(texts[0]).toBe(
    "A harbour crane lifts goods from a ship, and the oldest that still works was copied by other ports. It was drawn by an engineer who had seen one in Lisbon.",
  );
});

it("takes time in proportion to the links of a paragraph", async () => {
  const of = (count: number) =>
    'It was lifted by the old crane of the port <a href="https://port.example/">Port Museum</a>. '.repeat(count);
  const { blocks } = await extractHtml(`<article><p>${of(20)}</p></article>`, extractPage);
  expect(blocks.some(({ text }) => text.includes("Museum"))).toBe(false);
  const started = cpuMs();
  await extractHtml(`<article><p>${of(10_000)}</p></article>`, extractPage);
  expect(cpuMs() - started).toBeLessThan(5_000);
});
