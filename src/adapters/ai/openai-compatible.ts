import { z } from "zod";
import { installed, type ModelLibrary } from "./library.js";

/** Servers that speak the chat completions of OpenAI; `isOpenAi` is for its own, whose newer models renamed a member. */
export function openAiLibrary(address: string, isOpenAi: boolean): ModelLibrary {
  return {
    address,
    async models({ key, headers, fetch }) {
      const { createOpenAICompatible } =
        await installed<typeof import("@ai-sdk/openai-compatible")>("@ai-sdk/openai-compatible");
      const provider = createOpenAICompatible({
        name: "service",
        baseURL: address,
        headers: { ...headers },
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: true,
        ...(key === "" ? {} : { apiKey: key }),
        ...(isOpenAi ? { transformRequestBody: renamed } : {}),
      });
      return (model) => provider.chatModel(model);
    },
    list: {
      path: "models",
      ids: (json) => LISTED.safeParse(json).data?.data.map(({ id }) => id),
      headers: (key): Readonly<Record<string, string>> => (key === "" ? {} : { authorization: `Bearer ${key}` }),
    },
  };
}

const LISTED = z.object({ data: z.array(z.object({ id: z.string() })) });

function renamed({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}
