import { expect, it } from "vitest";
import { memoryPublisher } from "../../../test/doubles/memory-publisher.js";
import { uploadWorld } from "../../../test/doubles/upload-world.js";
import { ScriptoriumError } from "../../kernel/index.js";

const png = (text: string) =>
  Buffer.concat([
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
    Buffer.from(text),
  ]);
const articles = (): Record<string, string | Uint8Array> => ({
  "1.md": "# One\n\nText.\n\n![A](a.png)",
  "2.md": "# Two\n\nMore text.\n\n![A](a.png)",
  "3.md": "# Three\n\nStill more text.",
  "a.png": png("a"),
});
const data = { articleFilesPattern: "*.md", articleTitle: "Use first line" };

it("takes back the posts of a run and their images, and a later run posts them again", async () => {
  const publisher = memoryPublisher();
  const theirs = publisher.write("one", { title: "Theirs" });
  const world = await uploadWorld(articles(), publisher);
  const { task } = await world.ran(data);
  expect(publisher.imagesOf("one")).toHaveLength(1);

  const back = await world.ran({ rollbackRunId: task.runId! }, { restart: true });

  expect(back.task.status).toBe("complete");
  expect(back.rows.map(({ file, status, notes }) => [file, status, notes])).toEqual([
    ...[
      ["1.md", "deleted", ""],
      ["2.md", "deleted", "1 image removed."],
      ["3.md", "deleted", ""],
    ],
  ]);
  expect(publisher.postsOf("one").map(({ id }) => id)).toEqual([theirs]);
  expect(publisher.imagesOf("one")).toEqual([]);
  expect(await world.text("taken-back.csv")).toContain("3.md,one,");

  const again = await world.ran({ rollbackRunId: "" }, { restart: true });
  expect(again.rows.map(({ status }) => status)).toEqual(["draft", "draft", "draft"]);
});

it("takes back single posts and leaves the others, in one of several blogs or in all", async () => {
  const publisher = memoryPublisher(["one", "two"]);
  const world = await uploadWorld(articles(), publisher);
  const { task } = await world.ran({ ...data, blogIds: ["one", "two"] });
  const files = async (lines: readonly string[]) => {
    const given = { rollbackRunId: task.runId!, rollbackFiles: [...lines] };
    const { rows } = await world.ran(given, { restart: true });
    return rows.map(({ file, blogId, status }) => `${file} ${blogId} ${status}`).sort();
  };
  const titles = (blog: string) => publisher.postsOf(blog).map(({ title }) => title);

  expect(await files(["2.md two"])).toEqual(["2.md two deleted"]);
  expect([titles("one"), titles("two")]).toEqual([
    ["One", "Two", "Three"],
    ["One", "Three"],
  ]);
  expect(await files([" 1.md ", ""])).toEqual(["1.md one deleted", "1.md two deleted"]);

  const none = await world.ran({ rollbackFiles: ["9.md"] }, { restart: true });
  expect(none.task.error?.message).toMatch(/none of the files in rollbackFiles/);
  const again = await world.ran({ rollbackRunId: "", rollbackFiles: [] }, { restart: true });
  expect(again.rows.filter(({ status }) => status === "draft")).toHaveLength(3);
});

it("says so when the run made nothing", async () => {
  const world = await uploadWorld(articles(), memoryPublisher());
  await world.ran(data);
  const { task } = await world.ran({}, { restart: true });

  const { rows } = await world.ran({ rollbackRunId: task.runId! }, { restart: true });

  expect(rows).toEqual([]);
  const log = await Array.fromAsync(world.kernel.content.log(world.id));
  expect(log.filter(({ level }) => level === "warn").map(({ msg }) => msg)).toContainEqual(
    expect.stringMatching(/made nothing, so nothing was taken back\. Name the run that posted/),
  );
});

it("goes on where it was stopped", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld(articles(), publisher);
  const { task } = await world.ran(data);
  publisher.interfere = (call, _blog, isDone) => {
    if (call === "takeBack" && !isDone && publisher.postsOf("one").length === 2) {
      throw new ScriptoriumError("auth", "Blog one.example refused the login. Correct it.");
    }
  };
  const first = await world.ran({ rollbackRunId: task.runId! }, { restart: true });
  publisher.interfere = () => {};
  const second = await world.ran();

  expect(first.task.error).toEqual({
    code: "auth",
    message: "Blog one.example refused the login. Correct it. 1 of 3 posts were taken back.",
  });
  expect(second.task.runId).toBe(first.task.runId);
  expect(second.rows.map(({ status }) => status)).toEqual(["deleted", "deleted", "deleted"]);
  expect(publisher.calls.filter(({ call }) => call === "takeBack")).toHaveLength(4);
});

it("says in words what could not be taken back", async () => {
  const publisher = memoryPublisher(["one"], { mayDelete: false });
  publisher.write("one", { title: "Old", slug: "one", status: "publish" });
  const world = await uploadWorld(articles(), publisher);
  const { task, rows } = await world.ran({
    ...{ ...data, onDuplicate: "update", updateOthers: true, postStatus: "publish" },
  });
  publisher.erase("one", String(rows.find(({ file }) => file === "3.md")?.["postId"]));

  const back = await world.ran({ rollbackRunId: task.runId! }, { restart: true });

  expect(back.rows.map(({ file, status }) => `${file} ${status}`)).toEqual(["1.md kept", "2.md draft", "3.md gone"]);
  expect(back.rows[0]?.["notes"]).toMatch(/^It was there before the run.* Its images stay, because it shows them\.$/);
  expect(back.rows[1]?.["notes"]).toMatch(/^The account may not delete it/);
});

it("takes back a post that its run had not come to note, and leaves those of other runs", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld(articles(), publisher);
  await world.ran({ ...data, articleFilesPattern: "3.md" });
  publisher.interfere = (call, _blog, isDone) => {
    if (call !== "post" || !isDone) return;
    throw new ScriptoriumError("no-network", "The answer was lost. Look at the blog.", { uncertain: true });
  };
  const { task } = await world.ran(data, { restart: true });
  publisher.interfere = () => {};
  expect(publisher.postsOf("one")).toHaveLength(2);

  const back = await world.ran({ rollbackRunId: task.runId! }, { restart: true });

  expect(back.rows.map(({ file, status }) => `${file} ${status}`)).toEqual(["1.md deleted"]);
  expect(publisher.postsOf("one").map(({ title }) => title)).toEqual(["Three"]);
});

it("keeps an image that a post of another run shows", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld(articles(), publisher);
  const first = await world.ran({ ...data, articleFilesPattern: "1.md" });
  await world.ran({ ...data, articleFilesPattern: "2.md" }, { restart: true });

  const back = await world.ran({ rollbackRunId: first.task.runId! }, { restart: true });

  expect(publisher.imagesOf("one")).toHaveLength(1);
  expect(back.rows[0]?.["notes"]).toBe("1 image stayed, because posts of another run show them.");
});

it("takes images of an update along once the post is gone, whichever of the runs is taken back", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld(articles(), publisher);
  const first = await world.ran({ ...data, articleFilesPattern: "1.md" });
  world.files["1.md"] = "# One\n\nNew text.\n\n![B](b.png)";
  world.files["b.png"] = png("b");
  const update = await world.ran({ onDuplicate: "update" }, { restart: true });
  expect(publisher.imagesOf("one")).toHaveLength(2);

  const kept = await world.ran({ rollbackRunId: update.task.runId! }, { restart: true });
  expect(kept.rows).toMatchObject([{ status: "kept" }]);
  expect(publisher.imagesOf("one")).toHaveLength(2);

  const back = await world.ran({ rollbackRunId: first.task.runId! }, { restart: true });
  expect(back.rows).toMatchObject([{ status: "deleted", notes: "2 images removed." }]);
  expect(publisher.imagesOf("one")).toEqual([]);
});

it("says of a replaced post that it is gone, and removes what the run uploaded for it", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld(articles(), publisher);
  const first = await world.ran({ ...data, articleFilesPattern: "1.md" });
  const update = await world.ran({ onDuplicate: "update" }, { restart: true });
  publisher.erase("one", String(first.rows[0]?.["postId"]));

  const back = await world.ran({ rollbackRunId: update.task.runId! }, { restart: true });

  expect(back.rows).toMatchObject([{ status: "gone", notes: expect.stringMatching(/1 image removed\.$/) }]);
});

it("refuses the id of no run, and to take back the run that it is", async () => {
  const publisher = memoryPublisher();
  publisher.interfere = () => {
    throw new ScriptoriumError("auth", "Blog one.example refused the login. Correct it.");
  };
  const world = await uploadWorld(articles(), publisher);
  const { task } = await world.ran(data);

  const itself = await world.ran({ rollbackRunId: task.runId! });
  const none = await world.ran({ rollbackRunId: "none" }, { restart: true });

  expect(itself.task.error?.message).toMatch(/^A run cannot go on and take itself back\. Restart the task/);
  expect(none.task.error?.message).toMatch(/^This task has no run "none"/);
});
