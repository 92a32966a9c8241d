// What the compiler knows of tasks. Not run: `npm run types` fails when one of these sentences is no longer true.
import { expectTypeOf } from "vitest";
import type { z } from "zod";
import {
  type ArticleCreatorData,
  type CommonTaskData,
  isOfType,
  type JsonObject,
  type Kernel,
  type RssScraperData,
  type Task,
  type TaskData,
  type TaskId,
  type TaskTypes,
  type WebCrawlerData,
} from "../../src/index.js";
import type { commonOptions } from "../../src/kernel/tasks/common-options.js";
import type { articleCreatorOptions } from "../../src/plugins/articlecreator/options.js";
import type { rssScraperOptions } from "../../src/plugins/rssscraper/options.js";
import type { webCrawlerOptions } from "../../src/plugins/webcrawler/options.js";

declare module "scriptorium" {
  interface TaskTypes {
    wordcounter: { urlsFile: readonly string[]; minWords?: number };
  }
}

declare const kernel: Kernel;
declare const text: string;
declare const anything: JsonObject;
declare const { tasks }: Kernel;

/** The type with all that is in it changeable, as zod gives it. */
type Changeable<T> = T extends object ? { -readonly [Key in keyof T]: Changeable<T[Key]> } : T;

// The built-in task types are known, and those that are added.
expectTypeOf<"articlecreator" | "webcrawler" | "wordcounter">().toExtend<keyof TaskTypes>();

// The generated types take what the schemas take.
expectTypeOf<Changeable<RssScraperData>>().toExtend<z.input<typeof rssScraperOptions>>();
expectTypeOf<Changeable<WebCrawlerData>>().toExtend<z.input<typeof webCrawlerOptions>>();
expectTypeOf<z.input<typeof webCrawlerOptions>>().toExtend<WebCrawlerData>();
expectTypeOf<z.input<typeof articleCreatorOptions>>().toExtend<ArticleCreatorData>();
expectTypeOf<keyof CommonTaskData>().toEqualTypeOf<keyof z.input<typeof commonOptions>>();

// The data of a task have every field that the schema fills in.
expectTypeOf<Omit<TaskData<"rssscraper">, "jobCronData" | "webhookEvents" | "tags">>().toExtend<
  Omit<z.output<typeof commonOptions>, "jobCronData" | "webhookEvents" | "webhookInclude" | "tags">
>();
expectTypeOf<TaskData<"webcrawler">["maxPages"]>().toEqualTypeOf<number>();
expectTypeOf<TaskData<"webcrawler">["maxCostPerRun"]>().toEqualTypeOf<number>();

// A task that is created: fields of its type and of every task.
tasks.create("articlecreator");
tasks.create("articlecreator", {
  articleKeywordsFile: ["tea"],
  citeSources: "inline",
  jobName: "Tea",
  group: "drinks",
});
// @ts-expect-error a misspelled field
tasks.create("articlecreator", { articleKeywordFile: ["tea"] });
// @ts-expect-error a misspelled field within a field
tasks.create("articlecreator", { imageInsert: { Insert: "local" } });
// @ts-expect-error a text for a number
tasks.create("articlecreator", { articleLengthTo: "many" });
// @ts-expect-error a name that is none of those there are
tasks.create("articlecreator", { citeSources: "footnotes" });
// @ts-expect-error a misspelled field of every task
tasks.create("articlecreator", { jobname: "Tea" });
// @ts-expect-error a field of another task type
tasks.create("webcrawler", { articleKeywordsFile: ["tea"] });

// A task type that is not known takes any object, and so does one whose name is not known.
tasks.create("lampmaker", { lamps: 3, jobName: "Lamps" });
tasks.create(text, { lamps: 3 });
// @ts-expect-error no JSON
tasks.create("lampmaker", { lamps: () => 3 });
// Data from elsewhere are taken as they are: a run reports what is wrong with them.
tasks.create("articlecreator", anything);

// A task type that was added.
tasks.create("wordcounter", { urlsFile: ["https://a.test/"], jobName: "Words" });
tasks.create("wordcounter", { minWords: 3 });
// @ts-expect-error a misspelled field
tasks.create("wordcounter", { urlFile: ["https://a.test/"] });
expectTypeOf<TaskData<"wordcounter">["urlsFile"]>().toEqualTypeOf<readonly string[]>();
expectTypeOf<TaskData<"wordcounter">["minWords"]>().toEqualTypeOf<number>();

// The type stays with the task and with its id.
const task = await tasks.create("articlecreator");
const { _id } = task;
expectTypeOf(task).toEqualTypeOf<Task<"articlecreator">>();
expectTypeOf(task.data.articleKeywordsFile).toEqualTypeOf<readonly string[]>();
expectTypeOf(task.data.jobCron).toEqualTypeOf<string>();
// @ts-expect-error a misspelled field
task.data.articleKeywordFile;
tasks.patch(_id, { articleLengthTo: 900, concurrency: 2 });
tasks.replaceData(_id, { articleLengthTo: 900 });
tasks.run(_id, { overrides: { articleLengthTo: 900 } });
// @ts-expect-error a misspelled field
tasks.patch(_id, { articleLengthUpTo: 900 });
// @ts-expect-error a text for a number
tasks.patch(task._id, { articleLengthTo: "many" });
// @ts-expect-error a misspelled field
tasks.replaceData(_id, { articleLengthUpTo: 900 });
// @ts-expect-error a misspelled field
tasks.run(_id, { overrides: { articleLengthUpTo: 900 } });
expectTypeOf(await tasks.patch(_id, {})).toEqualTypeOf<Task<"articlecreator">>();
expectTypeOf(await tasks.run(_id)).toEqualTypeOf<Task<"articlecreator">>();
expectTypeOf(await tasks.settled(_id)).toEqualTypeOf<Task<"articlecreator">>();
expectTypeOf(await tasks.get(_id)).toEqualTypeOf<Task<"articlecreator"> | undefined>();
expectTypeOf((await tasks.revealed(_id)).articleLengthTo).toEqualTypeOf<number>();

// An id from elsewhere is a plain text, whose task has data of any kind, unless the caller knows better.
expectTypeOf(await tasks.existing(text)).toEqualTypeOf<Task>();
expectTypeOf((await tasks.existing(text)).data).toEqualTypeOf<JsonObject>();
tasks.patch(text, { lamps: 3 });
tasks.patch("60c5", { lamps: 3 });
tasks.patch<"articlecreator">(text, { articleLengthTo: 900 });
// @ts-expect-error a misspelled field
tasks.patch<"articlecreator">(text, { articleLengthUpTo: 900 });

// The type of such a task can be looked at.
const found = await kernel.tasks.existing(text);
if (isOfType(found, "articlecreator")) expectTypeOf(found.data.articleLengthTo).toEqualTypeOf<number>();
else expectTypeOf(found.data).toEqualTypeOf<JsonObject>();

// Where a plain id, a plain task or any JSON object is taken, those of a known type are.
expectTypeOf<TaskId<"articlecreator">>().toExtend<string>();
expectTypeOf<string>().toExtend<TaskId<"articlecreator">>();
expectTypeOf<Task<"articlecreator">>().toExtend<Task>();
expectTypeOf<ArticleCreatorData>().toExtend<JsonObject>();
