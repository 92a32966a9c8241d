import { errorKind, type ScriptoriumError } from "../../kernel/index.js";

/**
 * `classic`: 200 for every outcome that the envelope describes, since clients of the original application fail on 400 and
 * above. `semantic`: the status a REST client expects.
 */
export type StatusCodes = "classic" | "semantic";

const SEMANTIC = {
  missing: 404,
  invalid: 400,
  conflict: 409,
  unconfigured: 501,
  unavailable: 503,
  setup: 500,
} as const;

/**
 * The HTTP status of an error. An error of the server itself has its real status in either mode. The specification leaves the
 * status of other failures open; docs/decisions/open-points.md says why it is 200.
 */
export function statusOf(error: ScriptoriumError, mode: StatusCodes): number {
  const kind = errorKind(error.code);
  if (kind === "unavailable" || kind === "setup" || mode === "semantic") return SEMANTIC[kind];
  return 200;
}

/** The status of a body that was refused before it reached the kernel. */
export function statusOfRefusedBody(mode: StatusCodes): number {
  return mode === "semantic" ? 400 : 200;
}
