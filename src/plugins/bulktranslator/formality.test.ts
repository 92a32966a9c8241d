import { expect, it } from "vitest";
import { finderWorld } from "../../../test/web/finder-world.js";
import { cannedFolder } from "../../adapters/doubles/canned-files.js";
import type { TranslatorProvider } from "../../kernel/index.js";
import { bulktranslator } from "./index.js";

function service(heeds: boolean) {
  const asked: (string | undefined)[] = [];
  const translator: TranslatorProvider = {
    async translate(text, { formality }) {
      asked.push(formality);
      return text.toUpperCase();
    },
    heedsFormality: () => heeds,
  };
  return { asked, translator };
}

const DATA = { inputFolder: "in", articleSpinnerTranslateSource: "en", articleSpinnerTranslateTarget: "de" };

it("a service is told how the reader is addressed, and another address has no memory of the first", async () => {
  const { asked, translator } = service(true);
  const here = await finderWorld(bulktranslator, {
    folder: cannedFolder("in", { "a.txt": "How are you?" }),
    translator,
  });
  const id = await here.task(DATA);
  await here.run(id);
  for (const formality of ["more", "less"]) {
    await here.kernel.tasks.patch(id, { formality });
    await here.run(id);
  }
  expect(asked).toEqual([undefined, "more", "less"]);
});

it.each([
  [true, []],
  [false, ["formality"]],
])("a warning says where the service does not heed it: %j", async (heeds, fields) => {
  const { translator } = service(heeds);
  const options = bulktranslator.options.parse({
    ...DATA,
    inputFolder: "",
    textsFile: ["How are you?"],
    formality: "more",
  });
  const problems = await bulktranslator.check!(options, { providers: { translator } } as never);
  expect(problems.map(({ field }) => field)).toEqual(fields);
});
