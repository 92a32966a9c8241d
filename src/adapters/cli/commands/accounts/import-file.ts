import { decodeText } from "../../../../kernel/text/decode.js";
import { configError } from "../../config-error.js";
import { needed } from "../../flags.js";
import { interruption } from "../../interruption.js";
import { readable } from "../../read-file.js";
import type { Action } from "./action.js";
import { print } from "./answers.js";

const MOST_BYTES = 8 * 1024 * 1024;

/** Imports the accounts of a file. Exit code 1 where rows are refused. */
export const importFile: Action = async (accounts, given) => {
  const { formatOf, importedAccounts, newKind, rowsOf } = await import("../../../accounts/index.js");
  const kind = newKind(given["kind"] ?? "blog");
  if (kind === undefined) throw configError("Keys of providers cannot be imported. Add them one by one.");
  const text = await textOf(needed(given["file"], 'the file to import: "--file blogs.csv"', "accounts"));
  const { notes, ...imported } = await importedAccounts(accounts, kind, rowsOf(text, formatOf(text)), {
    whole: given["whole"] === true,
    dryRun: given["dry-run"] === true,
  });
  if (imported.refused > 0) process.exitCode = 1;
  const lines = imported.rows.map(({ row, became, name, says }) => {
    const what = name === undefined ? became : `${became} "${name}"`;
    return `row ${row}: ${what}${says === undefined ? "" : `: ${says}`}`;
  });
  const { added, changed, same, refused } = imported;
  print(given, imported, [...lines, `Added ${added}, changed ${changed}, the same ${same}, refused ${refused}.`]);
  for (const note of notes) process.stderr.write(`${note}\n`);
};

async function textOf(path: string): Promise<string> {
  const { signal, end } = interruption();
  try {
    const source = await readable(path, signal);
    try {
      if (source.size > MOST_BYTES) {
        throw configError(`The file is larger than ${MOST_BYTES} bytes. Import it in parts.`);
      }
      return decodeText(Buffer.concat(await Array.fromAsync(source.bytes(() => {}))));
    } finally {
      source.end();
    }
  } finally {
    end();
  }
}
