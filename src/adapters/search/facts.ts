import type { SearchEngine } from "../../kernel/providers.js";

type Facts = Omit<SearchEngine, "name" | "title">;

const ALL = ["web", "news", "images", "videos"] as const;

/** What each engine can do, which tasks are told before it is opened. */
export const ENGINE_FACTS = {
  wikipedia: { verticals: ["web"], pageSize: 50 },
  local: { verticals: ["web"], pageSize: 50, isLocal: true },
  // What it gathers from its engines for one page is some twenty or thirty.
  searxng: { verticals: ALL, pageSize: 20, gives: ["related"] },
  brave: { verticals: ALL, pageSize: 20, gives: ["questions"] },
  serper: { verticals: ALL, pageSize: 10, gives: ["questions", "related", "featured"] },
  serpapi: { verticals: ALL, pageSize: 10, gives: ["questions", "related", "featured", "ads"] },
} as const satisfies Readonly<Record<string, Facts>>;
