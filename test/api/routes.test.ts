import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROUTES } from "../../src/adapters/http/index.js";
import { createRouter } from "../../src/adapters/http/routes.js";
import { WORDING } from "../../src/adapters/http/wording.js";
import { ERROR_CODES } from "../../src/kernel/index.js";
import { anyCharacter } from "../any-character.js";

/** The headings of the specification's endpoints, word for word. */
const SPECIFIED = [
  "GET /test",
  "POST /spin",
  "POST /paraphrase",
  "POST /aboutme",
  "GET /projects",
  "GET /project/:id/:keyword",
  "GET /all-projects",
  "POST /projects/find",
  "GET /project/status/:id",
  "GET /project/delete/:id",
  "GET /project/data/:id",
  "POST /project/data/:id",
  "GET /project/duplicate/:id",
  "GET /project/run/:id",
  "GET /create/articlecreator",
  "GET /create/:taskname",
];

/** What other clients use, and the abort operation, of which the specification shows no path. */
const DECIDED = [
  "GET /",
  "GET /project/abort/:id",
  "POST /project/abort/:id",
  "GET /aboutme",
  "GET /all-tasks",
  "GET /task/aboutme",
  "GET /task/find",
  "GET /task/groups",
  "GET /task/start/:id",
  "GET /task/abort/:id",
  "GET /task/delete/:id",
  "GET /task/duplicate/:id",
  "GET /task/status/:id",
  "GET /task/data/:id",
  "POST /task/data/:id",
  "GET /task/content/:id",
];

const route = createRouter(ROUTES);

describe("the table of routes", () => {
  it.each([...SPECIFIED, ...DECIDED])("has %s", (heading) => {
    const [method = "", path = ""] = heading.split(" ");
    const match = route(path.replaceAll(":", "a"));
    expect([...(match?.routes.keys() ?? [])]).toContain(method);
  });

  it("names what every specified path is read as", () => {
    expect(route("/project/1/tea")?.parameters).toEqual({ id: "1", keyword: "tea" });
    expect(route("/project/1")?.parameters).toEqual({ id: "1" });
    expect(route("/create/articlecreator")?.parameters).toEqual({ taskname: "articlecreator" });
    for (const verb of ["status", "delete", "data", "duplicate", "run", "abort"]) {
      expect(route(`/project/${verb}/1`)?.parameters).toEqual({ id: "1" });
      expect(route(`/project/${verb}`)?.parameters).toEqual({});
    }
  });

  it("has no method and path twice", () => {
    const names = ROUTES.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it("says of every post that it acts", () => {
    expect(ROUTES.filter(({ method, acts }) => method === "POST" && !acts)).toEqual([]);
  });

  it("says of exactly these reads that they act", () => {
    const acting = ROUTES.filter(({ method, acts }) => method === "GET" && acts);
    expect(new Set(acting.map(({ action }) => action))).toEqual(
      new Set(["delete", "duplicate", "run", "abort", "create"]),
    );
  });
});

describe("the router", () => {
  const segment = fc.oneof(
    fc.constantFrom(
      "project",
      "task",
      "projects",
      "create",
      "data",
      "delete",
      "",
      ".",
      "..",
      "%",
      "%2F",
      "%zz",
      "%E0%A4",
    ),
    fc.string({ unit: anyCharacter }),
  );
  const anyPath = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(segment).map((segments) => `/${segments.join("/")}`),
  );

  it("never throws, whatever the path", () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        const match = route(path);
        if (match === undefined) return;
        expect(match.routes.size).toBeGreaterThan(0);
        for (const value of Object.values(match.parameters)) expect(value).toBeTypeOf("string");
      }),
      { numRuns: 2000 },
    );
  });

  it("gives back every keyword that was encoded, and every path of content", () => {
    const word = fc.string({ unit: "grapheme", minLength: 1 });
    fc.assert(
      fc.property(word, fc.array(word, { minLength: 1 }), (keyword, path) => {
        expect(route(`/project/1/${encodeURIComponent(keyword)}`)?.parameters["keyword"]).toBe(keyword);
        const encoded = path.map(encodeURIComponent).join("/");
        expect(route(`/task/content/1/${encoded}`)?.parameters).toEqual({ id: "1", path: path.join("/") });
      }),
    );
  });

  it("finds the same with one slash at the end as without", () => {
    const known = fc.constantFrom(...ROUTES.map(({ path }) => path.replace(/[:*?]/g, "")));
    fc.assert(
      fc.property(known, (path) => {
        if (path !== "/") expect(route(`${path}/`)).toEqual(route(path));
      }),
    );
  });
});

describe("the wording of errors", () => {
  it("has exactly the codes of the kernel", () => {
    expect(Object.keys(WORDING).sort()).toEqual(Object.keys(ERROR_CODES).sort());
  });
});
