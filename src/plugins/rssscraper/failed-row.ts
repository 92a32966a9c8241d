import { type JsonObject, shown } from "../../kernel/index.js";

/** The row of a feed that could not be read. */
export function failedRow(feed: string, error: string): JsonObject {
  return {
    feed: shown(feed),
    guid: "",
    title: "",
    url: "",
    author: "",
    date: "",
    categories: [],
    words: 0,
    image: "",
    file: "",
    status: "failed",
    error,
    cluster: "",
  };
}
