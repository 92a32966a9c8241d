import { ScriptoriumError } from "../../kernel/index.js";
import { runtimeImport } from "../../kernel/values/runtime-import.js";

/** The parts of the library that are used: one server for one message, and what messages look like. */
export interface Sdk {
  readonly Server: typeof import("@modelcontextprotocol/sdk/server/index.js").Server;
  readonly types: typeof import("@modelcontextprotocol/sdk/types.js");
}

/** The library of the protocol, an optional peer. Throws PROVIDER_MISSING with how to install it. */
export async function installedSdk(): Promise<Sdk> {
  try {
    const [{ Server }, types] = await Promise.all([
      runtimeImport<Pick<Sdk, "Server">>("@modelcontextprotocol/sdk/server/index.js"),
      runtimeImport<Sdk["types"]>("@modelcontextprotocol/sdk/types.js"),
    ]);
    return { Server, types };
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    throw new ScriptoriumError(
      "PROVIDER_MISSING",
      "MCP needs the package @modelcontextprotocol/sdk, which is not installed. Run `npm install @modelcontextprotocol/sdk` and start again.",
      { package: "@modelcontextprotocol/sdk" },
    );
  }
}
