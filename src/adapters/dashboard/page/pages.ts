import type { ComponentType } from "preact";
import type { IconName } from "./parts/icons.js";

export interface PageEntry {
  /** The first segment of its address: `#/tasks`. Its title is `shell.pages[name]` of strings.ts. */
  readonly name: string;
  readonly icon: IconName;
  /** The entry of the navigation that it belongs to; its own name where it has one. */
  readonly under: string;
  /** Loaded when it is first opened. */
  readonly load: () => Promise<{ readonly default: ComponentType }>;
}

/** Every page. Those that are `under` themselves are in the navigation, in this order. */
export const PAGES: readonly PageEntry[] = [
  { name: "tasks", icon: "tasks", under: "tasks", load: () => import("./pages/tasks/index.js") },
  { name: "task", icon: "tasks", under: "tasks", load: () => import("./pages/task/index.js") },
  { name: "run", icon: "tasks", under: "tasks", load: () => import("./pages/run/index.js") },
  { name: "articles", icon: "articles", under: "articles", load: () => import("./pages/articles/index.js") },
  { name: "calendar", icon: "calendar", under: "calendar", load: () => import("./pages/calendar/index.js") },
  { name: "accounts", icon: "accounts", under: "accounts", load: () => import("./pages/accounts/index.js") },
  { name: "providers", icon: "providers", under: "providers", load: () => import("./pages/providers/index.js") },
  { name: "server", icon: "server", under: "server", load: () => import("./pages/server/index.js") },
];
