import { appendFileSync } from "node:fs";
import type { Json } from "../../src/kernel/index.js";
import { type Answer, exchanged, type RawOptions, written } from "./exchange.js";

// memory.mjs repeats these files with a server process beside them, which gets every request too.
/** Its port; NaN without one. */
const PORT = Number(process.env["HOSTILE_MIRROR_PORT"]);
/** A file that gets a byte for every exchange that it answered. */
const ANSWERED = process.env["HOSTILE_MIRROR_ANSWERED"] ?? "";

const ID = /[0-9a-f]{24}/g;
/** Ids of tasks here, with those of the same tasks there. */
const otherIds = new Map<string, string>();
/** Longest reply in which ids are looked for, and how much of a request. */
const MOST_BYTES = 100_000;

/** As `exchanged`; the same pieces go to the server process at the same time. */
export async function exchangedTwice(
  port: number,
  pieces: readonly (string | Uint8Array)[],
  options?: RawOptions,
): Promise<Answer> {
  if (Number.isNaN(PORT)) return exchanged(port, pieces, options);
  const [answer, other] = await Promise.all([
    exchanged(port, pieces, options),
    exchanged(PORT, pieces.map(withOtherIds), options),
  ]);
  if (other.replies.length > 0) appendFileSync(ANSWERED, ".");
  pair(idIn(answer), idIn(other));
  return answer;
}

/** Makes the same task there. */
export async function mirrorTask(id: string, data: Readonly<Record<string, Json>>): Promise<void> {
  if (Number.isNaN(PORT)) return;
  const other = idIn(await exchanged(PORT, [written(PORT, "GET", "/create/articlecreator")]));
  if (other === undefined) throw new Error("The server process makes no task.");
  const headers = { "content-type": "application/json" };
  await exchanged(PORT, [written(PORT, "POST", `/project/data/${other}`, { headers, body: data })]);
  pair(id, other);
}

/** Deletes what the file of tests made there. */
export async function clearMirror(): Promise<void> {
  if (Number.isNaN(PORT)) return;
  const { replies } = await exchanged(PORT, [written(PORT, "GET", "/all-projects")], { waitMs: 30_000 });
  const { result } = JSON.parse(replies[0]!.text) as { result: readonly { id: string }[] };
  for (const { id } of result) await exchanged(PORT, [written(PORT, "GET", `/project/delete/${id}`)]);
  otherIds.clear();
}

function pair(id: string | undefined, other: string | undefined): void {
  if (id !== undefined && other !== undefined) otherIds.set(id, other);
}

/** The id in an answer about a single task. */
function idIn({ replies }: Answer): string | undefined {
  const ids = new Set(replies.flatMap(({ text }) => (text.length > MOST_BYTES ? [] : (text.match(ID) ?? []))));
  return ids.size === 1 ? [...ids][0] : undefined;
}

function withOtherIds(piece: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(piece);
  const head = bytes.subarray(0, MOST_BYTES).toString("latin1");
  const other = head.replace(ID, (id) => otherIds.get(id) ?? id);
  return Buffer.concat([Buffer.from(other, "latin1"), bytes.subarray(MOST_BYTES)]);
}
