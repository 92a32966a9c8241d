import { afterEach, expect, it } from "vitest";
import { cannedReader, cannedWeb } from "../../src/adapters/doubles/index.js";
import { catalogue } from "../../src/plugins/catalogue.js";
import { servers } from "./server.js";

const open = servers();
afterEach(open.close);

it.each([
  ["GET /nowhere", "There is no route GET /nowhere. docs/http-api.md of the package lists the routes."],
  ["GET /create/", /^No task type is named\. Use one of: articlecreator, /],
  [
    "GET /create/web%20crawlr",
    /^There is no task type "web crawlr"\. Did you mean "webcrawler"\? Use one of: articlecreator, /,
  ],
  ["GET /create/bees", /^There is no task type "bees"\. Use one of: articlecreator, /],
  ["GET /project/run/", "A task without an id could not be found. GET /all-projects lists the ids there are."],
  ["GET /aboutme", 'The query has no "keyword". Write it as /aboutme?keyword=gardening.'],
])("%s is answered in words that help", async (call, message) => {
  const api = await open.start({
    kernel: { plugins: catalogue, providers: { web: cannedWeb({}), reader: cannedReader() } },
  });
  const [method = "", path = ""] = call.split(" ");
  const { envelope } = await api.call(method, path);
  expect(envelope).toEqual({
    success: false,
    message: typeof message === "string" ? message : expect.stringMatching(message),
    result: null,
  });
});

it.each([
  [{ name: { $foo: 1 } }, /^The operator "\$foo" is not offered there, only \$eq, \$ne, .*, \$mod\. Change the search/],
  [
    { $where: "1" },
    'The operator "$where" is not offered there, only $and, $or, $nor. Change the search and send it again.',
  ],
])("a search with an unknown operator is told which there are: %j", async (query, message) => {
  const api = await open.start();
  const { envelope } = await api.post("/projects/find", { query });
  expect(envelope.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
});
