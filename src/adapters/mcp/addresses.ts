/** The addresses of resources. Paths and keywords are encoded, a slash in a path is not. */
export const addressOf = {
  types: "scriptorium://types",
  type: (type: string) => `scriptorium://types/${encodeURIComponent(type)}`,
  task: (id: string) => `scriptorium://task/${id}`,
  rows: (id: string) => `scriptorium://task/${id}/rows`,
  log: (id: string) => `scriptorium://task/${id}/log`,
  files: (id: string) => `scriptorium://task/${id}/files`,
  file: (id: string, path: string) =>
    `scriptorium://task/${id}/files/${path.split("/").map(encodeURIComponent).join("/")}`,
  article: (id: string, keyword: string) => `scriptorium://task/${id}/article/${encodeURIComponent(keyword)}`,
};

/** What an address names. */
export type Named =
  | { readonly what: "types" }
  | { readonly what: "type"; readonly type: string }
  | { readonly what: "task" | "log" | "files"; readonly id: string }
  | { readonly what: "rows"; readonly id: string; readonly offset: number }
  | { readonly what: "file"; readonly id: string; readonly path: string }
  | { readonly what: "article"; readonly id: string; readonly keyword: string };

/** Undefined for an address that names nothing of ours. */
export function namedBy(address: string): Named | undefined {
  const [, path = "", query = ""] = /^scriptorium:\/\/([^?#]*)(?:\?([^#]*))?$/.exec(address) ?? [];
  const [room, id = "", what, ...rest] = path.split("/").map(decoded);
  if (room === "types" && what === undefined) return id === "" ? { what: "types" } : { what: "type", type: id };
  if (room !== "task" || id === "") return undefined;
  if (what === undefined || (what === "" && rest.length === 0)) return { what: "task", id };
  const below = rest.join("/");
  if (what === "article" && below !== "") return { what, id, keyword: below };
  if (what === "files") return below === "" ? { what, id } : { what: "file", id, path: below };
  if (below !== "") return undefined;
  if (what === "log") return { what, id };
  if (what !== "rows") return undefined;
  const offset = new URLSearchParams(query).get("offset") ?? "0";
  return /^\d{1,15}$/.test(offset) ? { what, id, offset: Number(offset) } : undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
