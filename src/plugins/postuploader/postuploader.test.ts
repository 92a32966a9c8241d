import { expect, it } from "vitest";
import { memoryPublisher } from "../../../test/doubles/memory-publisher.js";
import { uploadWorld } from "../../../test/doubles/upload-world.js";
import { ScriptoriumError } from "../../kernel/index.js";

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const three = () => ({
  "1-lamps.md": "---\ntags: [light]\ncategory: Home\n---\n# Lamps\n\nThey give light.",
  "2-lenses.html": "<html><head><title>Lenses</title></head><body><h1>Lenses</h1><p>They bend it.</p></body></html>",
  "10-mirrors.txt": "Mirrors\n\nThey send it back.",
});
const titles = { articleTitle: "Use first line" };
const column = (rows: readonly Record<string, unknown>[], name: string) => rows.map((row) => row[name]);

it("posts the articles of a folder as drafts, one a day, in their natural order", async () => {
  const publisher = memoryPublisher();
  const { ran } = await uploadWorld(three(), publisher);

  const { task, rows } = await ran(titles);

  expect(task.status).toBe("complete");
  expect(publisher.postsOf("one").map(({ title, status }) => `${title} ${status}`)).toEqual([
    ...["Lamps draft", "Lenses draft", "Mirrors draft"],
  ]);
  expect(column(rows, "file")).toEqual(["1-lamps.md", "2-lenses.html", "10-mirrors.txt"]);
  expect(column(rows, "url")).toEqual([100, 101, 102].map((id) => `https://one.example/?p=${id}`));
  expect(rows.map(({ scheduledFor }) => String(scheduledFor).slice(0, 10))).toEqual([
    ...["2026-03-02", "2026-03-03", "2026-03-04"],
  ]);
  expect(publisher.postsOf("one")[0]).toMatchObject({ categories: ["Home"], tags: ["light"], slug: "lamps" });
});

it("hands posts over as future with their dates when they are to be published", async () => {
  const publisher = memoryPublisher();
  const { ran } = await uploadWorld(three(), publisher);

  const { rows } = await ran({ postStatus: "publish" });

  expect(column(rows, "status")).toEqual(["future", "future", "future"]);
  expect(publisher.postsOf("one").map(({ date }) => date)).toEqual(column(rows, "scheduledFor"));
});

it("writes the plan as JSON, table and calendar before the first post", async () => {
  const publisher = memoryPublisher();
  const world = await uploadWorld(three(), publisher);
  let before: unknown;
  publisher.interfere = async (call) => {
    if (call === "post") before ??= JSON.parse(await world.text("plan.json"));
  };

  const { rows } = await world.ran(titles);

  expect(before).toEqual(
    rows.map(({ file, scheduledFor }, at) => ({
      ...{ at: scheduledFor, day: String(scheduledFor).slice(0, 10), file, target: "one (https://one.example)" },
      ...{ title: ["Lamps", "Lenses", "Mirrors"][at], status: "draft" },
    })),
  );
  expect(await world.text("plan.csv")).toContain("1-lamps.md,Lamps,one (https://one.example),draft");
  expect(await world.text("plan.ics")).toContain("SUMMARY:Lenses");
  expect(await world.text("plan.ics")).toContain("DTSTAMP:20260302T060000Z");
});

it("writes posted.csv with the rows in the order of the plan", async () => {
  const { ran } = await uploadWorld(three(), memoryPublisher(["one", "two"]));

  const { rows, csv } = await ran({ blogIds: ["one", "two"] });

  const lines = csv.trim().split("\r\n");
  expect(lines[0]).toBe("file,blogId,postId,url,status,scheduledFor,postedAt,error,notes");
  expect(lines.slice(1)).toEqual(rows.map((row) => Object.values(row).join(",")));
  const moments = rows.map(({ scheduledFor }) => Date.parse(String(scheduledFor)));
  expect(moments).toEqual([...moments].sort((one, other) => one - other));
});

it.each([
  ["each", { one: 3, two: 3 }],
  ["round-robin", { one: 2, two: 1 }],
] as const)("distributes articles over blogs: %s", async (distribute, counts) => {
  const publisher = memoryPublisher(["one", "two"]);
  const { ran } = await uploadWorld(three(), publisher);

  await ran({ blogIds: ["group:all"], distribute });

  expect({ one: publisher.postsOf("one").length, two: publisher.postsOf("two").length }).toEqual(counts);
});

it("shares articles out by lot, each to one blog, and a new run leaves them there", async () => {
  const publisher = memoryPublisher(["one", "two"]);
  const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.md`, `# Title ${at}\n\nText ${at}.`]));
  const { ran } = await uploadWorld(files, publisher);

  await ran({ blogIds: ["one", "two"], distribute: "random" });
  const counts = [publisher.postsOf("one").length, publisher.postsOf("two").length];
  const { rows } = await ran({}, { restart: true });

  expect(counts[0]! + counts[1]!).toBe(12);
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect([publisher.postsOf("one").length, publisher.postsOf("two").length]).toEqual(counts);
  expect(new Set(column(rows, "status"))).toEqual(new Set(["skipped"]));
});

it("shows in a dry run what would be posted where, and sends no blog anything", async () => {
  const publisher = memoryPublisher(["one", "two"]);
  const { ran, text } = await uploadWorld(three(), publisher);

  const { task, rows } = await ran({ blogIds: ["one", "two"], dryRun: true });

  expect(task.status).toBe("complete");
  expect(rows).toHaveLength(6);
  expect(new Set(column(rows, "status"))).toEqual(new Set(["would-post"]));
  expect(new Set(publisher.calls.map(({ call }) => call))).toEqual(new Set(["find"]));
  expect(JSON.parse(await text("plan.json"))).toHaveLength(6);
});

it("says in a dry run which posts would be replaced and which left alone, with their addresses", async () => {
  const publisher = memoryPublisher();
  const theirs = publisher.write("one", { title: "Theirs", slug: "lenses", status: "publish" });
  const { ran } = await uploadWorld(three(), publisher);
  await ran({ ...titles, articleFilesPattern: "1-*" });

  const all = { articleFilesPattern: "**/*", onDuplicate: "update", dryRun: true };
  const careful = await ran(all, { restart: true });
  const bold = await ran({ updateOthers: true }, { restart: true });

  const said = (rows: typeof careful.rows) => new Map(rows.map(({ file, status }) => [file, status]));
  expect(said(careful.rows)).toEqual(
    new Map([
      ...([["1-lamps.md", "would-update"]] as const),
      ...([["2-lenses.html", "would-skip"]] as const),
      ...([["10-mirrors.txt", "would-post"]] as const),
    ]),
  );
  expect(careful.rows.find(({ file }) => file === "2-lenses.html")).toMatchObject({
    ...{ postId: theirs, url: `https://one.example/?p=${theirs}` },
    notes: expect.stringContaining('The blog has "Theirs" (publish) under its slug, which this task did not make'),
  });
  expect(bold.rows.find(({ file }) => file === "2-lenses.html")).toMatchObject({
    ...{ status: "would-update", notes: 'It replaces "Theirs" (publish), which this task did not make.' },
  });
  expect(publisher.calls.filter(({ call }) => call === "update")).toEqual([]);
});

it("tells in a dry run of a blog that cannot be asked, and shows its plan all the same", async () => {
  const publisher = memoryPublisher();
  publisher.interfere = () => {
    throw new ScriptoriumError("auth", "Blog one.example refused the login. Correct it.");
  };
  const { ran } = await uploadWorld(three(), publisher);

  const { task, rows } = await ran({ dryRun: true });

  expect(task.status).toBe("complete");
  expect(rows).toHaveLength(3);
  expect(rows[0]).toMatchObject({
    ...{ status: "would-post" },
    notes: "The blog was not asked what it has: Blog one.example refused the login. Correct it.",
  });
});

it("says that the start date is over, and when the plan begins instead", async () => {
  const world = await uploadWorld(three(), memoryPublisher());

  await world.ran({ postStartDate: "2025-12-24", postUseToday: false });

  expect((await Array.fromAsync(world.kernel.content.log(world.id))).map(({ msg }) => msg)).toContainEqual(
    expect.stringMatching(/^postStartDate is 2025-12-24, which is over, so the plan begins today, 2026-03-02,/),
  );
});

it("leaves out categories with {keyword} of an article that names none, and says so in its row", async () => {
  const publisher = memoryPublisher();
  const { ran } = await uploadWorld(
    { "a.md": "---\nkeyword: bees\n---\n# A\n\nOne.", "b.md": "# B\n\nTwo." },
    publisher,
  );

  const { rows } = await ran({ articleCategory: ["All about {keyword}"] });

  expect(publisher.postsOf("one").map(({ categories }) => categories)).toEqual([["All about bees"], []]);
  expect(rows[0]!["notes"]).toBe("");
  expect(rows[1]!["notes"]).toMatch(/^Categories and tags with {keyword} are left out, because .* names no keyword\./);
});

it("posts only what is approved, first in the plan, and lets the others wait", async () => {
  const publisher = memoryPublisher();
  const { ran } = await uploadWorld(three(), publisher);

  const first = await ran({ requireApproval: true });
  const second = await ran({ approvedFiles: ["10-mirrors.txt"] });

  expect(column(first.rows, "status")).toEqual(["needs-approval", "needs-approval", "needs-approval"]);
  expect(second.rows.map(({ file, status }) => `${file} ${status}`)).toEqual([
    ...["10-mirrors.txt draft", "1-lamps.md needs-approval", "2-lenses.html needs-approval"],
  ]);
  expect(publisher.postsOf("one")).toHaveLength(1);
});

it("names approved files that are no articles of the folder", async () => {
  const world = await uploadWorld(three(), memoryPublisher());

  await world.ran({ requireApproval: true, approvedFiles: ["10-mirrors.txt", "gone.md"] });

  const log = await Array.fromAsync(world.kernel.content.log(world.id));
  expect(log.map(({ msg }) => msg)).toContainEqual(
    expect.stringContaining("approvedFiles has 1 that are no articles of the folder: gone.md."),
  );
});

it("takes articles whose titles are signs alone for different ones", async () => {
  const publisher = memoryPublisher();
  const { ran } = await uploadWorld({ "a.md": "# 😀\n\nOne.", "b.md": "# 🎉\n\nTwo." }, publisher);

  await ran(titles);

  const slugs = publisher.postsOf("one").map(({ slug }) => slug);
  expect(slugs).toEqual([expect.stringMatching(/^post-[0-9a-f]{12}$/), expect.stringMatching(/^post-[0-9a-f]{12}$/)]);
  expect(new Set(slugs).size).toBe(2);
});

it("uploads images with their words, shows them from there, and takes the first for the post", async () => {
  const publisher = memoryPublisher();
  const files = {
    "a.html": '<h1>A</h1><p>Text</p><img src="pictures/sea.png" alt="The sea"><img src="gone.png" alt="Gone">',
    "b.html": '<h1>B</h1><p>More</p><img src="pictures/sea.png" alt="The sea">',
    "pictures/sea.png": PNG,
  };
  const { ran } = await uploadWorld(files, publisher);

  const { rows } = await ran({ articleFilesPattern: "*.html" });

  const [image, ...others] = publisher.imagesOf("one");
  expect(others).toEqual([]);
  expect(image).toMatchObject({ fileName: "sea.png", alt: "The sea", type: "image/png" });
  const [a, b] = publisher.postsOf("one");
  expect(a?.html).toContain(`<img src="https://one.example/media/${image?.id}-sea.png" alt="The sea">`);
  expect(a?.html).not.toContain("gone.png");
  expect([a?.featuredImage, b?.featuredImage]).toEqual([image?.id, image?.id]);
  expect(rows[0]?.["notes"]).toMatch(/gone\.png was not used/);
});

it("uploads images that are in the text itself, and names those that are none", async () => {
  const png = `data:image/png;base64,${PNG.toString("base64")}`;
  const publisher = memoryPublisher();
  const files = { "a.md": `# A\n\n![Dot](${png})\n\n![Bad](data:image/svg+xml;base64,PHN2Zy8+)\n\nText.` };
  const { ran } = await uploadWorld(files, publisher);

  const { rows } = await ran();
  const kept = await ran({ uploadImages: false, onDuplicate: "update" }, { restart: true });

  const [image, ...others] = publisher.imagesOf("one");
  expect(others).toEqual([]);
  expect(image).toMatchObject({ fileName: "image.png", alt: "Dot", type: "image/png", bytes: PNG });
  expect(rows[0]?.["notes"]).toMatch(/^An image in the text of a\.md was not used: it is no JPEG/);
  expect(publisher.postsOf("one")[0]).toMatchObject({ featuredImage: image?.id });
  expect(publisher.postsOf("one")[0]?.html).toContain(`<img alt="Dot" src="${png}">`);
  expect(kept.rows[0]?.["notes"]).toMatch(/^Images in the text itself stay there/);
});

it("turns links between articles into the addresses of their posts, also where they come later", async () => {
  const publisher = memoryPublisher();
  const files = {
    "1.md": "# One\n\nSee [two](2.md#part) and [the web](https://web.example/2.md).",
    "2.md": "# Two\n\nSee [one](1.html) and [three](3.md).",
  };
  const { ran } = await uploadWorld(files, publisher);

  const { rows } = await ran({ resolveInternalLinks: true });

  const [one, two] = publisher.postsOf("one");
  expect(one?.html).toContain(`<a href="https://one.example/?p=${two?.id}#part">two</a>`);
  expect(one?.html).toContain('<a href="https://web.example/2.md">the web</a>');
  expect(two?.html).toContain(`<a href="https://one.example/?p=${one?.id}">one</a>`);
  expect(publisher.calls.filter(({ call }) => call === "update")).toHaveLength(1);
  expect(column(rows, "notes")).toEqual([
    "",
    "Links to files that are no articles of the plan stay as they are: 3.md.",
  ]);
});

it("links what is posted once more among itself, and not to the posts of earlier runs", async () => {
  const publisher = memoryPublisher();
  const files = { "1.md": "# One\n\nSee [two](2.md).", "2.md": "# Two\n\nSee [one](1.md)." };
  const { ran } = await uploadWorld(files, publisher);
  await ran({ resolveInternalLinks: true, onDuplicate: "post" });

  await ran({}, { restart: true });

  const [, , one, two] = publisher.postsOf("one");
  expect(one?.html).toContain(`<a href="https://one.example/?p=${two?.id}">two</a>`);
  expect(two?.html).toContain(`<a href="https://one.example/?p=${one?.id}">one</a>`);
});

it("names links to articles that wait, and sets them by an update once these have posts", async () => {
  const publisher = memoryPublisher();
  const files = { "1.md": "# One\n\nSee [two](2.md).", "2.md": "# Two\n\nText." };
  const world = await uploadWorld(files, publisher);

  const first = await world.ran({ resolveInternalLinks: true, requireApproval: true, approvedFiles: ["1.md"] });
  const second = await world.ran({ requireApproval: false }, { restart: true });
  const third = await world.ran({ onDuplicate: "update" }, { restart: true });
  const fourth = await world.ran({ onDuplicate: "skip" }, { restart: true });

  expect(column(first.rows, "notes")).toEqual([
    ...["Links to articles without a post in this blog stay as they are: 2.md.", ""],
  ]);
  expect((await Array.fromAsync(world.kernel.content.log(world.id))).map(({ msg }) => msg)).toContain(
    "Links of 1.md are not set, because there are no posts of 2.md yet.",
  );
  expect(second.rows[0]).toMatchObject({
    status: "skipped",
    notes: expect.stringContaining("Its links to 2.md are not set. A run with onDuplicate set to update sets them"),
  });
  expect(third.rows[0]).toMatchObject({ status: "updated", notes: "" });
  const [one, two] = publisher.postsOf("one");
  expect(one?.html).toContain(`<a href="https://one.example/?p=${two?.id}">two</a>`);
  expect(fourth.rows[0]?.["notes"]).toBe('The blog has it already, as "1" (draft).');
});

it("fills custom fields and the excerpt, and hands over type, author and format", async () => {
  const publisher = memoryPublisher();
  const { ran } = await uploadWorld({ "a.md": "---\nsource: The Almanac\n---\n# A\n\nText." }, publisher);

  await ran({
    ...{ ...titles, postMeta: { origin: "{source}, {file}" }, postExcerpt: "About {title}", postType: "page" },
    ...{ postAuthor: "anna", postFormat: "aside", commentStatus: "closed", postSlug: "filename" },
  });

  expect(publisher.postsOf("one")[0]).toMatchObject({
    ...{ meta: { origin: "The Almanac, a.md" }, excerpt: "About A", type: "page", author: "anna" },
    ...{ format: "aside", commentStatus: "closed", slug: "a" },
  });
});

it("leaves out custom fields of which the article names nothing, and says so", async () => {
  const publisher = memoryPublisher();
  const { ran } = await uploadWorld({ "a.md": "---\nauthor: Anna\n---\n# A\n\nText." }, publisher);

  const { rows } = await ran({
    postMeta: { sub: "{subtitle}", by: "{Author}: {subtitle}", json: '{"a": 1}' },
    postExcerpt: "{lead}",
  });

  expect(publisher.postsOf("one")[0]).toMatchObject({ meta: { by: "Anna: ", json: '{"a": 1}' } });
  expect(Object.keys(publisher.postsOf("one")[0]!)).not.toContain("excerpt");
  expect(publisher.postsOf("one")[0]?.meta).not.toHaveProperty("sub");
  expect(rows[0]?.["notes"]).toBe(
    "a.md names no subtitle, so postMeta is filled in without it. a.md names no lead, so postExcerpt is filled in without it.",
  );
});

it("shows in a try the plan and the first post, and posts nothing", async () => {
  const publisher = memoryPublisher();
  const { kernel, id } = await uploadWorld(three(), publisher);
  await kernel.tasks.patch(id, titles);

  const { shown } = await kernel.tasks.try(id, { posts: 2 });

  expect(shown).toMatchObject({ count: 3, plan: [{ title: "Lamps" }, { title: "Lenses" }], leftOut: [] });
  expect(shown["post"]).toMatchObject({ title: "Lamps", status: "draft", html: "<p>They give light.</p>" });
  expect(publisher.calls).toEqual([]);
});

it("refuses to run without a blog, with one that there is not, and without articles", async () => {
  const world = await uploadWorld({}, memoryPublisher());

  const nothing = await world.ran({ blogIds: [], articleFolder: "" });
  const noFolder = await world.ran({ blogIds: ["one"] });
  const noBlog = await world.ran({ blogIds: [], articleFolder: "articles" });
  const unknown = await world.ran({ blogIds: ["three"] });
  const noFiles = await world.ran({ blogIds: ["one"] });
  const noTask = await world.ran({ articleFolder: "task:nothere/articles" });
  const noId = await world.ran({ articleFolder: "task:no id/articles" });

  expect(nothing.task.error?.message).toMatch(
    /has nothing to work on: blogIds and articleFolder and rollbackRunId are/,
  );
  expect(noFolder.task.error?.message).toMatch(/^articleFolder is empty\. Name the folder of the articles/);
  expect(noTask.task.error?.message).toMatch(
    /\. Check that there is a task nothere and that it has written such files/,
  );
  expect(noId.task.error?.message).toMatch(/^The articleFolder task:no id\/articles names no task\. Write task:<id/);

  expect(noBlog.task.error).toMatchObject({ code: "no-input", message: expect.stringContaining("No blog is set") });
  expect(unknown.task.error).toMatchObject({ code: "bad-input", message: expect.stringContaining('"three"') });
  expect(noFiles.task.error?.message).toMatch(/^No article file was found in articles/);
});

it("leaves out a file that cannot be read, and posts the others", async () => {
  const publisher = memoryPublisher();
  const { ran, kernel, id } = await uploadWorld({ ...three(), "3-empty.md": "" }, publisher);

  const { task, rows } = await ran();

  expect(task.status).toBe("complete");
  expect(rows.find(({ file }) => file === "3-empty.md")).toMatchObject({ status: "failed" });
  expect(publisher.postsOf("one")).toHaveLength(3);
  const log = await Array.fromAsync(kernel.content.log(id));
  expect(log.map(({ level, msg }) => `${level} ${msg}`)).toContain(
    "warn The plan has 4 posts: 3 posted (3 draft), 0 skipped, 1 failed.",
  );

  const again = await ran({}, { restart: true });

  expect(again.task).toMatchObject({
    status: "failed",
    error: { message: expect.stringMatching(/^0 of 1 posts were/) },
  });
  expect(publisher.postsOf("one")).toHaveLength(3);
});

it("fails when no post could be made, with the first reason", async () => {
  const publisher = memoryPublisher();
  publisher.interfere = (call) => {
    if (call === "post") throw new ScriptoriumError("too-large", "The post is too large for the blog. Shorten it.");
  };
  const { ran } = await uploadWorld(three(), publisher);

  const { task, rows } = await ran();

  expect(task.error).toEqual({
    code: "too-large",
    message: "0 of 3 posts were made. The first: The post is too large for the blog. Shorten it.",
  });
  expect(column(rows, "status")).toEqual(["failed", "failed", "failed"]);
});
