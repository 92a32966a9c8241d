import { type FileInfo, ScriptoriumError, type StoredFile, shown } from "../../../kernel/index.js";
import { begun, failureBody } from "../envelope.js";
import { namesTag, rangeOf } from "./byte-ranges.js";
import { disposition, safePath } from "./downloads.js";
import type { ArchiveEntry } from "./export-formats.js";
import { type FullerArea, type FullerCall, type RawReply, rawReply } from "./fuller.js";
import { noFormat, wholeNumber } from "./queries.js";

const MOST = 1000;
const PIECE = 64 * 1024;
/** The archive format counts its entries with 16 bits and their bytes with 32; some are left for its own lists. */
const MOST_ENTRIES = 65_000;
const MOST_BYTES = 4_000_000_000;

/** The files of a task: listed, one by one with ranges, and all in one archive. */
export const files: FullerArea = ({ kernel, exports, knownForm }) => {
  const { content, tasks } = kernel;
  const existing = ({ parameters }: FullerCall) => tasks.existing(knownForm(parameters["id"]));

  async function list(call: FullerCall): Promise<unknown> {
    const page = {
      offset: wholeNumber(call.query, "offset") ?? 0,
      limit: wholeNumber(call.query, "limit", MOST) ?? 100,
    };
    const { _id } = await existing(call);
    return { ...page, files: await Array.fromAsync(content.files(_id, page)) };
  }

  async function one(call: FullerCall): Promise<unknown> {
    const { _id } = await existing(call);
    const { path = "" } = call.parameters;
    const file = await content.file(_id, path);
    if (file === undefined) throw noFile(_id, path);
    return fileReply(file, call);
  }

  async function zip(call: FullerCall): Promise<unknown> {
    const { _id, name } = await existing(call);
    if (exports === undefined) throw noFormat("zip");
    let count = 0;
    let bytes = 0;
    for await (const { size } of content.files(_id)) {
      count += 1;
      bytes += size;
    }
    if (count === 0) throw noFile(_id);
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
        bytes: async () => (await content.file(id, path))?.bytes ?? new Uint8Array(),
      };
    }
  }

  return [
    { method: "GET", path: "/task/files/:id?", acts: false, reply: list },
    { method: "GET", path: "/task/files/:id/*path", acts: false, reply: one },
    { method: "GET", path: "/task/zip/:id?", acts: false, reply: zip },
  ];
};

/** Two paths that became the same, or differ in case only, which some file systems take for the same. */
function untaken(path: string, taken: Set<string>): string {
  const [, stem = path, extension = ""] = /^(.*?)(\.[^./]+)?$/.exec(path) ?? [];
  let found = path;
  for (let number = 2; taken.has(found.toLowerCase()); number += 1) found = `${stem} (${number})${extension}`;
  taken.add(found.toLowerCase());
  return found;
}

function fileReply({ path, type, size, sha256, bytes }: StoredFile, { request, query }: FullerCall): RawReply {
  const tag = `"${sha256}"`;
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === "string" ? value : undefined;
  };
  const shared = ["ETag", tag, "Cache-Control", "private, no-cache", "Accept-Ranges", "bytes"];
  if (namesTag(header("if-none-match"), tag)) return rawReply({ status: 304, headers: shared, body: "" });
  const ifRange = header("if-range");
  const hasRange = request.method === "GET" && (ifRange === undefined || ifRange.trim() === tag);
  const range = hasRange ? rangeOf(header("range"), size) : undefined;
  if (range === "beyond") {
    return rawReply({
      status: 416,
      headers: ["Accept-Ranges", "bytes", "Content-Range", `bytes */${size}`],
      body: failureBody(`The file has ${size} bytes, and the range that was asked for lies behind them. Ask for less.`),
    });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  const download = query.has("download") || !isHarmless(type);
  return rawReply({
    status: range === undefined ? 200 : 206,
    headers: [
      ...shared,
      "Content-Type",
      typeOf(type),
      "Content-Disposition",
      disposition(download ? "attachment" : "inline", path.slice(path.lastIndexOf("/") + 1)),
      // Whatever it is: on a page of ours it runs nothing.
      "Content-Security-Policy",
      "default-src 'none'; sandbox",
      "Content-Length",
      String(end - start + 1),
      ...(range === undefined ? [] : ["Content-Range", `bytes ${start}-${end}/${size}`]),
    ],
    body: slices(bytes, start, end + 1),
  });
}

async function* slices(bytes: Uint8Array, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += PIECE) yield bytes.subarray(at, Math.min(end, at + PIECE));
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

function noFile(id: string, path?: string): ScriptoriumError {
  return new ScriptoriumError(
    "FILE_NOT_FOUND",
    path === undefined
      ? "The task has no files yet. Run it first."
      : `The task has no file called "${shown(path)}". List its files to see which there are.`,
    { id, ...(path === undefined ? {} : { path: shown(path) }) },
  );
}
