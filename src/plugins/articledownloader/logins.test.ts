import { expect, it } from "vitest";
import { kernelWith, outcomeOf, page, site } from "../../../test/web/download-world.js";

it("each line of a site is asked for with its own user name and password", async () => {
  const sent: string[] = [];
  const { url } = await site(
    Object.fromEntries(
      ["Boats", "Lamps"].map((title) => [
        `/${title}`,
        (request, response) => {
          sent.push(`${title} ${Buffer.from(request.headers.authorization!.slice(6), "base64")}`);
          response.setHeader("content-type", "text/html").end(page(title));
        },
      ]),
    ),
  );
  const lines = ["alice:a1@$/Boats", "bob:b1@$/Lamps"].map((line) => `http://${line.replace("$", url.slice(7))}`);
  await outcomeOf(await kernelWith(), { urlsFile: lines });
  expect(sent.sort()).toEqual(["Boats alice:a1", "Lamps bob:b1"]);
});

it("an address with two logins is noted as given twice", async () => {
  const urlsFile = ["http://alice:a1@a.test/", "http://bob:b1@a.test/"];
  const kernel = await kernelWith();
  const task = await kernel.tasks.create("articledownloader", { urlsFile });
  expect(await kernel.tasks.notesOn(task, { urlsFile })).toContainEqual(
    expect.stringContaining('there before, such as "http://a.test/"'),
  );
});
