import assert from "node:assert/strict";
import { isRunErrorCode, type OptionProblem, ScriptoriumError } from "../errors.js";
import type { Kernel } from "../kernel.js";
import { type AnyTaskPlugin, defineTaskPlugin } from "../task-plugin.js";
import { defaultsOf } from "../tasks/options.js";
import { type JsonObject, jsonProblem } from "../values/json.js";

/** How the cases get at the task type they are for. */
export interface PluginHarness {
  readonly plugin: AnyTaskPlugin;
  /** A started kernel with the task type and no provider that reaches outside. The case stops it. */
  create(): Promise<Kernel>;
}

/** One promise of the contract. It throws when the task type does not keep it. */
export interface PluginCase {
  readonly name: string;
  run(harness: PluginHarness): Promise<void>;
}

/** What every task type promises, for any test runner to loop over. */
export const pluginContract: readonly PluginCase[] = [
  {
    name: "it is defined as a task type can be, and says what it does",
    async run({ plugin }) {
      defineTaskPlugin(plugin);
      assert.match(plugin.title, /^[A-Z]/);
      assert.match(plugin.summary, /\.$/);
    },
  },
  {
    name: "every field of its data object has a default, and the defaults are JSON",
    async run({ plugin }) {
      const defaults = defaultsOf(plugin.options);
      assert.equal(jsonProblem(defaults), undefined);
      assert.deepEqual(Object.keys(defaults).sort(), Object.keys(plugin.options.shape).sort());
      assert.deepEqual(JSON.parse(JSON.stringify(defaults)), defaults);
    },
  },
  {
    name: "its defaults come through a post unchanged",
    run: inKernel(async (kernel, { plugin }) => {
      const { _id, data } = await kernel.tasks.create(plugin.type);
      const posted = await kernel.tasks.patch(_id, structuredClone(data) as JsonObject);
      assert.deepEqual(posted.data, data);
    }),
  },
  {
    name: "its inputs are texts, also from the defaults",
    async run({ plugin }) {
      const lines = plugin.inputs(plugin.options.parse({}));
      assert.ok(Array.isArray(lines) && lines.every((line) => typeof line === "string"));
    },
  },
  {
    name: "it finds nothing wrong with its defaults, and names a field and a sentence for whatever it finds wrong",
    async run({ plugin }) {
      const { check, options } = plugin;
      if (check === undefined) return;
      const found = async (data: unknown) => [...(await check(options.parse(data), { providers: {} }))];
      assert.deepEqual(await found({}), []);
      for (const field of Object.keys(options.shape)) {
        for (const odd of ["odd", ["odd"], { odd: "odd" }]) {
          if (!options.safeParse({ [field]: odd }).success) continue;
          for (const problem of await found({ [field]: odd })) {
            assert.ok(Object.hasOwn(options.shape, problem.field), `${field}: ${problem.field} is no field`);
            assert.match(problem.message, /[.!?]$/);
          }
        }
      }
    },
  },
  {
    name: "what its check finds is noted at the post, and refuses the run in the same words unless it is a warning",
    run: inKernel(async (kernel, { plugin }) => {
      const { check, options } = plugin;
      if (check === undefined) return;
      for (const field of Object.keys(options.shape)) {
        const data = { [field]: "odd\n/(/" };
        const { _id } = await kernel.tasks.create(plugin.type, lineFor(plugin));
        const task = await kernel.tasks.patch(_id, data);
        const parsed = options.safeParse(task.data);
        if (!parsed.success || plugin.inputs(parsed.data).length === 0) continue;
        const found: readonly OptionProblem[] = await check(parsed.data, { providers: {} });
        if (found.length === 0) continue;
        const notes = found.map(({ message }) => message);
        // Its lines may be noted besides, each for itself.
        const noted = (await kernel.tasks.notesOn(task, data)).filter(
          (note) => notes.includes(note) || !/^Line \d+ of /.test(note),
        );
        assert.deepEqual(noted, notes, field);
        const problems = found.filter(({ severity }) => severity !== "warning").map(({ message }) => message);
        if (problems.length === 0) continue;
        await kernel.tasks.run(_id);
        const { error } = await kernel.tasks.settled(_id);
        if (error?.code !== "no-provider") assert.equal(error?.message, problems.join(" "), field);
      }
    }),
  },
  {
    name: "the checks of its lines are of fields that it has, and whatever they throw is said in words",
    async run({ plugin }) {
      const { lineChecks, options } = plugin;
      const checks = Object.entries((await lineChecks?.(options.parse({}), { providers: {} })) ?? {});
      for (const [field, check] of checks) {
        assert.ok(Object.hasOwn(options.shape, field), `${field} is no field`);
        for (const line of ["odd", "/(/", "|", "https://", "file:", "a b", "\u0000", "https://a.test/"]) {
          try {
            await check(line);
          } catch (error) {
            assert.ok(ScriptoriumError.is(error), `${field}: ${JSON.stringify(line)}: ${String(error)}`);
          }
        }
      }
    },
  },
  {
    name: "two numbers that are the ends of a range, by their names, are noted in the wrong order",
    async run({ plugin }) {
      const { check, options } = plugin;
      for (const [from, to] of rangesOf(Object.keys(options.shape))) {
        const backwards = options.safeParse({ [from]: 20, [to]: 10 });
        if (!backwards.success) continue;
        const found: readonly OptionProblem[] = (await check?.(backwards.data, { providers: {} })) ?? [];
        assert.ok(
          found.some(({ field }) => field === from || field === to),
          `nothing is said of ${from} 20 and ${to} 10`,
        );
      }
    },
  },
  {
    name: "with nothing configured a run fails in words: what is missing, and what to do",
    run: inKernel(async (kernel, { plugin }) => {
      const { _id } = await kernel.tasks.create(plugin.type);
      await kernel.tasks.run(_id);
      const { status, error } = await kernel.tasks.settled(_id);
      assert.equal(status, "failed");
      assert.ok(error && isRunErrorCode(error.code) && error.code !== "internal", `it fails as ${error?.code}`);
      assert.ok(error.message.split(/[.!?]( |$)/).length > 2, `one sentence is not enough: ${error.message}`);
      const last = (await Array.fromAsync(kernel.content.log(_id))).at(-1);
      assert.equal(last?.level, "error");
      assert.equal(last?.msg, error.message);
    }),
  },
  {
    name: "fields that hold something odd fail the run in words or are put up with",
    run: inKernel(async (kernel, { plugin }) => {
      for (const field of Object.keys(plugin.options.shape)) {
        for (const odd of [null, "odd", -1, [], { odd: true }]) {
          const { _id } = await kernel.tasks.create(plugin.type, { [field]: odd });
          await kernel.tasks.run(_id);
          const { error } = await kernel.tasks.settled(_id);
          assert.notEqual(error?.code, "internal", `${field}: ${JSON.stringify(odd)}`);
        }
      }
    }),
  },
];

/** `lengthFrom` and `lengthTo`, `minWords` and `maxWords`, `sentenceMinWords` and `sentenceMaxWords`. */
function rangesOf(fields: readonly string[]): [from: string, to: string][] {
  return fields.flatMap((from): [string, string][] => {
    const to = from
      .replace(/From$/, "To")
      .replace(/^min(?=[A-Z])/, "max")
      .replace("Min", "Max");
    return to !== from && fields.includes(to) ? [[from, to]] : [];
  });
}

/** Data with which the task type has something to work on, where a list of texts or a text gives it that. */
function lineFor({ options, inputs }: AnyTaskPlugin): JsonObject {
  for (const field of Object.keys(options.shape)) {
    for (const value of [["https://a.test/"], "a"]) {
      const parsed = options.safeParse({ [field]: value });
      if (parsed.success && inputs(parsed.data).length > 0) return { [field]: value };
    }
  }
  return {};
}

function inKernel(test: (kernel: Kernel, harness: PluginHarness) => Promise<void>): PluginCase["run"] {
  return async (harness) => {
    const kernel = await harness.create();
    try {
      await test(kernel, harness);
    } finally {
      await kernel.stop();
    }
  };
}
