import type { Operations } from "../operation.js";
import { accounts } from "./accounts.js";
import { classic } from "./classic.js";
import { results } from "./results.js";
import { runs } from "./runs.js";
import { server } from "./server.js";
import { webhooks } from "./webhooks.js";

/** What is said of every route, by method and path as the tables of routes have them. */
export const OPERATIONS: Operations = { ...classic, ...runs, ...results, ...server, ...webhooks, ...accounts };
