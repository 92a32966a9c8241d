import { type FileInfo, type OpenFile, ScriptoriumError, shown } from "../../../kernel/index.js";
import type { ArchiveEntry } from "../../../kernel/values/export-formats.js";
import { begun, CODE_HEADER, failureBody } from "../envelope.js";
import type { ProtocolCode } from "../protocol-codes.js";
import { namesTag, rangeOf } from "./byte-ranges.js";
import { disposition, safePath } from "./downloads.js";
import { type FullerCall, type FullerParts, type RawReply, rawReply } from "./fuller.js";
import { noFormat, pageIn, runForm } from "./queries.js";

const MOST = 1000;
/** The archive format counts its entries with 16 bits and their bytes with 32; some are left for its own lists. */
const MOST_ENTRIES = 65_000;
const MOST_BYTES = 4_000_000_000;

/** The files in which a task keeps the feed that it publishes, by what its data object calls the format. */
const FEEDS: Readonly<Record<string, { readonly path: string; readonly type: string }>> = {
  rss: { path: "feed.xml", type: "application/rss+xml; charset=utf-8" },
  atom: { path: "atom.xml", type: "application/atom+xml; charset=utf-8" },
  json: { path: "feed.json", type: "application/feed+json; charset=utf-8" },
};

/** What answers for the files of a task. */
export function fileReplies({ kernel, exports, knownForm }: FullerParts) {
  const { content, tasks, plugins } = kernel;
  const existing = ({ parameters }: FullerCall) => tasks.existing(knownForm(parameters["id"]));

  async function list(call: FullerCall): Promise<unknown> {
    const page = pageIn(call.query, MOST);
    const { _id } = await existing(call);
    const ofRun = await runIn(_id, call);
    const files = ofRun ? await ofRun.files(page) : await Array.fromAsync(content.files(_id, page));
    return { ...page, files };
  }

  /** The files of the run that `?run=` names; undefined without one. */
  async function runIn(id: string, { query }: FullerCall) {
    const name = query.get("run");
    if (!name) return undefined;
    const { _id } = await tasks.runOf(id, runForm(id, name));
    return content.filesOfRun(id, _id);
  }

  async function one(call: FullerCall): Promise<unknown> {
    const { _id } = await existing(call);
    const { path = "" } = call.parameters;
    const ofRun = await runIn(_id, call);
    const file = ofRun ? await ofRun.open(path) : await content.open(_id, path);
    if (file === undefined) throw ofRun ? noFileOfRun(_id, path) : noFile(_id, path);
    return fileReply(file, call);
  }

  /** The feed that a task publishes, as its last run left it. */
  async function feed(call: FullerCall): Promise<unknown> {
    const task = await existing(call);
    const format = task.data["publishFeed"];
    const named = typeof format === "string" && Object.hasOwn(FEEDS, format) ? FEEDS[format] : undefined;
    const file = named && (await content.file(task._id, named.path));
    if (named === undefined || file === undefined) {
      const { noFeed } = await import("./no-files.js");
      throw await noFeed(task, named !== undefined, plugins);
    }
    const { unchanged, shared } = taggedBy(file, call);
    return (
      unchanged ??
      rawReply({
        headers: [...shared, ...shownAs(named.type, disposition("inline", named.path))],
        body: Buffer.from(file.bytes).toString("utf8"),
      })
    );
  }

  async function zip(call: FullerCall): Promise<unknown> {
    const task = await existing(call);
    const { _id, name } = task;
    if (exports === undefined) throw noFormat("zip");
    let count = 0;
    let bytes = 0;
    for await (const { size } of content.files(_id)) {
      count += 1;
      bytes += size;
    }
    if (count === 0) throw (await import("./no-files.js")).noFiles(task);
    if (count > MOST_ENTRIES || bytes > MOST_BYTES) {
      throw new ScriptoriumError(
        "QUERY_REFUSED",
        "The task has more files than one zip archive can hold. Fetch them one by one: GET /task/files/:id lists them.",
        { id: _id },
      );
    }
    const headers = ["Content-Type", "application/zip", "Content-Disposition"];
    headers.push(disposition("attachment", `${name || _id}.zip`));
    return rawReply({ headers, body: await begun(exports.zip(entries(_id))) });
  }

  async function* entries(id: string): AsyncGenerator<ArchiveEntry> {
    const taken = new Set<string>();
    for await (const { path, type } of content.files(id)) {
      yield {
        path: untaken(safePath(path), taken),
        type,
        // One that was replaced meanwhile by nothing is an empty file in the archive, which was promised it.
        slices: () => slicesOf(id, path),
      };
    }
  }

  async function* slicesOf(id: string, path: string): AsyncGenerator<Uint8Array> {
    yield* (await content.open(id, path))?.slices() ?? [];
  }

  return { list, one, zip, feed };
}

/** Two paths that became the same, or differ in case only, which some file systems take for the same. */
function untaken(path: string, taken: Set<string>): string {
  const [, stem = path, extension = ""] = /^(.*?)(\.[^./]+)?$/.exec(path) ?? [];
  let found = path;
  for (let number = 2; taken.has(found.toLowerCase()); number += 1) found = `${stem} (${number})${extension}`;
  taken.add(found.toLowerCase());
  return found;
}

/** The headers by which a client knows its copy, and the reply when that copy is what there is. */
function taggedBy({ sha256 }: FileInfo, call: FullerCall, ...more: readonly string[]) {
  const tag = `"${sha256}"`;
  const shared = ["ETag", tag, "Cache-Control", "private, no-cache", ...more];
  const isKnown = namesTag(headerOf(call, "if-none-match"), tag);
  return { tag, shared, unchanged: isKnown ? rawReply({ status: 304, headers: shared, body: "" }) : undefined };
}

/** Whatever it is: on a page of ours, or shown by a browser, it runs nothing. */
function shownAs(type: string, shown: string): readonly string[] {
  const guard = ["Content-Security-Policy", "default-src 'none'; sandbox"];
  return ["Content-Type", type, "Content-Disposition", shown, ...guard];
}

function headerOf({ request }: FullerCall, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" ? value : undefined;
}

function fileReply(file: OpenFile, call: FullerCall): RawReply {
  const { path, type, size } = file;
  const { tag, shared, unchanged } = taggedBy(file, call, "Accept-Ranges", "bytes");
  if (unchanged !== undefined) return unchanged;
  const ifRange = headerOf(call, "if-range");
  const hasRange = call.request.method === "GET" && (ifRange === undefined || ifRange.trim() === tag);
  const range = hasRange ? rangeOf(headerOf(call, "range"), size) : undefined;
  if (range === "beyond") {
    return rawReply({
      status: 416,
      headers: [
        CODE_HEADER,
        "RANGE_REFUSED" satisfies ProtocolCode,
        "Accept-Ranges",
        "bytes",
        "Content-Range",
        `bytes */${size}`,
      ],
      body: failureBody(`The file has ${size} bytes, and the range that was asked for lies behind them. Ask for less.`),
    });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const kind = call.query.has("download") || !isHarmless(type) ? "attachment" : "inline";
  return rawReply({
    status: range === undefined ? 200 : 206,
    headers: [
      ...shared,
      ...shownAs(typeOf(type), disposition(kind, path.slice(path.lastIndexOf("/") + 1))),
      "Content-Length",
      String(end - start + 1),
      ...(range === undefined ? [] : ["Content-Range", `bytes ${start}-${end}/${size}`]),
    ],
    body: file.slices(start, end + 1),
  });
}

/** What a browser may show by itself: nothing that can carry a script. */
function isHarmless(type: string): boolean {
  return /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|(?:audio|video)\/[\w.+-]+|text\/(?:plain|csv)|application\/json)(?:;|$)/i.test(
    type,
  );
}

/** A media type that came from a task type may be anything; a header holds only what is one. */
function typeOf(type: FileInfo["type"]): string {
  if (!/^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+(?:; ?[a-z0-9-]+=[a-z0-9_.+-]+)*$/i.test(type))
    return "application/octet-stream";
  return /^text\//i.test(type) && !/charset=/i.test(type) ? `${type}; charset=utf-8` : type;
}

function noFile(id: string, path: string): ScriptoriumError {
  return new ScriptoriumError(
    "FILE_NOT_FOUND",
    `The task has no file called "${shown(path)}". GET /task/files/${id} lists those that there are.`,
    { id, path: shown(path) },
  );
}

function noFileOfRun(id: string, path: string): ScriptoriumError {
  return new ScriptoriumError(
    "FILE_NOT_FOUND",
    `The run has left no file called "${shown(path)}", or what it left is kept no more because later runs have replaced it. GET /task/files/${id}?run= lists what it left.`,
    { id, path: shown(path) },
  );
}
