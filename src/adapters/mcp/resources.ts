import type { Json, JsonObject } from "../../kernel/index.js";
import { shown } from "../../kernel/index.js";
import { summaryOf } from "../../kernel/task.js";
import type { McpHost } from "../http/mcp-door.js";
import { addressOf, type Named, namedBy } from "./addresses.js";
import { fitting, inShort } from "./in-short.js";
import { isText, storedFile } from "./stored-files.js";
import { ToolRefused } from "./tool.js";
import { knownForm } from "./tools/fields.js";
import { DATA_OF_OTHERS } from "./wording.js";

/** Tasks of one page of the list, each with its rows, log and some of its files. */
const TASKS_OF_PAGE = 25;
const FILES_OF_TASK = 20;
const ROWS_OF_PAGE = 1000;
const LOG_ENTRIES = 200;

const JSON_TYPE = "application/json";

const TEMPLATES = [
  ["scriptorium://task/{id}", "task", "The status, progress and data object of a task.", JSON_TYPE],
  [
    "scriptorium://task/{id}/rows{?offset}",
    "rows",
    "Rows that the runs of a task have stored, with the total; `next` is the address of the next page.",
    JSON_TYPE,
  ],
  ["scriptorium://task/{id}/log", "log", "The newest entries of a task's log, oldest first.", JSON_TYPE],
  ["scriptorium://task/{id}/files", "files", "The files that a task has written.", JSON_TYPE],
  ["scriptorium://task/{id}/files/{+path}", "file", "One of these files.", undefined],
  ["scriptorium://task/{id}/article/{keyword}", "article", "The stored article of a keyword.", "text/plain"],
  ["scriptorium://types/{type}", "type", "What the data object of a task type holds.", JSON_TYPE],
] as const;

interface Contents {
  readonly uri: string;
  readonly mimeType: string;
}

interface Resources {
  readonly templates: readonly {
    readonly uriTemplate: string;
    readonly name: string;
    readonly description: string;
    readonly mimeType?: string;
  }[];
  /** A page of what there is. Throws ToolRefused for a cursor of nobody. */
  list(cursor?: string): Promise<{
    resources: { uri: string; name: string; description: string; mimeType?: string; size?: number }[];
    nextCursor?: string;
  }>;
  /** Throws what the kernel throws for what is not there, and ToolRefused for what is too large. */
  read(uri: string): Promise<{ contents: (Contents & ({ text: string } | { blob: string }))[] }>;
}

/** What tasks have stored, as resources. */
export function createResources({ kernel }: McpHost): Resources {
  const { tasks, content } = kernel;

  const json = (uri: string, value: Json) => ({
    contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }],
  });

  async function ofTask({
    _id,
    name,
    status,
  }: JsonObject): Promise<Awaited<ReturnType<Resources["list"]>>["resources"]> {
    const id = String(_id);
    const called = String(name);
    const task = {
      uri: addressOf.task(id),
      name: called,
      description: `The task "${called}", which is ${String(status)}.`,
      mimeType: JSON_TYPE,
    };
    if (status === "draft") return [task];
    const rows = await content.countRows(id);
    const files = await Array.fromAsync(content.files(id, { limit: FILES_OF_TASK }));
    return [
      task,
      {
        ...{ uri: addressOf.log(id), name: `${called}: log`, mimeType: JSON_TYPE },
        description: `What the runs of "${called}" had to say.`,
      },
      ...(rows === 0
        ? []
        : [
            {
              ...{ uri: addressOf.rows(id), name: `${called}: rows`, mimeType: JSON_TYPE },
              description: `The ${rows} rows of "${called}".`,
            },
          ]),
      ...files.map(({ path, type, size }) => ({
        ...{ uri: addressOf.file(id, path), name: `${called}: ${path}`, mimeType: type, size },
        description: `A file of "${called}".`,
      })),
    ];
  }

  return {
    templates: TEMPLATES.map(([uriTemplate, name, description, mimeType]) => ({
      ...{ uriTemplate, name, description },
      ...(mimeType === undefined ? {} : { mimeType }),
    })),
    async list(cursor = "0") {
      if (!/^\d{1,15}$/.test(cursor))
        throw new ToolRefused(`The cursor "${shown(cursor, 40)}" is none that was given.`);
      const skip = Number(cursor);
      const search = { projection: { name: 1, status: 1 }, sort: "-createdAt", skip, limit: TASKS_OF_PAGE + 1 };
      const found = await Array.fromAsync(tasks.filtered({}, search));
      const lists = await Promise.all(found.slice(0, TASKS_OF_PAGE).map(ofTask));
      const types = {
        ...{ uri: addressOf.types, name: "Task types", mimeType: JSON_TYPE },
        description: "The types of tasks there are.",
      };
      return {
        resources: [...(skip === 0 ? [types] : []), ...lists.flat()],
        ...(found.length > TASKS_OF_PAGE ? { nextCursor: String(skip + TASKS_OF_PAGE) } : {}),
      };
    },
    async read(uri) {
      const named = namedBy(uri);
      if (named === undefined) {
        throw new ToolRefused(
          `There is no resource "${shown(uri)}". resources/templates/list names the forms of addresses there are.`,
        );
      }
      if (named.what === "types") return json(uri, (await tasks.types()) as unknown as Json);
      if (named.what === "type") {
        const { schema, title, summary, needs, missing } = await tasks.describedType(named.type);
        return json(uri, { title, summary, needs: [...needs], missing: [...missing], schema });
      }
      return ofOne(uri, named);
    },
  };

  async function ofOne(uri: string, named: Exclude<Named, { readonly what: "types" | "type" }>) {
    const task = await tasks.existing(knownForm(named.id));
    const { _id } = task;
    switch (named.what) {
      case "task": {
        const { progress = null, error = null } = task;
        return json(uri, {
          ...summaryOf(task),
          progress: progress as Json,
          error: error as Json,
          data: inShort(task.data),
        });
      }
      case "rows": {
        const { offset } = named;
        const total = await content.countRows(_id);
        const { items } = await fitting(content.rows(_id, { offset, limit: ROWS_OF_PAGE }));
        const next = offset + items.length;
        const more = next < total && items.length > 0 ? `${addressOf.rows(_id)}?offset=${next}` : null;
        return json(uri, { about: DATA_OF_OTHERS, total, offset, next: more, rows: items });
      }
      case "log": {
        const entries = await content.logTail(_id, { limit: LOG_ENTRIES });
        return json(uri, {
          about: DATA_OF_OTHERS,
          entries: entries.map((entry) => inShort({ ...entry } as unknown as Json)),
        });
      }
      case "files": {
        const files = await Array.fromAsync(content.files(_id, { limit: ROWS_OF_PAGE }));
        return json(
          uri,
          files.map(({ path, type, size }) => ({ path, type, size, uri: addressOf.file(_id, path) })),
        );
      }
      case "article": {
        const { sentences } = await content.article(_id, named.keyword);
        return { contents: [{ uri, mimeType: "text/plain", text: sentences.join("\n") }] };
      }
      case "file": {
        const { type, bytes } = await storedFile(content, _id, named.path);
        const buffer = Buffer.from(bytes);
        const held = isText(type) ? { text: buffer.toString("utf8") } : { blob: buffer.toString("base64") };
        return { contents: [{ uri, mimeType: type, ...held }] };
      }
    }
  }
}
