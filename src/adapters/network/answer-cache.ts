import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, stat, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isPlainObject } from "../../kernel/values/json.js";

/** Answers by question, in memory and, where there is a folder, on the disk. */
export interface AnswerCache<Answer extends object> {
  /** An answer that is no older, and undefined where there is none. */
  read(question: string, newerThanMs: number): Promise<Answer | undefined>;
  write(question: string, answer: Answer): Promise<void>;
}

const MOST_IN_MEMORY = 500;
const MOST_FILES = 5000;
/** Written between two looks at the folder. */
const LOOK_AFTER = 200;
const NAME = /^[0-9a-f]{64}\.json$/;

/**
 * Keeps the newest answers. A file is written next to its place and moved there; one that cannot be read is taken for none, and
 * a disk that does not take it changes nothing.
 */
export function answerCache<Answer extends object>(now: () => number, folder?: string): AnswerCache<Answer> {
  const kept = new Map<string, { readonly at: number; readonly answer: Answer }>();
  let written = LOOK_AFTER;

  const remember = (key: string, at: number, answer: Answer) => {
    kept.delete(key);
    kept.set(key, { at, answer });
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_IN_MEMORY) return;
      kept.delete(oldest);
    }
  };

  async function stored(key: string): Promise<{ readonly at: number; readonly answer: Answer } | undefined> {
    if (folder === undefined) return undefined;
    try {
      const read: unknown = JSON.parse(await readFile(join(folder, `${key}.json`), "utf8"));
      if (!isPlainObject(read) || typeof read["at"] !== "number" || !isPlainObject(read["answer"])) return undefined;
      // It is what `write` put there: others have no business in the folder.
      return read as unknown as { at: number; answer: Answer };
    } catch {
      return undefined;
    }
  }

  return {
    async read(question, newerThanMs) {
      const key = hashOf(question);
      const found = kept.get(key) ?? (await stored(key));
      if (found === undefined || now() - found.at >= newerThanMs || found.at > now()) return undefined;
      remember(key, found.at, found.answer);
      return found.answer;
    },
    async write(question, answer) {
      const key = hashOf(question);
      const at = now();
      remember(key, at, answer);
      if (folder === undefined) return;
      const temporary = join(folder, `${key}.${randomUUID()}.tmp`);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(temporary, JSON.stringify({ at, answer }), { mode: 0o600, flag: "wx" });
        await rename(temporary, join(folder, `${key}.json`));
        written += 1;
        if (written < LOOK_AFTER) return;
        written = 0;
        await removeOldest(folder);
      } catch {
        // What cannot be kept is asked for again.
        await unlink(temporary).catch(() => {});
      }
    },
  };
}

function hashOf(question: string): string {
  return createHash("sha256").update(question).digest("hex");
}

async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name));
  if (names.length <= MOST_FILES) return;
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      at: await stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    })),
  );
  const oldest = aged.sort((a, b) => a.at - b.at).slice(0, names.length - Math.floor(MOST_FILES * 0.9));
  for (const { name } of oldest) await unlink(join(folder, name)).catch(() => {});
}
