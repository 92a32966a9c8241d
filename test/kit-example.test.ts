import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import * as z from "zod";
import * as scriptorium from "../src/index.js";
import * as kit from "../src/kit.js";
import { type Loopback, serveHttp } from "./doubles/loopback.js";

let site: Loopback | undefined;
let server: scriptorium.Scriptorium | undefined;
afterEach(async () => {
  await server?.stop();
  await site?.close();
});

/** The task type of docs/kit.md as a reader would save it. */
function pagekeeper(): scriptorium.TaskPlugin {
  const text = readFileSync(new URL("../docs/kit.md", import.meta.url), "utf8");
  const code = /```js\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  const body = code
    .replace(/^import (\{[^}]*\}) from ("[^"]+");$/gm, "const $1 = modules[$2];")
    .replace("export const pagekeeper =", "return");
  const modules = { scriptorium, "scriptorium/kit": kit, zod: { z } };
  return new Function("modules", body)(modules);
}

it("the task type in the documentation of the kit keeps the text of a page", async () => {
  site = await serveHttp((_request, response) => {
    const text = "The keeper waits for a still morning, lights the smoker and lifts the roof without haste. ".repeat(3);
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      `<title>Bees</title><main><h1>Bees</h1><p>${text}</p><p>All of it is announced to the others.</p></main>`,
    );
  });
  server = scriptorium.createScriptorium({ plugins: [pagekeeper()], web: { allowPrivate: ["127.0.0.1"] } });
  await server.start();
  const { tasks, content } = server.kernel;
  const url = new URL("/bees", site.url).href;
  const { _id } = await tasks.create("pagekeeper", { urlsFile: [url], requestDelayFrom: 0, requestDelayTo: 0 });
  await tasks.run(_id);
  expect((await tasks.settled(_id)).error).toBeUndefined();
  expect(await Array.fromAsync(content.rows(_id))).toMatchObject([
    { url, title: "Bees", file: "articles/bees.md", status: "ok" },
  ]);
  const file = await content.file(_id, "articles/bees.md");
  expect(Buffer.from(file?.bytes ?? []).toString()).toContain("lifts the roof without haste");
});
