import { expect, it } from "vitest";
import { archiveWorld } from "../../../test/web/archive-world.js";

const zip = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(300, 5)]);
const captures = [
  { original: "http://shop.test/book", timestamp: "20100101000000", mime: "text/html", body: zip },
  {
    original: "http://shop.test/page",
    timestamp: "20100101000000",
    body: "<h1>Lamps</h1><p>They were lit with oil.</p>",
  },
];

it("a copy that is said to be a page and is none is a row that says so, and no article", async () => {
  await using world = await archiveWorld(captures);
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "article" });
  expect((await world.run(task)).status).toBe("complete");
  const rows = await world.rows(task);
  expect(rows).toMatchObject([
    {
      original: "http://shop.test/book",
      file: "",
      error: expect.stringContaining("is not a page but application/zip"),
    },
    { original: "http://shop.test/page", error: "" },
  ]);
});

it("its bytes are kept where they are asked for, with a note", async () => {
  await using world = await archiveWorld(captures);
  const task = await world.draft({ domainsFile: ["shop.test"], saveAs: "both" });
  await world.run(task);
  const [book] = await world.rows(task);
  expect(book).toMatchObject({ error: "", note: expect.stringContaining("It is no text") });
  expect(Buffer.from((await world.file(task, String(book?.["rawFile"])))!)).toEqual(zip);
});
