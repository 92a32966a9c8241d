import assert from "node:assert/strict";
import { ScriptoriumError } from "../errors.js";
import type { ProviderName } from "../providers.js";
import { firstVariant, lintSpintax } from "../text/spintax.js";
import { mailerCases } from "./mailer-cases.js";
import { assertTextResult, calm, failsWith, type ProviderCase, promises, refusesAborted } from "./provider-cases.js";
import { publisherCases } from "./publisher-cases.js";

export type { ProviderCase, ProviderHarness, ProviderSamples } from "./provider-cases.js";

/** What every provider of a port promises, for any test runner to loop over: `providerContract.search` and so on. */
export const providerContract: { readonly [Name in ProviderName]: readonly ProviderCase<Name>[] } = {
  web: [
    promises("a page comes with its address, status, media type, text and size", async (web, { url, contains }) => {
      const page = await web.fetch(url, { signal: calm() });
      assert.match(page.url, /^https?:\/\//);
      assert.ok(page.status >= 200 && page.status < 300);
      assert.equal(page.mediaType, page.mediaType.toLowerCase());
      assert.doesNotMatch(page.mediaType, /;/);
      assert.ok(page.text.includes(contains));
      assert.ok(page.bytes > 0);
    }),
    promises(
      "an address that can be fetched passes its check, and text that is none is refused",
      async (web, { url }) => {
        web.checkAddress?.(url);
        if (web.checkAddress === undefined) return;
        assert.throws(() => web.checkAddress?.("not an address"), { code: "ADDRESS_REFUSED" });
      },
    ),
    refusesAborted((web, { url }, signal) => web.fetch(url, { signal })),
  ],

  reader: [
    promises(
      "a page comes as its content and what it says of itself, and both are plain data",
      async (reader, { html, contains }) => {
        const page = await reader.page(html, { url: "https://a.test/", signal: calm() });
        assert.ok(JSON.stringify(page.content).includes(contains));
        assert.equal(typeof page.metadata, "object");
        assert.deepEqual(JSON.parse(JSON.stringify(page)), page);
      },
    ),
    promises("a page that holds nothing to read has no content", async (reader) => {
      assert.deepEqual((await reader.page("<p></p>", { signal: calm() })).content, []);
    }),
    promises(
      "a PDF file is read, with notes in sentences, where the provider reads such files; the caller keeps its bytes",
      async (reader, { pdf }) => {
        if (pdf === undefined) return;
        const { page, notes } = await reader.pdf(pdf.bytes, { address: "a.pdf", signal: calm() });
        assert.ok(JSON.stringify(page.content).includes(pdf.contains));
        assert.ok(notes.every((note) => typeof note === "string"));
        assert.ok(pdf.bytes.length > 0);
      },
    ),
    refusesAborted((reader, { html }, signal) => reader.page(html, { signal })),
  ],

  search: [
    promises(
      "hits have an address, a title and a snippet, and there are no more than the limit",
      async (search, { query }) => {
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
    ),
    refusesAborted((search, { query }, signal) => search.search(query, { limit: 1, signal })),
  ],

  browser: [
    promises(
      "a page comes as HTML with its address, status and what became of its requests",
      async (browser, sample) => {
        const page = await browser.render(sample.url, { signal: calm() });
        assert.match(page.url, /^https?:\/\//);
        assert.ok(page.status >= 200 && page.status < 300);
        assert.ok(page.text.includes(sample.contains));
        assert.ok(page.requests.made >= page.requests.refused);
        assert.ok(page.notes.every((note) => typeof note === "string"));
      },
    ),
    refusesAborted((browser, { url }, signal) => browser.render(url, { signal })),
  ],

  video: [
    promises(
      "a video names its tracks, and the captions of one are a file of a known format",
      async (video, sample) => {
        const found = await video.video(sample.id, { signal: calm() });
        assert.equal(found.id, sample.id);
        const [track] = found.tracks;
        assert.ok(track !== undefined && track.language !== "");
        const captions = await video.captions(found, track, { signal: calm() });
        assert.ok(["json3", "vtt", "srt"].includes(captions.format));
        assert.ok(captions.text.includes(sample.contains));
      },
    ),
    promises("an id that belongs to no video is refused with VIDEO_FAILED and a reason", async (video, { unknown }) => {
      await assert.rejects(
        video.video(unknown, { signal: calm() }),
        (error) => ScriptoriumError.is(error) && error.code === "VIDEO_FAILED" && error.facts["reason"] !== undefined,
      );
    }),
    refusesAborted((video, { id }, signal) => video.video(id, { signal })),
  ],

  maps: [
    promises(
      "places have an id, a name and a position, and there are no more than the limit",
      async (maps, { what, where }) => {
        for (const limit of [1, 10]) {
          const { places, source } = await maps.places({ what, where }, { limit, signal: calm() });
          assert.ok(places.length > 0 && places.length <= limit);
          assert.notEqual(source, "");
          for (const { id, name, latitude, longitude } of places) {
            assert.ok(id !== "" && name !== "");
            assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180);
          }
        }
      },
    ),
    refusesAborted((maps, { what, where }, signal) => maps.places({ what, where }, { limit: 1, signal })),
  ],

  images: [
    promises(
      "images have addresses of the web and a licence that was asked for, each once and no more than the limit",
      async (images, { words, licence }) => {
        const engines = images.engines();
        assert.ok(engines.length > 0 && engines.every(({ name, kind }) => name !== "" && kind !== ""));
        for (const limit of [1, 10]) {
          const { images: found } = await images.find(words, {
            ...{ licences: [licence], minWidth: 1, limit, signal: calm() },
          });
          assert.ok(found.length > 0 && found.length <= limit);
          assert.equal(new Set(found.map(({ url }) => url)).size, found.length);
          for (const image of found) {
            assert.match(image.url, /^https?:\/\//);
            assert.equal(image.licence, licence);
            assert.ok(engines.some(({ name }) => name === image.engine));
          }
        }
      },
    ),
    refusesAborted((images, { words, licence }, signal) =>
      images.find(words, { licences: [licence], minWidth: 1, limit: 1, signal }),
    ),
  ],

  publisher: publisherCases,
  mailer: mailerCases,

  folder: [
    promises(
      "files are listed by path with their sizes, those with other extensions left out",
      async (provider, { folder, path }) => {
        const extension = path.slice(path.lastIndexOf(".") + 1);
        const files = await provider.list(folder, { extensions: [extension], signal: calm() });
        const paths = files.map((file) => file.path);
        assert.deepEqual(paths, [...paths].sort());
        assert.ok((files.find((file) => file.path === path)?.size ?? 0) > 0);
        assert.deepEqual(await provider.list(folder, { extensions: ["no-such-extension"], signal: calm() }), []);
      },
    ),
    promises(
      "a file is read as text, and as bytes where the provider can",
      async (provider, { folder, path, contains }) => {
        assert.ok((await provider.read(folder, path, { signal: calm() })).includes(contains));
        const bytes = await provider.bytes?.(folder, path, { signal: calm() });
        assert.ok(bytes === undefined || (bytes instanceof Uint8Array && bytes.length > 0));
        if (bytes === undefined || provider.slices === undefined) return;
        const slices = await Array.fromAsync(provider.slices(folder, path, { signal: calm() }));
        assert.deepEqual(Buffer.concat(slices), Buffer.from(bytes));
      },
    ),
    promises(
      "a folder that may not be read is refused, and a file that is not there cannot be read",
      async (provider, { folder, refused }) => {
        await provider.check?.(folder);
        if (provider.check !== undefined) await failsWith("FOLDER_REFUSED", provider.check(refused));
        await failsWith("FOLDER_REFUSED", provider.list(refused, { extensions: ["txt"], signal: calm() }));
        await failsWith("FOLDER_UNREADABLE", provider.read(folder, "no-such-file.txt", { signal: calm() }));
      },
    ),
    refusesAborted((provider, { folder, path }, signal) => provider.read(folder, path, { signal })),
  ],

  output: [
    promises("files are written, written again and removed, also where there are none", async (output) => {
      const task = "0123456789abcdef01234567";
      for (const text of ["first", "second"]) {
        await output.write(task, "articles/honey.txt", Buffer.from(text));
      }
      await output.remove(task);
      await output.remove(task);
    }),
  ],

  spinner: [
    promises("a spun text is spintax, and its first variant is the text", async (spinner, { text }) => {
      const spun = await spinner.spin(text, { protectedWords: [], signal: calm() });
      assertTextResult(spun);
      assert.deepEqual(lintSpintax(spun.text), []);
      assert.equal(firstVariant(spun.text), text);
    }),
    refusesAborted((spinner, { text }, signal) => spinner.spin(text, { protectedWords: [], signal })),
  ],

  paraphraser: [
    promises("a paraphrase is spintax", async (paraphraser, { text, ...languages }) => {
      const paraphrase = await paraphraser.paraphrase(text, { ...languages, protectedWords: [], signal: calm() });
      assertTextResult(paraphrase);
      assert.deepEqual(lintSpintax(paraphrase.text), []);
    }),
    refusesAborted((paraphraser, { text, ...languages }, signal) =>
      paraphraser.paraphrase(text, { ...languages, protectedWords: [], signal }),
    ),
  ],

  aboutMe: [
    promises("a text about a keyword is plain text, the same for the same seed", async (provider, { keyword }) => {
      const first = await provider.aboutMe(keyword, { seed: "a", signal: calm() });
      assertTextResult(first);
      assert.deepEqual(await provider.aboutMe(keyword, { seed: "a", signal: calm() }), first);
    }),
    refusesAborted((provider, { keyword }, signal) => provider.aboutMe(keyword, { signal })),
  ],

  licence: [
    promises("a login is entitled, and a text that is no login is not", async (licence, { login }) => {
      assert.equal(await licence.entitled(login, "paraphrase"), true);
      assert.equal(await licence.entitled("no login", "paraphrase"), false);
    }),
  ],

  translator: [
    promises(
      "a text comes back in the other language, and the pair is among those that are listed",
      async (translator, { text, from, to }) => {
        assert.notEqual(await translator.translate(text, { from, to, signal: calm() }), text);
        const pairs = await translator.pairs?.(calm());
        assert.ok(pairs === undefined || pairs.get(from)?.has(to));
      },
    ),
    promises(
      "a pair that it does not translate is refused with LANGUAGE_PAIR_MISSING",
      async (translator, { text, unknown }) => {
        await failsWith("LANGUAGE_PAIR_MISSING", translator.translate(text, { ...unknown, signal: calm() }));
      },
    ),
    refusesAborted((translator, { text, from, to }, signal) => translator.translate(text, { from, to, signal })),
  ],

  writer: [
    promises("an answer is a text", async (writer, sample) => {
      const answer = await writer.write({ ...sample, signal: calm() });
      assert.ok(typeof answer === "string" && answer.length > 0);
    }),
    promises(
      "an answer says who gave it and what it took, and its pieces together are its text",
      async (writer, sample) => {
        const pieces: string[] = [];
        const onText = (piece: string) => void pieces.push(piece);
        const answer = await writer.answer?.({ ...sample, onText, signal: calm() });
        if (answer === undefined) return;
        assert.ok(answer.text.length > 0);
        if (pieces.length > 0) assert.equal(pieces.join(""), answer.text);
        assert.ok([answer.provider, answer.model].every((name) => typeof name === "string"));
        assert.ok(answer.usage.input >= 0 && answer.usage.output >= 0 && (answer.usage.cost ?? 0) >= 0);
      },
    ),
    promises("each of its names can be asked for, and no other", async (writer, sample) => {
      const names = writer.names?.() ?? [];
      for (const provider of names) assert.ok(await writer.write({ ...sample, provider, signal: calm() }));
      if (names.length === 0) return;
      await failsWith("bad-input", writer.write({ ...sample, provider: "no writer has this name", signal: calm() }));
    }),
    refusesAborted((writer, sample, signal) => writer.write({ ...sample, signal })),
  ],

  prompts: [
    promises("every id has its text, and what is no id has none", async (prompts, { template, voice, unknown }) => {
      const { templates, voices } = await prompts.ids();
      assert.ok(templates.includes(template) && voices.includes(voice));
      for (const id of templates) assert.ok(await prompts.template(id));
      for (const id of voices) assert.ok(await prompts.voice(id));
      assert.equal(await prompts.template(unknown), undefined);
      assert.equal(await prompts.voice(unknown), undefined);
    }),
  ],

  messenger: [
    promises("a message resolves with the status of the answer", async (messenger, { url, status }) => {
      const message = { headers: { "content-type": "application/json" }, body: "{}", timeoutMs: 5000, signal: calm() };
      assert.equal((await messenger.post(url, message)).status, status);
    }),
    refusesAborted((messenger, { url }, signal) =>
      messenger.post(url, { headers: {}, body: "{}", timeoutMs: 5000, signal }),
    ),
  ],

  machine: [
    promises("the state has the load in percent, and memory and disk in bytes that fit each other", async (machine) => {
      const { cpuPercent, memory, disk } = await machine.state();
      assert.ok(cpuPercent >= 0 && cpuPercent <= 100);
      assert.ok(memory.used > 0 && memory.used <= memory.total && memory.process > 0);
      assert.ok(disk === undefined || (disk.free >= 0 && disk.free <= disk.total));
    }),
  ],
};
