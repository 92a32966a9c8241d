import { type RunErrorCode, ScriptoriumError } from "../../kernel/index.js";

/** An error of a maps service with the code of what it answered: that the network is at fault is said only where no answer came. */
export function answeredError(error: ScriptoriumError): ScriptoriumError {
  const code = error.code === "MAPS_FAILED" ? codeOf(error.facts) : undefined;
  return code === undefined ? error : new ScriptoriumError(code, error.message, error.facts, { cause: error });
}

function codeOf({ status, service, maxBytes, tooMuch, passing }: ScriptoriumError["facts"]): RunErrorCode | undefined {
  if (service === "file") return "bad-input";
  if (typeof maxBytes === "number") return "too-large";
  if (typeof status !== "number") return undefined;
  if (status >= 500 || tooMuch === true || passing === true) return "server-error";
  if (status === 404 || status === 410) return "not-found";
  return status >= 400 ? "blocked" : "not-a-page";
}
