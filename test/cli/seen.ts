import { call } from "./server-process.js";

const SOURCE =
  "Bees make honey from nectar. The hive stores honey in wax comb for the winter. Honey keeps for years in a closed jar.";

/** A server with a task that has run, one that is a draft with all kinds of text in it, and the ids of both. */
export async function filled(address: string): Promise<readonly string[]> {
  const done = (await call(address, "/create/articlecreator")).result.id;
  await call(address, `/project/data/${done}`, {
    jobName: "Honey",
    group: "bees",
    articleKeywordsFile: ["honey", "wax comb"],
    sourceMode: ["text"],
    sourceTextFile: [SOURCE],
    articleLengthFrom: 10,
  });
  await call(address, `/project/run/${done}`);
  await until(async () => (await call(address, `/project/status/${done}`)).result[0].status === "complete");
  const draft = (await call(address, "/create/articlecreator")).result.id;
  await call(address, `/project/data/${draft}`, {
    jobName: '\u{1f41d} e\u0301 \u2028 "x"',
    group: "bees",
    notes: { "a.b": [1.5, null, { $x: "\n" }] },
  });
  return [done, draft];
}

/** All that clients can see of the tasks. */
export async function seen(address: string, ids: readonly string[]): Promise<unknown> {
  const of = (id: string) =>
    Promise.all(
      ["/project/status/", "/project/data/", "/project/"].map((path) =>
        call(address, path + id).then(({ result }) => result),
      ),
    );
  return {
    all: (await call(address, "/all-projects")).result,
    found: (await call(address, "/projects/find", { query: { group: "bees" } })).result,
    each: await Promise.all(ids.map(of)),
    wax: (await call(address, `/project/${ids[0]}/wax%20comb`)).result,
  };
}

/** Resolves when it has come to that; there is nothing to wait for in another process but asking again. */
export async function until(reached: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await reached())) {
    if (Date.now() > deadline) throw new Error("it did not come to that within 20 s");
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}
