import { z } from "zod";
import {
  defineProviderKind,
  type OpenedProvider,
  type ProviderSetting,
  type ProviderWorld,
} from "../../kernel/index.js";
import type { ModelLibrary } from "./library.js";

const price = z.number("It is no number").min(0, "It is below zero");

/** What settings say of every language model. */
const modelOptions = z.strictObject({
  /** The one that is asked where a request names none. */
  model: z.string("It names no model").min(1, "It names no model"),
  /** Per million tokens. */
  prices: z.strictObject({ input: price, output: price, currency: z.string().min(1).default("USD") }).optional(),
  /** Names of writers that are asked in turn where this one cannot be reached, is too busy or broken. */
  fallback: z.array(z.string().min(1)).default([]),
  /** How long answers are kept. */
  cacheHours: z.number().min(0).max(8760).default(24),
  /** Of silence. */
  timeoutSeconds: z.number().min(1).max(3600).default(120),
  /** Together, for a service that asks for fewer requests. */
  maxWaitSeconds: z.number().min(0).max(3600).default(60),
  maxConcurrency: z.int().min(1).max(100).default(4),
  headers: z.record(z.string(), z.string()).default({}),
});

/** Language models that settings can name; the library of each is loaded when it is first opened. */
export const writerKinds = [
  defineProviderKind({
    port: "writer",
    kind: "openai-compatible",
    title: "Language model",
    key: "optional",
    address: "required",
    options: modelOptions,
    open: async (setting, world) => await opened("Language model", setting, world, await openAi(setting.address)),
  }),
  defineProviderKind({
    port: "writer",
    kind: "openai",
    title: "OpenAI",
    key: "required",
    address: "optional",
    options: modelOptions,
    open: async (setting, world) =>
      await opened("OpenAI", setting, world, await openAi(setting.address || "https://api.openai.com/v1", true)),
  }),
  defineProviderKind({
    port: "writer",
    kind: "ollama",
    title: "Ollama",
    key: "optional",
    address: "optional",
    options: modelOptions,
    open: async (setting, world) =>
      await opened("Ollama", setting, world, await openAi(ollamaAddress(setting.address))),
  }),
  defineProviderKind({
    port: "writer",
    kind: "anthropic",
    title: "Anthropic",
    key: "required",
    address: "optional",
    options: modelOptions,
    open: async (setting, world) => {
      const { anthropicLibrary } = await import("./anthropic.js");
      return await opened(
        "Anthropic",
        setting,
        world,
        anthropicLibrary(setting.address || "https://api.anthropic.com/v1"),
      );
    },
  }),
  defineProviderKind({
    port: "writer",
    kind: "gemini",
    title: "Gemini",
    key: "required",
    address: "optional",
    options: modelOptions,
    open: async (setting, world) => {
      const { geminiLibrary } = await import("./gemini.js");
      const address = setting.address || "https://generativelanguage.googleapis.com/v1beta";
      return await opened("Gemini", setting, world, geminiLibrary(address));
    },
  }),
  defineProviderKind({
    port: "writer",
    kind: "template",
    title: "Offline writer",
    key: "none",
    address: "none",
    options: z.strictObject({}),
    open: async ({ name }) => {
      const { templateWriter } = await import("./template.js");
      return {
        provider: templateWriter({ name }),
        probe: async () => "The offline writer is built in; it needs no service.",
      };
    },
  }),
] as const;

async function openAi(address: string, isOpenAi = false): Promise<ModelLibrary> {
  const { openAiLibrary } = await import("./openai-compatible.js");
  return openAiLibrary(address, isOpenAi);
}

/** The address of its server, with or without the path of the API it has in common with others. */
function ollamaAddress(address: string): string {
  const url = URL.parse(address === "" ? "http://localhost:11434" : address);
  return url?.pathname === "/" ? new URL("v1", url).href : address;
}

async function opened(
  title: string,
  { name, key, options }: ProviderSetting<z.output<typeof modelOptions>>,
  { clock, userAgent }: ProviderWorld,
  library: ModelLibrary,
): Promise<OpenedProvider<"writer">> {
  const { modelWriter } = await import("./model-writer.js");
  const writer = modelWriter({
    name,
    title,
    library,
    key: await key(),
    model: options.model,
    headers: { "user-agent": userAgent, ...options.headers },
    timeoutMs: options.timeoutSeconds * 1000,
    maxWaitMs: options.maxWaitSeconds * 1000,
    concurrency: options.maxConcurrency,
    clock,
  });
  return { provider: writer, probe: (signal) => writer.probe(signal), close: () => writer.close() };
}
