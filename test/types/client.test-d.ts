// What the compiler knows of the client. Not run: `npm run types` fails when one of these sentences is no longer true.
import { expectTypeOf } from "vitest";
import {
  type ClientEvent,
  createClient,
  type JsonObject,
  type Progress,
  type ScriptoriumClient,
  type Task,
  type TaskId,
  type TaskSummary,
} from "../../src/client.js";

declare const text: string;
const client = createClient();
expectTypeOf(client).toEqualTypeOf<ScriptoriumClient>();

// A task that is created: its data have the fields of its type, and what is posted to its id is checked.
const { id, data } = await client.create("webcrawler");
expectTypeOf(data.maxPages).toEqualTypeOf<number>();
expectTypeOf(data.jobName).toEqualTypeOf<string>();
expectTypeOf(id).toEqualTypeOf<TaskId<"webcrawler">>();
client.setData(id, { maxPages: 100, jobName: "Shop", concurrency: 2 });
// @ts-expect-error a misspelled field
client.setData(id, { maxPage: 100 });
// @ts-expect-error a text for a number
client.setData(id, { maxPages: "many" });
// @ts-expect-error a field of another task type
client.setData(id, { articleKeywordsFile: ["tea"] });
expectTypeOf((await client.data(id)).maxPages).toEqualTypeOf<number>();
expectTypeOf(await client.duplicate(id)).toEqualTypeOf<TaskId<"webcrawler">>();

// An id from elsewhere, and a type that is not known, have data of any kind, unless the caller knows better.
expectTypeOf(await client.data(text)).toEqualTypeOf<JsonObject>();
client.setData(text, { lamps: 3 });
client.setData<"webcrawler">(text, { maxPages: 3 });
// @ts-expect-error a misspelled field
client.setData<"webcrawler">(text, { maxPage: 3 });
expectTypeOf((await client.create("lampmaker")).data).toEqualTypeOf<JsonObject>();
expectTypeOf((await client.create(text)).data).toEqualTypeOf<JsonObject>();

// A run that is waited for has a summary.
expectTypeOf(await client.run(id, { wait: 60 })).toEqualTypeOf<TaskSummary>();
expectTypeOf(await client.run(id)).toEqualTypeOf<TaskSummary | null>();
// @ts-expect-error nobody who comes through the API
client.run(id, { origin: "cron" });
expectTypeOf((await client.waitForCompletion(id)).progress).toEqualTypeOf<Progress | null>();

// Rows are objects, or what the caller says that they are.
for await (const row of client.rows(id)) expectTypeOf(row).toEqualTypeOf<JsonObject>();
for await (const row of client.rows<{ url: string }>(id)) expectTypeOf(row.url).toEqualTypeOf<string>();
expectTypeOf(await client.documents()).toEqualTypeOf<readonly Task[]>();

// The name of an event says what it holds.
declare const event: ClientEvent;
if (event.name === "task.complete") expectTypeOf(event.data.task).toEqualTypeOf<TaskSummary>();
if (event.name === "task.progress") expectTypeOf(event.data.progress).toEqualTypeOf<Progress>();
if (event.name === "stream.reset") expectTypeOf(event.data.why).toEqualTypeOf<"restarted" | "expired" | "slow">();
// @ts-expect-error no event has such a name
event.name === "task.finished";

// The fetch of a host fits.
createClient({ url: new URL("http://localhost:8008"), fetch });
// @ts-expect-error a misspelled setting
createClient({ apikey: "secret" });
