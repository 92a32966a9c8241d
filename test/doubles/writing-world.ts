import { onTestFinished } from "vitest";
import { cannedWeb as adapterWeb, cannedReader } from "../../src/adapters/doubles/index.js";
import { extractPage } from "../../src/engines/pages/extraction/extract.js";
import { type Json, type Providers, systemClock, type WriterProvider } from "../../src/kernel/index.js";
import { readWritingHead, type WritingHead } from "../../src/kernel/values/writing-head.js";
import { writingassistant } from "../../src/plugins/writingassistant/index.js";
import { providersOf } from "../../src/provider-kinds.js";
import { memoryStorage } from "../../src/storage/memory.js";
import { startedKernel } from "../kernel/world.js";
import { type ChatAnswer, type ChatAsked, chatService } from "./chat-service.js";
import { nothingStored } from "./nothing-stored.js";

const reader = {
  page: async (html: string, options: never) => extractPage(html, options),
} as unknown as Providers["reader"];

export const BEES = {
  "hive.md": `# Bee hives

Bee hives are boxes in which people keep honey bees. Lorenzo Langstroth patented a hive with movable frames on October 5, 1852.

## How a hive is used

The keeper of a hive lifts the frames out one by one and looks for eggs. A full frame of honey weighs about 3 kilograms. A strong hive has 60,000 workers in summer and loses most of them until winter.

## Where hives stand

Hives stand in a dry place that the sun reaches in the morning. Water should be no farther away than 500 metres. Most keepers in Europe leave 3 metres between a hive and a path.
`,
};

export function folderOf(files: Readonly<Record<string, string>>): Providers["folder"] {
  return {
    list: async () => Object.keys(files).map((path) => ({ path, size: files[path]!.length })),
    read: async (_folder: string, path: string) => files[path]!,
  } as Providers["folder"];
}

/** A good article on bee hives, from `BEES` alone. */
export const GOOD_DRAFT = `# Bee hives for beginners

Bee hives are boxes in which people keep honey bees. Lorenzo Langstroth patented a hive with movable frames in 1852, and most hives still follow it.

## How a hive is used

The keeper of a hive lifts the frames out one by one and looks for eggs. A full frame of honey weighs about 3 kilograms, so nobody should lift many of them alone.

## Where hives stand

Hives stand in a dry place that the sun reaches in the morning. Water should be no farther away than 500 metres.`;

/** What a willing model says to each stage. */
export function goodAnswer(head: WritingHead, { user }: Pick<ChatAsked, "user">): string {
  switch (head.task) {
    case "research":
      return JSON.stringify({ queries: ["hive frames", "where to put hives"] });
    case "outline": {
      const sections = ["How a hive is used", "Where hives stand"].map((heading) => ({ heading, points: ["a point"] }));
      return JSON.stringify({ title: "Bee hives for beginners", sections });
    }
    case "draft":
      return GOOD_DRAFT;
    case "revise":
      return /^(?:<source[\s\S]*<\/source[^>]*>\s*)?([\s\S]*?)(?:\n\s*Remarks:[\s\S]*)?$/.exec(user)![1]!;
    case "critique":
      return JSON.stringify({ remarks: [{ quote: "in a dry place", problem: "It is vague.", remedy: "Say where." }] });
    case "faq":
      return JSON.stringify({
        faq: [{ question: "How heavy is a frame?", answer: "A full frame weighs about 3 kilograms." }],
      });
    case "table":
      return JSON.stringify({
        caption: "A hive in figures",
        columns: ["What", "How much"],
        rows: [["Full frame", "3 kilograms"]],
      });
    case "meta": {
      const tags = ["bees", "hives"];
      return JSON.stringify({ title: "Bee hives", description: "What hives are.", slug: "bee-hives", tags });
    }
    case "translate":
      return user.replace("Bee hives for beginners", "Bienenst\u00f6cke");
  }
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

type Answering = (head: WritingHead, asked: ChatAsked, index: number) => ChatAnswer | string | undefined;

/** A model on the loopback that says what `answer` says to each stage, and `goodAnswer` where it says nothing; and its writer. */
export async function writingService(answer: Answering = () => undefined, prices?: Json) {
  const service = await chatService((asked, index) => {
    const head = readWritingHead(asked.system);
    if (head === undefined) return "There is no head.";
    return answer(head, asked, index) ?? goodAnswer(head, asked);
  });
  const model = {
    kind: "openai-compatible",
    name: "local",
    address: service.address,
    model: "small",
    maxWaitSeconds: 0,
  };
  const settings = providersOf(
    {
      writer: { ...model, ...(prices === undefined ? {} : { prices }) },
      ...{ search: "none", browser: "none", video: "none" },
    },
    { environment: { SCRIPTORIUM_LOCAL_KEY: "test-key-123", SCRIPTORIUM_OPENAI_COMPATIBLE_KEY: "test-key-123" } },
  );
  onTestFinished(async () => {
    await settings.close();
    await service.close();
  });
  const { writer } = settings.bind({
    ...{ web: adapterWeb({}), reader: cannedReader(), stored: nothingStored, clock: systemClock },
    logger: silent,
    ...{ userAgent: "Scriptorium/test", accountKey: async () => "" },
  });
  return { service, writer: writer as WriterProvider };
}

/** A kernel with a writing assistant, `BEES` as its folder and the model of `writingService`. */
export async function writingWorld(
  answer?: Answering,
  { providers = {}, prices }: { readonly providers?: Partial<Providers>; readonly prices?: Json } = {},
) {
  const { service, writer } = await writingService(answer, prices);
  return {
    service,
    /** The stages that were asked for, in their order. */
    stages: () => service.asked.map(({ system }) => readWritingHead(system)?.task ?? ""),
    ...(await assistantWorld({ writer, folder: folderOf(BEES), ...providers })),
  };
}

/** A kernel with a writing assistant and these providers. */
export async function assistantWorld(providers: Partial<Providers>, storage = memoryStorage()) {
  const kernel = await startedKernel({ storage, plugins: [writingassistant], providers: { reader, ...providers } });
  onTestFinished(() => kernel.stop());
  const text = async (id: string, path: string) => {
    const file = await kernel.content.file(id, path);
    return file === undefined ? "" : Buffer.from(file.bytes).toString();
  };
  /** What the last run of a task has left. */
  const left = async (id: string) => {
    const task = (await kernel.tasks.get(id))!;
    const rows = await Array.fromAsync(kernel.content.rows(id, { runId: task.runId! }));
    const json = async (path: string) => JSON.parse((await text(id, path)) || "null") as Json;
    return { id, task, rows, text: (path: string) => text(id, path), json };
  };
  /** Makes a task, or changes one, and runs it to its end. */
  const ran = async (data: Readonly<Record<string, Json>>, of?: string, { restart = false } = {}) => {
    const id = of ?? (await kernel.tasks.create("writingassistant", { maxRetries: 0 }))._id;
    await kernel.tasks.patch(id, data);
    await kernel.tasks.run(id, { restart });
    await kernel.tasks.settled(id);
    return await left(id);
  };
  return { kernel, ran, left };
}
