import { z } from "zod";
import { isPlainObject, type Json, type JsonObject, type Kernel, squashed, type Task } from "../../../kernel/index.js";
import { commonFields } from "../../../kernel/tasks/common-fields.js";
import { nearestName } from "../../../kernel/values/nearest-name.js";
import { toHaveProvider } from "../../../kernel/values/provider-settings.js";
import { dataProblems, defined, leanSchema } from "../input.js";
import { ADDS, PUBLISHES, READS, resultOf, type Said, type Tool, ToolRefused, type ToolWorld } from "../tool.js";
import { noteFor } from "../wording.js";
import { schemaOfType } from "./type-schemas.js";

/** The tools by which people's prompts make tasks, each with the type it makes. */
const KNOWN: readonly {
  readonly name: string;
  readonly type: string;
  readonly purpose: string;
  /** It starts what it has made. */
  readonly starts?: true;
}[] = [
  {
    name: "page_pipeline_create",
    type: "articlecreator",
    purpose: "Makes a task that collects and writes an article for each of a list of keywords.",
  },
  {
    name: "dynamic_pages_create",
    type: "webscraper",
    purpose: "Makes a task that takes values (prices, titles, schema data) out of pages into a table, by selectors.",
  },
  {
    name: "static_pages_create",
    type: "articledownloader",
    purpose: "Makes a task that fetches pages without a browser and saves each as a cleaned article.",
  },
  { name: "site_crawler_create", type: "webcrawler", purpose: "Makes a task that crawls a site and lists its links." },
  {
    name: "url_finder_create",
    type: "urlfinder",
    purpose: "Makes a task that searches a list of queries and saves every result as query, rank, address and title.",
  },
  {
    name: "web_archives_create",
    type: "waybackscraper",
    purpose: "Makes a task that downloads copies of the pages of a domain from a web archive.",
  },
  {
    name: "local_listings_create",
    type: "googlemapsscraper",
    purpose: 'Makes a task that lists businesses in a place, such as "plumbers in denver", and starts it.',
    starts: true,
  },
];

const MOMENT_MS = 300;

/** How tasks are made, and what there is to make. */
export function creatingTools(world: ToolWorld): readonly Tool[] {
  const { tasks, plugins } = world.kernel;
  const types = plugins.types();

  async function created(type: string, data: JsonObject, starts = false): Promise<JsonObject> {
    const schema = await schemaOfType(world.kernel, type);
    const problems = schema === undefined ? [] : dataProblems(schema, data);
    if (problems.length > 0) throw new ToolRefused(`${problems.join(" ")} No task was made.`);
    const made = await tasks.create(type, data);
    const notes = [...(await tasks.notesOn(made, data)), ...missing(world.kernel, made)];
    const { _id, name, status, error } = starts ? await started(made._id) : made;
    const again = JSON.stringify({ id: _id });
    return {
      ...{ id: _id, name, type: made.type, status },
      ...(error === undefined ? {} : { error: error.message }),
      ...(notes.length > 0 ? { notes: notes.map(noteFor) } : {}),
      next: starts
        ? `It has been started. Look at it with task_get ${again}, or wait with task_wait; then read task_results.`
        : `Start it with task_run ${again}. Until then task_set_data changes its settings.`,
    };
  }

  /** The task a moment after its start, when one that cannot work has failed. */
  async function started(id: string): Promise<Task> {
    await tasks.run(id, { origin: "mcp" });
    return tasks.settled(id, { withinMs: MOMENT_MS });
  }

  const known = KNOWN.filter(({ type }) => types.includes(type)).map((one): Tool => {
    const { name, type, purpose, starts } = one;
    const { title, summary } = plugins.named(type);
    const next = starts ? "" : " It does not start it: task_run does.";
    return {
      name,
      title: `New task: ${title}`,
      description: `${purpose}${next} ${summary} Every member may be left out; a task without input lines has nothing to do. task_type {"type": "${type}"} says all of them at length, those at the end, which every type has, included.`,
      // What is chained to a run may post and send mail.
      annotations: starts ? PUBLISHES : ADDS,
      inputSchema: () => inputSchemaOf(world.kernel, type),
      run: async (given) => resultOf(await created(type, given as JsonObject, starts)),
    };
  });

  return [
    ...known,
    defined({
      name: "task_create",
      title: "New task",
      description:
        "Makes a task of any type, as a draft. task_types names the types, task_type says what the data of one hold. It does not start it: task_run does.",
      annotations: ADDS,
      input: z.object({
        type: z.enum(types as [string, ...string[]]).describe("The task type."),
        data: z
          .record(z.string(), z.json())
          .default({})
          .describe("Members of the data object; what is left out has its default."),
      }),
      run: ({ type, data }) => created(type, data),
    }),
    defined({
      name: "task_types",
      title: "List task types",
      description: "The types of tasks there are, what each does, and which providers it needs that are not set up.",
      annotations: READS,
      input: z.object({}),
      async run(): Promise<Said> {
        const all = await tasks.types();
        return { types: all.map(({ type, title, summary, missing }) => ({ type, title, summary, missing })) };
      },
    }),
    defined({
      name: "task_type",
      title: "Describe a task type",
      description: "What the data object of a task type holds, as JSON Schema with meanings and defaults.",
      annotations: READS,
      input: z.object({
        type: z.string().min(1).describe("The type, such as `webcrawler`."),
        fields: z.array(z.string()).default([]).describe("Only these members; all by default."),
      }),
      async run({ type, fields }) {
        const { schema, words, title, summary, needs, missing } = await tasks.describedType(type);
        const whole = schema["properties"] as Readonly<Record<string, Json>>;
        const unknown = fields.find((field) => !Object.hasOwn(whole, field));
        if (unknown !== undefined) {
          const meant = nearestName(unknown, Object.keys(whole));
          throw new ToolRefused(
            `The type has no member "${unknown}".${meant === undefined ? ` There are: ${Object.keys(whole).join(", ")}.` : ` Did you mean "${meant}"?`}`,
          );
        }
        const wanted = Object.entries(whole).filter(([name]) => fields.length === 0 || fields.includes(name));
        return {
          ...{ type: squashed(words), title, summary, needs: [...needs], missing: [...missing] },
          properties: Object.fromEntries(wanted),
        };
      },
    }),
  ];
}

/** What the task cannot work without and the server does not have. */
function missing({ plugins }: Kernel, { type }: Task): readonly string[] {
  const entry = plugins.find(type);
  if (entry === undefined) return [];
  return plugins.missing(entry).map((name) => `It needs the provider "${name}". ${toHaveProvider(name)}`);
}

/**
 * What a type's data object takes, as a tool's input. Every model that sees the tools reads it whole, so meanings are told by their
 * first sentence, and of the fields that every type has, which come last, the form alone; the tool task_type has the rest.
 */
async function inputSchemaOf({ tasks }: Kernel, type: string): Promise<JsonObject> {
  const { schema } = await tasks.describedType(type);
  const common = (await commonFields()).shape;
  const properties = Object.entries(schema["properties"] as Readonly<Record<string, JsonObject>>);
  const own = properties.filter(([name]) => !Object.hasOwn(common, name));
  const shared = properties.filter(([name]) => Object.hasOwn(common, name));
  const forms = shared.map(([name, { description: _, default: _d, examples: _e, ...form }]) => [name, form] as const);
  return leanSchema({
    type: "object",
    properties: Object.fromEntries([...own.map(([name, one]) => [name, inBrief(one)]), ...forms]),
    ...(schema["$defs"] === undefined ? {} : { $defs: schema["$defs"] }),
  }) as JsonObject;
}

/** A schema with the first sentence of each meaning, inside it too. */
function inBrief(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(inBrief);
  if (!isPlainObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === "description" && typeof value === "string" ? firstSentence(value) : inBrief(value),
    ]),
  );
}

function firstSentence(text: string): string {
  return /^.*?[.;](?=\s+[^a-z\s]|$)/s.exec(text)?.[0].replace(/;$/, ".") ?? text;
}
