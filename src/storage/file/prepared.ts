import type { FileInfo, RunOutput } from "../../kernel/storage.js";

/** An output as texts, made when it was handed in: its owner may change it afterwards. */
export interface Prepared {
  readonly line?: { readonly key: string; readonly text: string };
  readonly articles: readonly { readonly keyword: string; readonly text: string }[];
  readonly rows: readonly string[];
  readonly rowsFor?: string;
  readonly removed: readonly string[];
  readonly files: readonly { readonly info: FileInfo; readonly bytes: Uint8Array }[];
  readonly log: readonly string[];
  readonly effects: readonly { readonly key: string; readonly text: string }[];
}

export function prepared(output: RunOutput): Prepared {
  const { line, articles = [], rows = [], rowsFor, removed = [], files = [], log = [], effects = [] } = output;
  return {
    ...(line === undefined ? {} : { line: { key: line.key, text: JSON.stringify(line) } }),
    articles: articles.map(({ keyword, article }) => ({ keyword, text: JSON.stringify(article) })),
    rows: rows.map((row) => JSON.stringify(row)),
    ...(rowsFor === undefined ? {} : { rowsFor }),
    removed: [...removed],
    files: files.map(({ path, type, size, sha256, bytes }) => ({
      info: { path, type, size, sha256 },
      bytes: new Uint8Array(bytes),
    })),
    log: log.map((entry) => JSON.stringify(entry)),
    effects: effects.map((effect) => ({ key: effect.key, text: JSON.stringify(effect) })),
  };
}
