// A storage of your own: a journal on the disk, and everything in memory besides. Each write is a line of the journal,
// which is read again when the storage is opened. It keeps every promise of the storage contract.
//   node examples/custom-storage.mjs journal.jsonl
import { open } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { createScriptorium, memoryStorage, ScriptoriumError } from "scriptorium";

export function journalStorage(path) {
  const memory = memoryStorage();
  let journal; // the open file
  let pending = []; // lines that are not written yet
  let written = Promise.resolve();
  let broken;

  /** The methods of a store, those that change something put into the journal. */
  function journaled(name, ...methods) {
    const store = { ...memory[name] };
    for (const method of methods) {
      store[method] = async (...values) => {
        if (broken !== undefined) throw broken;
        // Line and change are made in one go, so that the journal has the changes in their order.
        pending.push(`${JSON.stringify([name, method, values], bytesAsText)}\n`);
        const answer = memory[name][method](...values);
        written = written.then(flush);
        const [outcome] = await Promise.allSettled([answer, written]);
        if (broken !== undefined) throw broken;
        if (outcome.status === "rejected") throw outcome.reason;
        return outcome.value;
      };
    }
    return store;
  }

  /** Writes what is pending: many calls of one moment, one wait for the disk. */
  async function flush() {
    if (pending.length === 0) return;
    const text = pending.join("");
    pending = [];
    try {
      await journal.appendFile(text);
      await journal.datasync();
    } catch (cause) {
      // Memory is ahead of the disk now. Opening the storage again gives what the disk has.
      broken = new ScriptoriumError("STORAGE_FAILED", "The journal could not be written. Start again.", {}, { cause });
    }
  }

  return {
    name: "journal",
    tasks: journaled("tasks", "insert", "replace", "delete"),
    content: memory.content,
    // Renewing a claim need not survive a crash, so it is not put into the journal.
    runs: journaled("runs", "insert", "insertWithTask", "replace", "claim", "delete", "write", "log", "trimLog"),
    accounts: journaled("accounts", "insert", "replace", "delete"),
    deliveries: journaled("deliveries", "insert", "replace", "delete", "clear"),
    async open() {
      journal = await open(path, "a+", 0o600);
      const text = await journal.readFile("utf8");
      // A last line without its end was being written when the process ended: it was never acknowledged.
      const whole = text.slice(0, text.lastIndexOf("\n") + 1);
      await journal.truncate(Buffer.byteLength(whole));
      for (const line of whole.split("\n").slice(0, -1)) {
        const [name, method, values] = JSON.parse(line);
        if (method === "write") {
          for (const file of values[1].files ?? []) file.bytes = Buffer.from(file.bytes, "base64");
        }
        // Whoever held a run then is gone.
        if (method === "claim") values[1] = 0;
        // What was refused then is refused again.
        await memory[name][method](...values).catch(() => {});
      }
    },
    async close() {
      await written;
      await journal?.close();
      journal = undefined;
    },
  };
}

function bytesAsText(key, value) {
  return this[key] instanceof Uint8Array ? Buffer.from(this[key]).toString("base64") : value;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const scriptorium = createScriptorium({ storage: journalStorage(process.argv[2] ?? "journal.jsonl") });
  await scriptorium.start();
  await scriptorium.kernel.tasks.create("articlecreator", { jobName: "Bees" });
  for await (const task of scriptorium.kernel.tasks.summaries()) console.log(task.id, task.name, task.status);
  await scriptorium.stop();
}
