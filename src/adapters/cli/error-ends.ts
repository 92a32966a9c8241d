import { ScriptoriumError } from "../../kernel/errors.js";
import { UsageError } from "./config-error.js";
import { EXIT } from "./exit-codes.js";
import { settingOf } from "./setting-errors.js";

export interface End {
  readonly message: string;
  readonly exitCode: number;
}

/** What a command that failed says, and its exit code. The errors of the client are told by their names: it is not loaded for them. */
export function endOf(error: unknown): End {
  if (ScriptoriumError.is(error)) {
    const isUsage = error instanceof UsageError || settingOf(error) !== undefined;
    return { message: error.message, exitCode: isUsage ? EXIT.usage : EXIT.error };
  }
  const name = error instanceof Error ? error.name : "";
  const message = error instanceof Error ? error.message : String(error);
  if (["NotReachableError", "TimeoutError", "UnexpectedReplyError"].includes(name)) {
    return { message, exitCode: EXIT.unreachable };
  }
  if (name === "UnauthorizedError") {
    // How programs send it is of no use in a shell.
    const [what] = message.split(/(?<=\.)\s/, 1);
    return {
      message: `${what} Give the key of the server with --api-key or SCRIPTORIUM_API_KEY.`,
      exitCode: EXIT.error,
    };
  }
  if (name === "UnsupportedError") {
    return {
      message: `${message} Name another server with --server, or work on the store itself.`,
      exitCode: EXIT.error,
    };
  }
  if (error instanceof Error && "code" in error && "status" in error) return { message, exitCode: EXIT.error };
  return { message: `The command failed: ${String(error)}`, exitCode: EXIT.error };
}
