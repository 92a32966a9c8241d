import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, describe, expect, it } from "vitest";
import { blogKind } from "../src/adapters/accounts/blog.js";
import { mailKind } from "../src/adapters/accounts/mail.js";
import { COMMANDS } from "../src/adapters/cli/command-table.js";
import { readSettings, SETTINGS, type SettingName, variableOf } from "../src/adapters/cli/settings.js";
import type { ProviderName, ScriptoriumOptions, TaskPlugin } from "../src/index.js";
import { commonOptions } from "../src/kernel/tasks/common-options.js";
import { noProvider, PROVIDER_SETTINGS, toHaveProvider } from "../src/kernel/values/provider-settings.js";
import { catalogue } from "../src/plugins/catalogue.js";
import { PROVIDER_FAMILIES } from "../src/provider-kinds.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "scriptorium-messages-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("what somebody sets who lacks a provider", () => {
  const names = Object.keys(PROVIDER_SETTINGS) as ProviderName[];

  it.each(names)("of %s is a setting that the config file knows", (name) => {
    const { settings }: { readonly settings: readonly string[] } = PROVIDER_SETTINGS[name];
    const config = join(folder, `${name}.json`);
    const [port] = settings.flatMap((setting) => /^providers\.(\w+)$/.exec(setting)?.[1] ?? []);
    const plain = settings.filter((setting) => !setting.includes("."));
    const given = Object.fromEntries(plain.map((setting) => [setting, "given"]));
    writeFileSync(
      config,
      JSON.stringify({ ...given, ...(port === undefined ? {} : { providers: { [port]: "module" } }) }),
    );
    const read = readSettings({ config }, {});
    for (const setting of plain) expect(String((read as unknown as Record<string, unknown>)[setting])).toBe("given");
    if (port !== undefined) {
      expect(read.providers).toEqual({ [port]: "module" });
      expect(PROVIDER_FAMILIES.map((family) => family.port)).toContain(port);
    }
    for (const setting of settings) expect(toHaveProvider(name)).toContain(setting);
  });

  it("of a program that embeds Scriptorium is an option of createScriptorium", () => {
    const known: readonly (keyof ScriptoriumOptions)[] = ["sourceRoots", "outputFolder", "providers"];
    for (const name of names) {
      const [, option = ""] = /pass (\w+)(\.\w+)? to create/.exec(toHaveProvider(name)) ?? [];
      expect(known, toHaveProvider(name)).toContain(option);
      expect(noProvider(name)).toMatch(/^No .+ provider is configured\.$/);
    }
  });
});

describe("every message that names", () => {
  it("a flag, names one that there is", async () => {
    const commands = await Promise.all(Object.values(COMMANDS).map(({ load }) => load()));
    // The last is a field of the task type in an example.
    const flags = new Set(["help", "version", ...commands.flatMap(({ args }) => Object.keys(args)), "max-pages"]);
    // Those of Chromium are its own.
    const own = unknownIn(NAMED.flag, (flag) => flags.has(flag)).filter(
      (one) => !one.startsWith("src/adapters/browser/flags.ts"),
    );
    expect(own).toEqual([]);
  });

  it("a variable of the environment, names one that there is", () => {
    const variables = new Set([
      "SCRIPTORIUM_CONFIG",
      "SCRIPTORIUM_KEY",
      "SCRIPTORIUM_URL",
      ...settingNames.map(variableOf),
    ]);
    expect(unknownIn(NAMED.variable, (variable) => variables.has(variable))).toEqual([]);
  });

  it("a setting of the server, names one that there is", () => {
    const isSetting = (name: string) => Object.hasOwn(SETTINGS, name);
    expect(unknownIn(NAMED.setting, isSetting)).toEqual([]);
    expect(unknownIn(NAMED.configured, isSetting)).toEqual([]);
  });

  it("a provider, is made in the one place that knows where providers are set", () => {
    const places = sentences.filter(({ text }) => text.search(NAMED.provider) >= 0);
    expect([...new Set(places.map(({ file }) => file))]).toEqual([]);
  });

  it("what to set, names a setting of the server, of a task or of an embedding program", async () => {
    const plugins = await Promise.all(catalogue.map((entry) => ("load" in entry ? entry.load() : entry)));
    const fields = [commonOptions, ...plugins.map(({ options }: TaskPlugin) => options)];
    const kinds = PROVIDER_FAMILIES.flatMap((family) =>
      family.kinds.flatMap(({ options }) => Object.keys(options.shape)),
    );
    const known = new Set([
      ...settingNames,
      ...fields.flatMap(({ shape }) => Object.keys(shape)),
      ...kinds,
      ...[blogKind, mailKind].flatMap(({ settings }) => Object.keys(settings.shape)),
      ...OPTIONS,
    ]);
    expect(unknownIn(NAMED.option, (name) => known.has(name))).toEqual([]);
  });
});

/** Options of `createScriptorium` and of what it puts together. */
const OPTIONS = ["sourceRoots", "outputFolder", "allowHosts", "allowOrigins", "languagePacks"];
const settingNames = Object.keys(SETTINGS) as SettingName[];

/** What a message may name. */
const NAMED = {
  // Colours of a style sheet are written alike: `--text: #1c1e21` and `var(--text)`.
  flag: /(?<!var\()--([a-z][a-z-]*[a-z])(?![a-z-]|: #)/g,
  variable: /\b(SCRIPTORIUM_[A-Z_]+)/g,
  setting: /[Ss]ettings? "?(\w+)"? of the server\b/g,
  configured: /[Ss]et "?(\w+)"? in the config file/g,
  provider: /\bproviders\.\w/g,
  option: /\b(?:[Ss]et|[Cc]orrect|[Rr]aise|[Ff]ill|[Pp]ass|[Gg]ive) (?:`|")?([a-z]+[A-Z]\w*)/g,
};

interface Sentence {
  readonly file: string;
  readonly text: string;
}

const sentences = sentencesIn("src");

function unknownIn(pattern: RegExp, known: (name: string) => boolean): string[] {
  return sentences.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].filter(([, name]) => !known(name!)).map(([words]) => `${file}: ${words}`),
  );
}

/** The texts of the sources that may name a setting to a person; what a template puts in is shown as dots. */
function sentencesIn(room: string): Sentence[] {
  return readdirSync(join(root, room), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) => {
      const content = readFileSync(join(root, room, name), "utf8");
      // To parse all sources would take seconds.
      const unescaped = content.replaceAll(/\\[nrt]/g, " ").replaceAll("\\", "");
      if (Object.values(NAMED).every((pattern) => unescaped.search(pattern) < 0)) return [];
      const found: Sentence[] = [];
      const visit = (node: ts.Node): void => {
        const text = textOf(node);
        if (text?.includes(" ")) found.push({ file: `${room}/${name}`, text });
        if (text === undefined || ts.isTemplateExpression(node)) ts.forEachChild(node, visit);
      };
      visit(ts.createSourceFile(name, content, ts.ScriptTarget.Latest));
      return found;
    });
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `...${literal.text}`).join("");
}
