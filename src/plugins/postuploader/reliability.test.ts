import { expect, it } from "vitest";
import { type MemoryPublisher, memoryPublisher } from "../../../test/doubles/memory-publisher.js";
import { uploadWorld } from "../../../test/doubles/upload-world.js";
import { ScriptoriumError } from "../../kernel/index.js";

const files = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`${at + 1}.md`, `# Title ${at + 1}\n\nText ${at + 1}.`]),
  );
const titlesIn = (publisher: MemoryPublisher, blogId = "one") => publisher.postsOf(blogId).map(({ title }) => title);
const numbers = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));
const statuses = (rows: readonly Record<string, unknown>[]) => rows.map(({ status }) => status).join(" ");
const refused = () =>
  new ScriptoriumError("auth", "Blog one.example refused the login (HTTP 401). Use an application password.");
const lost = () =>
  new ScriptoriumError("no-network", "Blog one.example could not be reached (ECONNRESET). Look at it.", {
    uncertain: true,
  });

it("finds a post whose answer was lost instead of making it again", async () => {
  const publisher = memoryPublisher();
  let losses = 0;
  publisher.interfere = (call, _blog, isDone) => {
    if (call === "post" && isDone && losses++ < 2) throw lost();
  };
  const { ran, clock } = await uploadWorld(files(3), publisher);
  const advancing = setInterval(() => clock.advance(10_000), 5);
  const { rows, task } = await ran({ maxRetries: 3 }).finally(() => clearInterval(advancing));

  expect(task.status).toBe("complete");
  expect(titlesIn(publisher)).toEqual(numbers(3));
  expect(statuses(rows)).toBe("draft draft draft");
  expect(rows[0]?.["notes"]).toMatch(/^It was found in the blog/);
});

it("goes on with the first file that is not posted, by the same plan", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld(files(5), publisher);
  publisher.interfere = (call, _blog, isDone) => {
    if (call === "post" && isDone && publisher.postsOf("one").length === 3) throw lost();
  };
  const first = await world.ran();
  const plan = await world.text("plan.json");
  publisher.interfere = () => {};
  const second = await world.ran();

  expect(first.task.error).toEqual({
    code: "no-network",
    message: "Blog one.example could not be reached (ECONNRESET). Look at it. 2 of 5 posts were made.",
  });
  expect(statuses(first.rows)).toBe("draft draft failed failed failed");
  expect(second.task.status).toBe("complete");
  expect(second.task.runId).toBe(first.task.runId);
  expect(titlesIn(publisher)).toEqual(numbers(5));
  expect(await world.text("plan.json")).toBe(plan);
  expect(second.rows.map(({ file }) => file)).toEqual(numbers(5).map((number) => `${number}.md`));
  expect(second.csv.trim().split("\r\n")).toHaveLength(6);
});

it("keeps the order of the rows when a post in the middle is made later", async () => {
  const publisher = memoryPublisher(["one", "two"]);
  publisher.interfere = (call, blogId) => {
    if (call === "post" && blogId === "one") throw refused();
  };
  const world = await uploadWorld(files(3), publisher);
  await world.ran({ blogIds: ["one", "two"], randomSeed: 7 });
  publisher.interfere = () => {};
  const { rows, csv } = await world.ran();

  const plan = JSON.parse(await world.text("plan.json")) as { file: string; at: string }[];
  expect(rows.map(({ file, scheduledFor }) => [file, scheduledFor])).toEqual(plan.map(({ file, at }) => [file, at]));
  expect(csv.trim().split("\r\n").slice(1)).toEqual(rows.map((row) => Object.values(row).join(",")));
  expect(statuses(rows)).toBe("draft draft draft draft draft draft");
});

it("knows in a new run what an earlier one posted, also under another file name", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld(files(3), publisher);
  await world.ran({ articleTitle: "Use first line" });
  const { "2.md": renamed, ...rest } = world.files;
  for (const name of Object.keys(world.files)) delete world.files[name];
  Object.assign(world.files, rest, { "22.md": renamed, "4.md": "# New\n\nText." });

  const { rows } = await world.ran({}, { restart: true });

  expect(rows.map(({ file, status }) => `${file} ${status}`)).toEqual([
    ...["1.md skipped", "3.md skipped", "22.md skipped", "4.md draft"],
  ]);
  expect(rows[3]?.["scheduledFor"]).toMatch(/^2026-03-02/);
  expect(publisher.postsOf("one")).toHaveLength(4);
});

it("knows an article that was renamed also when it is edited later, or comes in another form", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld({ "a.md": "# A\n\nText." }, publisher);
  const move = (from: string, to: string, text = world.files[from]!) => {
    delete world.files[from];
    world.files[to] = text;
  };
  const updated = async () => (await world.ran({}, { restart: true })).rows.map(({ status }) => status);
  await world.ran({ articleTitle: "Use first line", onDuplicate: "update" });
  move("a.md", "c.md");
  expect(await updated()).toEqual(["updated"]);
  world.files["c.md"] = "# A\n\nOther text.";
  expect(await updated()).toEqual(["updated"]);
  world.files["c.html"] = "<h1>A</h1><p>A third text.</p>";
  expect(await updated()).toEqual(["updated"]);
  expect(publisher.postsOf("one").map(({ html }) => html)).toEqual(["<p>A third text.</p>"]);

  // The name that is free now may be that of another article.
  world.files["a.md"] = "# Another\n\nOf its own.";
  const { rows } = await world.ran({ onDuplicate: "skip" }, { restart: true });
  expect(rows.map(({ file, status }) => `${file} ${status}`).sort()).toEqual(["a.md draft", "c.html skipped"]);
  world.files["a.md"] = "# Another title\n\nEdited.";
  world.files["c.html"] = "<h1>New title</h1><p>Edited.</p>";
  const later = await world.ran({}, { restart: true });
  expect(statuses(later.rows)).toBe("skipped skipped");
  expect(publisher.postsOf("one")).toHaveLength(2);
});

it("knows an article that was renamed while it was skipped, and then got another title and text", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld({ "a.md": "# A\n\nText." }, publisher);
  await world.ran({ articleTitle: "Use first line" });
  world.files["c.md"] = world.files["a.md"]!;
  delete world.files["a.md"];
  await world.ran({}, { restart: true });
  world.files["c.md"] = "# C\n\nAll new.";

  const { rows } = await world.ran({}, { restart: true });

  expect(statuses(rows)).toBe("skipped");
  expect(publisher.postsOf("one")).toHaveLength(1);
});

it("takes an article with another id for another one, and one that gets an id for the same", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld({ "a.md": "# A\n\nText." }, publisher);
  const next = async (id: string, text: string) => {
    world.files["a.md"] = `---\nid: ${id}\n---\n# ${text}\n\nText.`;
    return statuses((await world.ran({}, { restart: true })).rows);
  };
  await world.ran({ articleTitle: "Use first line", onDuplicate: "update" });

  expect(await next("one", "A")).toBe("updated");
  expect(await next("one", "B")).toBe("updated");
  expect(await next("two", "C")).toBe("draft");
});

it("posts again what was deleted in the blog, and what somebody else wrote under the slug it leaves alone", async () => {
  const publisher = memoryPublisher();
  publisher.write("one", { title: "Theirs", slug: "2" });
  const world = await uploadWorld(files(2), publisher);
  const first = await world.ran();
  publisher.erase("one", String(first.rows[1]?.["postId"]));
  const second = await world.ran({}, { restart: true });

  expect(statuses(first.rows)).toBe("skipped draft");
  expect(statuses(second.rows)).toBe("skipped draft");
  expect(titlesIn(publisher)).toEqual(["Theirs", "1"]);
});

it("gives days of the plan to what is posted alone, and none to what somebody else has under its slug", async () => {
  const publisher = memoryPublisher();
  for (const slug of ["1", "2"]) publisher.write("one", { title: "Theirs", slug });
  const { ran, text } = await uploadWorld(files(5), publisher);

  const { rows } = await ran();

  expect(statuses(rows)).toBe("skipped skipped draft draft draft");
  const days = (JSON.parse(await text("plan.json")) as { day: string }[]).map(({ day }) => day);
  expect(days).toEqual(["2026-03-02", "2026-03-03", "2026-03-04"]);
});

it("replaces the text of what is there and leaves its status when told to update", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld(files(1), publisher);
  const { rows: made } = await world.ran({ postStatus: "private" });
  world.files["1.md"] = "# Title 1\n\nNew text.";

  const { rows } = await world.ran({ onDuplicate: "update", postStatus: "draft" }, { restart: true });

  expect(rows).toMatchObject([{ postId: made[0]?.["postId"], status: "updated" }]);
  expect(publisher.postsOf("one")).toMatchObject([{ title: "1", status: "private" }]);
  expect(publisher.postsOf("one")[0]?.html).toContain("New text.");
});

it("replaces what somebody else wrote only when told so, and never takes it back", async () => {
  const publisher = memoryPublisher();
  const id = publisher.write("one", { title: "Theirs", slug: "1", status: "publish", html: "<p>Theirs</p>" });
  const { ran } = await uploadWorld(files(1), publisher);

  const careful = await ran({ onDuplicate: "update" });
  expect(careful.rows).toMatchObject([{ postId: id, status: "skipped" }]);
  expect(careful.rows[0]?.["notes"]).toMatch(/"Theirs" \(publish\) under its slug, which this task did not make/);
  expect(publisher.postsOf("one")[0]?.html).toBe("<p>Theirs</p>");

  publisher.interfere = (call, _blog, isDone) => {
    if (call === "update" && isDone) throw lost();
  };
  const interrupted = await ran({ updateOthers: true }, { restart: true });
  publisher.interfere = () => {};
  const bold = await ran();
  expect([interrupted.rows[0]?.["status"], bold.rows[0]?.["status"]]).toEqual(["failed", "updated"]);
  const later = await ran({}, { restart: true });
  expect(later.rows).toMatchObject([{ postId: id, status: "updated" }]);
  const back = await ran({ rollbackRunId: bold.task.runId! }, { restart: true });
  expect(back.rows).toMatchObject([{ postId: id, status: "kept" }]);
  expect(publisher.postsOf("one")).toMatchObject([{ id, status: "publish" }]);
});

it("posts once more in each run when told to, and once in each", async () => {
  const publisher = memoryPublisher();
  const { ran } = await uploadWorld(files(2), publisher);

  await ran({ onDuplicate: "post" });
  await ran({}, { restart: true });

  expect(titlesIn(publisher)).toEqual(["1", "2", "1", "2"]);
});

it("leaves out a second file with the same text", async () => {
  const publisher = memoryPublisher();
  const { ran } = await uploadWorld({ "a.md": "# Same\n\nText.", "b.md": "# Same\n\nText." }, publisher);

  const { rows } = await ran({ articleTitle: "Use first line" });

  expect(publisher.postsOf("one")).toHaveLength(1);
  expect(rows.find(({ file }) => file === "b.md")).toMatchObject({
    status: "skipped",
    notes: "The same article is in a.md.",
  });
});

it("asks a blog that refuses the login no more, and goes on with others", async () => {
  const publisher = memoryPublisher(["one", "two"]);
  publisher.interfere = (_call, blogId) => {
    if (blogId === "one") throw refused();
  };
  const { ran, kernel, id } = await uploadWorld(files(4), publisher);

  const { task, rows } = await ran({ blogIds: ["one", "two"] });

  expect(publisher.calls.filter(({ blogId }) => blogId === "one")).toHaveLength(1);
  expect(publisher.postsOf("two")).toHaveLength(4);
  expect(rows.filter(({ status }) => status === "failed")).toHaveLength(4);
  expect(task.error).toEqual({
    code: "auth",
    message: "Blog one.example refused the login (HTTP 401). Use an application password. 4 of 8 posts were made.",
  });
  const log = await Array.fromAsync(kernel.content.log(id));
  expect(log.filter(({ msg }) => msg.includes("refused the login") && msg.includes(".md"))).toHaveLength(1);
});

it("ends the posts to a blog that is removed meanwhile", async () => {
  const publisher = memoryPublisher(["one", "two"]);
  publisher.interfere = (call, _blog, isDone) => {
    if (call === "post" && isDone && publisher.calls.filter((one) => one.call === "post").length === 4) {
      publisher.removeBlog("one");
    }
  };
  const { ran } = await uploadWorld(files(5), publisher);

  const { task, rows } = await ran({ blogIds: ["one", "two"] });

  expect(publisher.postsOf("two")).toHaveLength(5);
  const failed = rows.filter(({ status }) => status === "failed");
  expect(failed.length).toBeGreaterThan(0);
  for (const { blogId, error } of failed) {
    expect({ blogId, error }).toEqual({ blogId: "one", error: expect.stringContaining("could not be found") });
  }
  expect(task.error?.code).toBe("bad-input");
});

it("stops after so many failures as are allowed", async () => {
  const publisher = memoryPublisher();
  publisher.interfere = (call) => {
    if (call === "post") throw new ScriptoriumError("too-large", "The post is too large. Shorten it.");
  };
  const { ran } = await uploadWorld(files(6), publisher);

  const { task, rows } = await ran({ maxFailures: 2 });

  expect(task.error?.code).toBe("too-many-failures");
  expect(rows).toHaveLength(2);
});
