import type { KeptLogEntry } from "../../../kernel/index.js";
import type { Command } from "../command.js";
import { connected, SERVER_FLAGS } from "../connection/connect.js";
import { taskNamed } from "../connection/task-named.js";
import { needed, unknown } from "../flags.js";
import { interruption } from "../interruption.js";
import { write } from "../printing.js";
import { type Colour, coloured, type Screen, screenOf } from "../terminal/screen.js";
import { plain } from "../terminal/width.js";

const LEVELS = ["debug", "info", "warn", "error"] as const;
const COLOURS: Readonly<Record<string, Colour>> = { debug: "dim", warn: "yellow", error: "red" };

export const logsCommand: Command = {
  args: {
    task: { type: "positional", description: "Id or name of the task", required: false },
    follow: { type: "boolean", description: "Go on until the run has ended" },
    level: { type: "string", description: "Lowest level; info by default", valueHint: "debug|info|warn|error" },
    run: { type: "string", description: "Id of a run, or last; all runs without it", valueHint: "RUN" },
    tail: { type: "string", description: "Only the newest entries, so many", valueHint: "NUMBER" },
    json: { type: "boolean", description: "Answer in JSON lines" },
    ...SERVER_FLAGS,
  },
  async run(given, assembly) {
    const word = needed(given["task"], "the id or name of a task", "logs");
    const level = LEVELS.find((one) => one === (given["level"] ?? "info"));
    if (level === undefined) throw unknown(`The option "--level" must be one of ${LEVELS.join(", ")}.`, "logs");
    const { tail, run } = given as Readonly<Record<string, string | undefined>>;
    if (tail !== undefined && !/^[1-9]\d{0,4}$/.test(tail))
      throw unknown('The option "--tail" must be a number from 1 to 99999.', "logs");
    const screen = screenOf(process.stdout);
    const show = (entry: KeptLogEntry) =>
      write(`${given["json"] === true ? JSON.stringify(entry) : lineOf(entry, screen)}\n`);
    await connected(given, assembly, { use: "read" }, async ({ client }) => {
      const { id } = await taskNamed(client, word);
      const { signal, end } = interruption();
      const of = { level, ...(run === undefined ? {} : { run }) };
      try {
        let after = 0;
        if (tail !== undefined) {
          for (const entry of await client.log(id, { ...of, limit: Number(tail) }, { signal })) {
            await show(entry);
            after = entry.n;
          }
          if (given["follow"] !== true) return;
        }
        for await (const entry of client.logs(id, { ...of, after, follow: given["follow"] === true, signal }))
          await show(entry);
        signal.throwIfAborted();
      } finally {
        end();
      }
    });
  },
};

function lineOf({ t, level, line, msg, code }: KeptLogEntry, screen: Screen): string {
  const place = line === undefined || msg.includes(line) ? "" : ` [${line}]`;
  const text = plain(`${place} ${msg}${code === undefined ? "" : ` (${code})`}`);
  return `${coloured(t.slice(0, 19).replace("T", " "), "dim", screen)} ${coloured(level.padEnd(5), COLOURS[level], screen)}${text}`;
}
