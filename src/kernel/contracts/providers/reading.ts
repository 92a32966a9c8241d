import assert from "node:assert/strict";
import { calm, failsWith, type ProviderCase, refusesAborted } from "./support.js";

export const webCases: readonly ProviderCase<"web">[] = [
  {
    name: "a page comes with its address, status, media type, text and size",
    async run({ create, sample: { url, contains } }) {
      const page = await (await create()).fetch(url, { signal: calm() });
      assert.match(page.url, /^https?:\/\//);
      assert.ok(page.status >= 200 && page.status < 300);
      assert.equal(page.mediaType, page.mediaType.toLowerCase());
      assert.doesNotMatch(page.mediaType, /;/);
      assert.ok(page.text.includes(contains));
      assert.ok(page.bytes > 0);
    },
  },
  refusesAborted<"web">((web, { url }, signal) => web.fetch(url, { signal })),
];

export const readerCases: readonly ProviderCase<"reader">[] = [
  {
    name: "a page comes as its content and what it says of itself, and both are plain data",
    async run({ create, sample: { html, contains } }) {
      const page = await (await create()).page(html, { url: "https://a.test/", signal: calm() });
      assert.ok(JSON.stringify(page.content).includes(contains));
      assert.equal(typeof page.metadata, "object");
      assert.deepEqual(JSON.parse(JSON.stringify(page)), page);
    },
  },
  {
    name: "a page that holds nothing to read has no content",
    async run({ create }) {
      assert.deepEqual((await (await create()).page("<p></p>", { signal: calm() })).content, []);
    },
  },
  {
    name: "a PDF file is read, with notes in sentences, where the provider reads such files; the caller keeps its bytes",
    async run({ create, sample: { pdf } }) {
      if (pdf === undefined) return;
      const { page, notes } = await (await create()).pdf(pdf.bytes, { address: "a.pdf", signal: calm() });
      assert.ok(JSON.stringify(page.content).includes(pdf.contains));
      assert.ok(notes.every((note) => typeof note === "string"));
      assert.ok(pdf.bytes.length > 0);
    },
  },
  refusesAborted<"reader">((reader, { html }, signal) => reader.page(html, { signal })),
];

export const searchCases: readonly ProviderCase<"search">[] = [
  {
    name: "hits have an address, a title and a snippet, and there are no more than the limit",
    async run({ create, sample: { query } }) {
      const search = await create();
      for (const limit of [1, 10]) {
        const hits = await search.search(query, { limit, signal: calm() });
        assert.ok(hits.length > 0 && hits.length <= limit);
        for (const { url, title, snippet } of hits) {
          assert.ok(URL.canParse(url));
          assert.equal(typeof title, "string");
          assert.equal(typeof snippet, "string");
        }
      }
    },
  },
  refusesAborted<"search">((search, { query }, signal) => search.search(query, { limit: 1, signal })),
];

export const folderCases: readonly ProviderCase<"folder">[] = [
  {
    name: "files are listed by path with their sizes, those with other extensions left out",
    async run({ create, sample: { folder, path } }) {
      const provider = await create();
      const extension = path.slice(path.lastIndexOf(".") + 1);
      const files = await provider.list(folder, { extensions: [extension], signal: calm() });
      const paths = files.map((file) => file.path);
      assert.deepEqual(paths, [...paths].sort());
      assert.ok((files.find((file) => file.path === path)?.size ?? 0) > 0);
      assert.deepEqual(await provider.list(folder, { extensions: ["no-such-extension"], signal: calm() }), []);
    },
  },
  {
    name: "a file is read as text, and as bytes where the provider can",
    async run({ create, sample: { folder, path, contains } }) {
      const provider = await create();
      assert.ok((await provider.read(folder, path, { signal: calm() })).includes(contains));
      const bytes = await provider.bytes?.(folder, path, { signal: calm() });
      assert.ok(bytes === undefined || (bytes instanceof Uint8Array && bytes.length > 0));
    },
  },
  {
    name: "a folder that may not be read is refused, and a file that is not there cannot be read",
    async run({ create, sample: { folder, refused } }) {
      const provider = await create();
      await failsWith("FOLDER_REFUSED", provider.list(refused, { extensions: ["txt"], signal: calm() }));
      await failsWith("FOLDER_UNREADABLE", provider.read(folder, "no-such-file.txt", { signal: calm() }));
    },
  },
  refusesAborted<"folder">((provider, { folder, path }, signal) => provider.read(folder, path, { signal })),
];
