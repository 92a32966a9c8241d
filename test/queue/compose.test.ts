import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { flagOf, SETTINGS, type SettingName, variableOf } from "../../src/adapters/cli/settings.js";

const folder = fileURLToPath(new URL("../../examples/compose/", import.meta.url));
const text = readFileSync(join(folder, "compose.yaml"), "utf8");

// Docker is not there in the tests: what can be said without it is that the file is well-formed and fits the program.
describe("the compose file", () => {
  const file = parsed(text) as Compose;

  it("has a database, one server and workers, which share their settings", () => {
    expect(Object.keys(file.services)).toEqual(["postgres", "api", "worker"]);
    expect(file.services["worker"]?.environment).toEqual(file.services["api"]?.environment);
    expect(file.services["worker"]?.deploy?.replicas).toBe("2");
    expect(file.services["api"]?.deploy).toBeUndefined();
    expect(Object.keys(file.volumes)).toEqual(["postgres"]);
    expect(file.services["postgres"]?.volumes?.[0]).toMatch(/^postgres:/);
  });

  it("names settings and commands that there are", () => {
    const known = new Set([...(Object.keys(SETTINGS) as SettingName[]).map(variableOf), "SCRIPTORIUM_KEY"]);
    for (const name of Object.keys(file.services["api"]?.environment ?? {})) expect(known).toContain(name);
    const flags = new Set((Object.keys(SETTINGS) as SettingName[]).map((name) => `--${flagOf(name)}`));
    const [command, ...words] = file.services["api"]?.command ?? [];
    expect(command).toBe("serve");
    for (const word of words.filter((one) => one.startsWith("--"))) expect(flags).toContain(word);
    expect(file.services["worker"]?.command).toEqual(["worker"]);
  });

  it("opens the API to this machine alone, and the database to nobody outside", () => {
    expect(file.services["api"]?.ports).toEqual(["127.0.0.1:8008:8008"]);
    expect(file.services["postgres"]?.ports).toBeUndefined();
    expect(file.services["worker"]?.ports).toBeUndefined();
  });

  it("leaves more time to stop than the server takes", () => {
    for (const name of ["api", "worker"]) expect(file.services[name]?.stop_grace_period).toBe("15s");
  });

  it("waits only for services that there are, and for a health check where it asks for health", () => {
    for (const { depends_on = {} } of Object.values(file.services)) {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(file.services)).toContain(name);
        if (condition === "service_healthy") expect(file.services[name]?.healthcheck?.test).toBeDefined();
      }
    }
  });

  it("takes its secrets from variables that env.example lists", () => {
    const listed = readFileSync(join(folder, "env.example"), "utf8").match(/^[A-Z_]+(?==)/gm);
    const used = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(listed));
    expect(text).not.toMatch(/\$[A-Z]/);
  });

  it("builds from a file that is there and starts the program of the package", () => {
    const { context = "", dockerfile = "" } = file.services["api"]?.build ?? {};
    expect(existsSync(join(folder, context, dockerfile))).toBe(true);
    const manifest = JSON.parse(readFileSync(join(folder, context, "package.json"), "utf8"));
    const entry = /^ENTRYPOINT (\[.*\])$/m.exec(readFileSync(join(folder, context, dockerfile), "utf8"))?.[1] ?? "[]";
    expect(JSON.parse(entry)).toEqual(["node", `node_modules/${manifest.name}/${manifest.bin[manifest.name]}`]);
  });
});

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
  readonly deploy?: { readonly replicas?: string };
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly build?: { readonly context: string; readonly dockerfile: string };
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

/** As much of YAML as a compose file needs: maps, lists, quoted texts, anchors. Throws at whatever it does not know. */
function parsed(yaml: string): unknown {
  const anchors = new Map<string, unknown>();
  const rows = yaml
    .split("\n")
    .filter((row) => row.trim() !== "" && !row.trim().startsWith("#"))
    .map((row) => ({ indent: row.length - row.trimStart().length, content: row.trim() }));
  let at = 0;

  function block(indent: number): unknown {
    return rows[at]?.content.startsWith("- ") ? list(indent) : map(indent);
  }

  function list(indent: number): unknown[] {
    const items: unknown[] = [];
    for (let row = rows[at]; row?.indent === indent && row.content.startsWith("- "); row = rows[at]) {
      items.push(scalar(row.content.slice(2)));
      at += 1;
    }
    return items;
  }

  function map(indent: number): Record<string, unknown> {
    const members: Record<string, unknown> = {};
    for (let row = rows[at]; row !== undefined && row.indent >= indent; row = rows[at]) {
      const [, key, rest = ""] = /^([\w-]+):(?: (.*))?$/.exec(row.content) ?? [];
      if (key === undefined || row.indent !== indent) throw new Error(`not understood: ${row.content}`);
      if (key in members) throw new Error(`twice: ${key}`);
      at += 1;
      const anchor = /^&(\w+)$/.exec(rest)?.[1];
      const inner = rows[at];
      const value =
        rest !== "" && anchor === undefined
          ? scalar(rest)
          : inner !== undefined && inner.indent > indent
            ? block(inner.indent)
            : null;
      if (anchor !== undefined) anchors.set(anchor, value);
      members[key] = value;
    }
    return members;
  }

  function scalar(value: string): unknown {
    if (value.startsWith("*")) {
      if (!anchors.has(value.slice(1))) throw new Error(`no anchor ${value}`);
      return anchors.get(value.slice(1));
    }
    if (/^["[]/.test(value)) return JSON.parse(value);
    if (/^[{'&!|>%@`]|: |\s#/.test(value)) throw new Error(`not understood: ${value}`);
    return value;
  }

  const whole = block(0);
  if (at !== rows.length) throw new Error(`not understood: ${rows[at]?.content}`);
  return whole;
}
