import { z } from "zod";
import { installed, type ModelLibrary } from "./library.js";

export function anthropicLibrary(address: string): ModelLibrary {
  return {
    address,
    async models({ key, headers, fetch }) {
      const { createAnthropic } = await installed<typeof import("@ai-sdk/anthropic")>("@ai-sdk/anthropic");
      const provider = createAnthropic({ baseURL: address, apiKey: key, headers: { ...headers }, fetch });
      return (model) => provider.languageModel(model);
    },
    list: {
      path: "models?limit=1000",
      ids: (json) => LISTED.safeParse(json).data?.data.map(({ id }) => id),
      headers: (key) => ({ "x-api-key": key, "anthropic-version": "2023-06-01" }),
    },
  };
}

const LISTED = z.object({ data: z.array(z.object({ id: z.string() })) });
