import { remembering } from "../remembering.js";

/** One word or phrase of a thesaurus line. */
export interface Synonym {
  /** As it is written, without the remarks in parentheses. */
  readonly text: string;
  /** What stood in parentheses, in lower case: marks of style, of relation and of grammar alike. */
  readonly remarks: readonly string[];
}

/** One line of an entry: the words that share one meaning with the headword. */
export interface Sense {
  /** The text before the first bar, in lower case and without its outer parentheses: `adv.`, `nom verbe`; often empty. */
  readonly mark: string;
  readonly synonyms: readonly Synonym[];
}

/** The bytes of a thesaurus in the MyThes format, a `.dat` file with or without an `.idx` file, for reading on demand. */
export interface ThesaurusFile {
  /** `size` bytes of the `.dat` file from `offset` on, or all there are. */
  read(offset: number, size: number): Uint8Array;
  /** The whole `.dat` file. */
  readAll(): Uint8Array;
  /** The `.idx` file, which says at which byte each headword is; undefined when there is none. */
  readIndex(): Uint8Array | undefined;
}

/** A thesaurus that is open. */
export interface Thesaurus {
  /** The meanings of a headword, which is looked up in lower case; none when it has no entry. */
  senses(headword: string): readonly Sense[];
}

/** A file is not what its name promises. The message ends the sentence "The thesaurus X ...". */
export class MalformedThesaurus extends Error {}

type Decoder = InstanceType<typeof TextDecoder>;

const CHARSETS: Readonly<Record<string, string>> = {
  "microsoft-cp1250": "windows-1250",
  "microsoft-cp1251": "windows-1251",
};
const FIRST_READ = 4096;
const MAX_ENTRY = 1 << 20;
const REMEMBERED = 20_000;
const LINE_FEED = 10;

/**
 * Reads the index and nothing else: an entry is read when it is looked up, because the largest of these files has 28 MB.
 * Throws MalformedThesaurus.
 */
export function openThesaurus(file: ThesaurusFile): Thesaurus {
  const decoder = decoderOf(file);
  let offsets = indexOf(file, decoder);
  let scanned = offsets === undefined;
  offsets ??= scan(file, decoder);
  if (offsets.size === 0) throw new MalformedThesaurus("has no entries");
  const remembered = remembering<string, readonly Sense[]>(REMEMBERED);

  const lookUp = (headword: string): readonly Sense[] => {
    const offset = offsets?.get(headword);
    if (offset === undefined) return [];
    const senses = parseEntry(readEntry(file, offset, decoder), headword);
    if (senses !== undefined) return senses;
    if (scanned) return [];
    // The index was made for another edition of the file, as happens after one of the two was replaced.
    scanned = true;
    offsets = scan(file, decoder);
    return lookUp(headword);
  };

  return {
    senses(headword) {
      const key = headword.toLowerCase();
      return remembered(key, () => lookUp(key));
    },
  };
}

function decoderOf(file: ThesaurusFile): Decoder {
  const head = file.read(0, 200);
  const end = head.indexOf(LINE_FEED);
  if (end < 0) throw new MalformedThesaurus("does not begin with a line that names its charset");
  const label = new TextDecoder("utf-8").decode(head.subarray(0, end)).trim().toLowerCase();
  const name = CHARSETS[label] ?? label;
  try {
    const decoder = new TextDecoder(name);
    if (!decoder.encoding.startsWith("utf-16")) return decoder;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
  }
  const shown = /^[\w.:-]{1,40}$/.test(label)
    ? `names the charset "${label}", which is`
    : "does not begin with a charset that is";
  throw new MalformedThesaurus(`${shown} not one that can be read`);
}

/** Undefined when there is no index file, or when it is not one. */
function indexOf(file: ThesaurusFile, decoder: Decoder): Map<string, number> | undefined {
  const bytes = file.readIndex();
  if (bytes === undefined) return undefined;
  const text = decoder.decode(bytes);
  const offsets = new Map<string, number>();
  let start = text.indexOf("\n") + 1;
  while (start < text.length) {
    let end = text.indexOf("\n", start);
    if (end < 0) end = text.length;
    const bar = text.lastIndexOf("|", end);
    if (bar > start) {
      const offset = Number.parseInt(text.slice(bar + 1, end), 10);
      if (offset > 0) note(offsets, text.slice(start, bar), offset);
    }
    start = end + 1;
  }
  return offsets.size === 0 ? undefined : offsets;
}

/** Finds the headwords by reading the whole file once. */
function scan(file: ThesaurusFile, decoder: Decoder): Map<string, number> {
  const bytes = file.readAll();
  const offsets = new Map<string, number>();
  let start = bytes.indexOf(LINE_FEED) + 1;
  while (start > 0 && start < bytes.length) {
    const end = endOfLine(bytes, start);
    const header = /^(.+)\|(\d{1,6})\s*$/.exec(decoder.decode(bytes.subarray(start, Math.min(end, start + 500))));
    let next = end + 1;
    if (header?.[1] !== undefined) {
      note(offsets, header[1], start);
      for (let left = Number(header[2]); left > 0 && next < bytes.length; left -= 1) next = endOfLine(bytes, next) + 1;
    }
    start = next;
  }
  return offsets;
}

function endOfLine(bytes: Uint8Array, start: number): number {
  const end = bytes.indexOf(LINE_FEED, start);
  return end < 0 ? bytes.length : end;
}

function note(offsets: Map<string, number>, headword: string, offset: number): void {
  const key = headword.trim().toLowerCase();
  if (key !== "" && !offsets.has(key)) offsets.set(key, offset);
}

/** The lines of an entry, its header first. */
function readEntry(file: ThesaurusFile, offset: number, decoder: Decoder): readonly string[] {
  for (let size = FIRST_READ; ; size *= 8) {
    const bytes = file.read(offset, size);
    const lines = decoder.decode(bytes).split("\n");
    const whole = bytes.length < size;
    const wanted = 1 + (Number.parseInt(lines[0]?.slice(lines[0].lastIndexOf("|") + 1) ?? "", 10) || 0);
    if (whole || lines.length > wanted) return lines.slice(0, wanted);
    if (size >= MAX_ENTRY) return lines.slice(0, Math.max(1, lines.length - 1));
  }
}

/** Undefined when another headword is there. */
function parseEntry(lines: readonly string[], headword: string): readonly Sense[] | undefined {
  const header = lines[0] ?? "";
  if (header.slice(0, header.lastIndexOf("|")).trim().toLowerCase() !== headword) return undefined;
  return lines.slice(1).map((line) => {
    const [mark = "", ...words] = line.split("|");
    return {
      mark: mark
        .trim()
        .replace(/^\(|\)$/g, "")
        .toLowerCase(),
      synonyms: words.map(parseSynonym).filter(({ text }) => text !== ""),
    };
  });
}

function parseSynonym(written: string): Synonym {
  if (!written.includes("(")) return { text: written.trim(), remarks: [] };
  const remarks: string[] = [];
  const text = written.replace(/\(([^()]*)\)/g, (_whole, remark: string) => {
    remarks.push(remark.trim().toLowerCase());
    return " ";
  });
  return { text: text.replace(/\s+/g, " ").trim(), remarks };
}
