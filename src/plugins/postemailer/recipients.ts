import { csvRows } from "../../engines/csv-rows.js";
import { readMailAddress } from "../../engines/mail-address.js";
import { shown } from "../../kernel/index.js";

export interface Recipient {
  readonly address: string;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  /** The columns of a table, by their names in lower case. */
  readonly fields: Readonly<Record<string, string>>;
}

/** A line that names nobody who can be written to. */
export interface BadRecipient {
  readonly line: string;
  readonly problem: string;
}

export interface Recipients {
  readonly good: readonly Recipient[];
  readonly bad: readonly BadRecipient[];
}

const ADDRESS_COLUMNS = ["address", "email", "e-mail", "mail", "recipient"];

/** The recipients, each once. */
export function readRecipients(lines: readonly string[]): Recipients {
  const good = new Map<string, Recipient>();
  const bad: BadRecipient[] = [];
  for (const { address, category, tags, fields } of entriesOf(lines)) {
    const read = readMailAddress(address);
    if ("problem" in read) bad.push({ line: shown(address), problem: problemOf(address, read.problem) });
    else if (!good.has(read.address.toLowerCase())) {
      good.set(read.address.toLowerCase(), {
        address: read.address,
        categories: termsIn(category),
        tags: termsIn(tags),
        fields,
      });
    }
  }
  return { good: [...good.values()], bad };
}

function problemOf(line: string, problem: string): string {
  const where = /^https?:\/\/|^[^@]*\.(?:csv|tsv|txt|xlsx)$/i.test(line);
  if (where) return `"${shown(line)}" is where a list may be, and no address. Put the lines of the list itself here.`;
  const remedy = /[,;].*@/.test(line) ? " Give one per line, and categories behind a |." : "";
  return `The address "${shown(line)}" ${problem}.${remedy}`;
}

interface Entry {
  readonly address: string;
  readonly category: string;
  readonly tags: string;
  readonly fields: Readonly<Record<string, string>>;
}

function* entriesOf(lines: readonly string[]): Generator<Entry> {
  const given = lines.filter((line) => line.trim() !== "");
  const column = addressColumn(given[0] ?? "");
  if (column === undefined) {
    for (const line of given) {
      const [address = "", category = "", tags = ""] = line.split("|");
      yield { address: address.trim(), category, tags, fields: {} };
    }
    return;
  }
  for (const row of csvRows(given.join("\n"))) {
    const fields: Record<string, string> = Object.create(null);
    for (const [name, value] of Object.entries(row)) fields[name.trim().toLowerCase()] = value.trim();
    const { category = fields["categories"] ?? "", tags = "" } = fields;
    yield { address: fields[column] ?? "", category, tags, fields };
  }
}

/** The name of the column with the addresses, where the line is the head of a table. */
function addressColumn(line: string): string | undefined {
  if (line.includes("@")) return undefined;
  const names = line.split(/[,;\t]/).map((name) => name.trim().replace(/^"|"$/g, "").toLowerCase());
  return ADDRESS_COLUMNS.find((name) => names.includes(name));
}

function termsIn(text: string): string[] {
  return text
    .split(",")
    .map((term) => term.trim())
    .filter((term) => term !== "");
}

/** The lines of that list that name neither an address nor all of a domain, and so nobody. */
export function suppressesNobody(lines: readonly string[]): readonly string[] {
  const isSomebody = (line: string) => "address" in readMailAddress(line) || /^@[^\s@,;|]+$/.test(line);
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !isSomebody(line));
}

/** Whether somebody is on the list of those who get nothing. */
export function suppression(lines: readonly string[]): (address: string) => boolean {
  const known = new Set(lines.map((line) => normal(line)).filter((line) => line !== ""));
  return (address) => {
    const whole = normal(address);
    return known.has(whole) || known.has(whole.slice(whole.lastIndexOf("@")));
  };
}

function normal(line: string): string {
  const read = readMailAddress(line);
  return ("address" in read ? read.address : line.trim()).toLowerCase();
}
