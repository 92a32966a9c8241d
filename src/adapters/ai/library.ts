import { ScriptoriumError } from "../../kernel/errors.js";
import { runtimeImport } from "../../kernel/values/runtime-import.js";

type OpenAiCompatible = typeof import("@ai-sdk/openai-compatible");
/** A model as the libraries give it: one request, and its answer whole or in pieces. */
export type Model = ReturnType<ReturnType<OpenAiCompatible["createOpenAICompatible"]>["chatModel"]>;
export type ModelCall = Parameters<Model["doGenerate"]>[0];
export type ModelUsage = Awaited<ReturnType<Model["doGenerate"]>>["usage"];

export interface LibraryParts {
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof globalThis.fetch;
}

/** How the models of one protocol are reached. */
export interface ModelLibrary {
  /** Where its requests go, with the version in its path. */
  readonly address: string;
  /** Loads the library. Throws PROVIDER_MISSING where it is not installed. */
  models(parts: LibraryParts): Promise<(model: string) => Model>;
  /** How the models are asked for, below the address, and their ids in the answer. */
  readonly list: {
    readonly path: string;
    readonly ids: (json: unknown) => readonly string[] | undefined;
    headers(key: string): Readonly<Record<string, string>>;
  };
}

/** An optional peer. Throws PROVIDER_MISSING with how to install it. */
export async function installed<Module>(name: string): Promise<Module> {
  try {
    return await runtimeImport<Module>(name);
  } catch (cause) {
    if (!(cause instanceof Error && "code" in cause && cause.code === "ERR_MODULE_NOT_FOUND")) throw cause;
    throw new ScriptoriumError(
      "PROVIDER_MISSING",
      `This language model needs the package ${name}, which is not installed. Run \`npm install ${name}\` and start again.`,
      { provider: "writer", package: name },
      { cause },
    );
  }
}
