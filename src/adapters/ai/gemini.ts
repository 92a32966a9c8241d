import { z } from "zod";
import { installed, type ModelLibrary } from "./library.js";

export function geminiLibrary(address: string): ModelLibrary {
  return {
    address,
    async models({ key, headers, fetch }) {
      const { createGoogle } = await installed<typeof import("@ai-sdk/google")>("@ai-sdk/google");
      const provider = createGoogle({ baseURL: address, apiKey: key, headers: { ...headers }, fetch });
      return (model) => provider.languageModel(model);
    },
    list: {
      path: "models?pageSize=1000",
      ids: (json) => LISTED.safeParse(json).data?.models.map(({ name }) => name.replace(/^models\//, "")),
      headers: (key) => ({ "x-goog-api-key": key }),
    },
  };
}

const LISTED = z.object({ models: z.array(z.object({ name: z.string() })) });
