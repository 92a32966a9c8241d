import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { flagOf, SETTINGS, type SettingName, variableOf } from "../../src/adapters/cli/settings.js";
import { readProviderSettings } from "../../src/index.js";
import { stagesOf } from "./dockerfile.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = join(root, "examples/containers");
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly deploy?: { readonly replicas?: number };
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly restart?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly target: string };
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const FILES = ["compose.yaml", "compose.postgres.yaml", "compose.services.yaml"] as const;
const compose = (name: (typeof FILES)[number]) => parse(read(name), { merge: true }) as Compose;
const names = Object.keys(SETTINGS) as SettingName[];
const variables = new Set([...names.map(variableOf), "SCRIPTORIUM_KEY", "SCRIPTORIUM_CONFIG"]);
const flags = new Set(names.map((name) => `--${flagOf(name)}`));
/** Those that run Scriptorium. */
const OWN = ["scriptorium", "api", "worker"];

/** What a command of ours names that the program does not know. */
function unknownWords([command, ...words]: readonly string[]): string[] {
  const isCommand = existsSync(join(root, `src/adapters/cli/commands/${command}.ts`));
  return [
    ...(isCommand ? [] : [command ?? "nothing"]),
    ...words.filter((word) => word.startsWith("--") && !flags.has(word)),
  ];
}

describe("the Dockerfile", () => {
  const stages = stagesOf(read("Dockerfile"));
  const stage = (name: string) => stages.find((one) => one.name === name)!;
  const of = (name: string, word: string) => stage(name).steps.filter((step) => step.word === word);

  it("has a target with a browser and one without, on images that are pinned", () => {
    expect(stages.map(({ name }) => name)).toEqual(["build", "packages", "scriptorium", "scriptorium-chromium"]);
    const bases = stages.map(({ from }) => from).filter((from) => !stages.some(({ name }) => name === from));
    expect(new Set(bases)).toEqual(new Set([`node:${manifest.devDependencies.node}-slim`]));
    expect(stage("scriptorium-chromium").from).toBe("scriptorium");
  });

  it("ends each of them as another user than root, with a volume and a health check", () => {
    for (const name of ["scriptorium", "scriptorium-chromium"]) expect(of(name, "USER").at(-1)?.rest).toBe("node");
    expect(of("scriptorium", "VOLUME")[0]?.rest).toBe("/data");
    expect(of("scriptorium", "ENV").map(({ rest }) => rest)).toContain("SCRIPTORIUM_DATA=/data");
    expect(of("scriptorium", "HEALTHCHECK")[0]?.rest).toMatch(/ CMD \["node", "healthy\.mjs"\]$/);
  });

  it("copies only what is in the context or in an earlier stage", () => {
    const ignored = read("Dockerfile.dockerignore").split("\n");
    for (const { name, steps } of stages) {
      for (const { rest } of steps.filter(({ word }) => word === "COPY")) {
        const [, from, source = ""] = /^(?:--from=(\S+) )?(\S+) \S+$/.exec(rest) ?? [];
        if (from !== undefined) {
          const before = stages
            .slice(
              0,
              stages.findIndex((one) => one.name === name),
            )
            .map((one) => one.name);
          expect(before).toContain(from);
        } else {
          expect(existsSync(join(root, source)), source).toBe(true);
          expect(ignored).not.toContain(source);
        }
      }
    }
  });

  it("starts the program of the package, with a command that it knows", () => {
    const [entry] = of("scriptorium", "ENTRYPOINT");
    expect(JSON.parse(entry!.rest)).toEqual(["node", `node_modules/${manifest.name}/${manifest.bin[manifest.name]}`]);
    expect(unknownWords(JSON.parse(of("scriptorium", "CMD")[0]!.rest))).toEqual([]);
  });

  it("brings unpdf and the other optional packages, in the versions that are tested here", () => {
    const wanted = stages
      .flatMap(({ steps }) => steps)
      .flatMap(({ rest }) => [...rest.matchAll(/((?:@[\w-]+\/)?[a-z-]+)@(\d+\.\d+\.\d+)/g)]);
    const packages = Object.fromEntries(wanted.map(([, name, version]) => [name, version]));
    expect(Object.keys(packages)).toContain("unpdf");
    for (const [name, version] of Object.entries(packages)) {
      expect(manifest.devDependencies[name], name).toBe(version);
      expect(manifest.peerDependencies[name], name).toBeDefined();
    }
  });

  it("leaves what is of this machine alone out of its context", () => {
    for (const name of ["node_modules", "dist", ".git", "**/.env"])
      expect(read("Dockerfile.dockerignore")).toContain(name);
  });
});

describe.each(FILES)("%s", (name) => {
  const text = read(name);
  const file = compose(name);
  const services = Object.entries(file.services);
  const own = services.filter(([service]) => OWN.includes(service));

  it("names settings and commands that there are", () => {
    for (const [, { environment = {}, command }] of own) {
      for (const variable of Object.keys(environment)) expect(variables).toContain(variable);
      if (command) expect(unknownWords(command)).toEqual([]);
    }
    expect(own.length).toBeGreaterThan(0);
  });

  it("pins the images of others to versions, and asks each whether it is well", () => {
    for (const [service, { image, healthcheck }] of services) {
      if (OWN.includes(service)) continue;
      expect(image, service).toMatch(/:v?\d+(?:\.\d+)+/);
      expect(healthcheck?.test[0], service).toMatch(/^CMD(?:-SHELL)?$/);
    }
  });

  it("opens ports to this machine alone", () => {
    for (const [service, { ports = [] }] of services) {
      for (const port of ports) expect(port, service).toMatch(/^127\.0\.0\.1:/);
    }
  });

  it("holds no secret: each is a variable that env.example lists", () => {
    const listed = read("env.example").match(/^[A-Z_]+(?==$)/gm) ?? [];
    const used = [...text.matchAll(/\$\{([A-Z_]+):\?see env\.example\}/g)].map(([, variable]) => variable);
    expect(used.length).toBeGreaterThan(0);
    for (const variable of used) expect(listed).toContain(variable);
    expect(text.match(/\$/g)?.length).toBe(used.length);
    for (const [service, { environment = {} }] of services) {
      for (const [variable, value] of Object.entries(environment)) {
        if (/(?:KEY|SECRET|PASSWORD|TOKEN)$/.test(variable)) expect(value, `${service} ${variable}`).toMatch(/^\$\{/);
      }
    }
  });

  it("gives a server that listens for others its key, and more time to stop than it takes", () => {
    for (const [service, { environment = {}, stop_grace_period: grace }] of own) {
      if (name === "compose.services.yaml") continue;
      expect(environment, service).toHaveProperty("SCRIPTORIUM_API_KEY");
      expect(grace, service).toBe("15s");
    }
  });

  it("waits only for services that there are, and for health where it is asked", () => {
    for (const [, { depends_on = {} }] of services) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(Object.keys(file.services)).toContain(other);
        if (condition === "service_healthy") expect(file.services[other]?.healthcheck?.test).toBeDefined();
      }
    }
  });

  it("mounts volumes that it names and files that are there", () => {
    for (const mount of services.flatMap(([, { volumes = [] }]) => volumes)) {
      const [source = ""] = mount.split(":");
      if (source.startsWith("./")) expect(existsSync(join(folder, source)), source).toBe(true);
      else expect(Object.keys(file.volumes)).toContain(source);
    }
  });

  it("builds a target that the Dockerfile has", () => {
    const targets = stagesOf(read("Dockerfile")).map((stage) => stage.name);
    for (const [, { build }] of services) {
      if (build === undefined) continue;
      expect(existsSync(join(folder, build.context, build.dockerfile))).toBe(true);
      expect(targets).toContain(build.target);
    }
  });
});

it("the server and the workers on Postgres share their settings", () => {
  const { services } = compose("compose.postgres.yaml");
  expect(Object.keys(services)).toEqual(["postgres", "api", "worker"]);
  expect(services["worker"]?.environment).toEqual(services["api"]?.environment);
  expect(services["worker"]?.deploy?.replicas).toBe(2);
  expect(services["postgres"]?.ports).toBeUndefined();
});

it("the services are providers that the server takes", async () => {
  const { environment = {} } = compose("compose.services.yaml").services["scriptorium"]!;
  const { checks } = await readProviderSettings(JSON.parse(environment["SCRIPTORIUM_PROVIDERS"]!));
  const services = compose("compose.services.yaml").services;
  const own = checks.set.filter(({ isDefault }) => !isDefault);
  expect(own.map(({ port, kind }) => [port, kind])).toEqual([
    ["search", "searxng"],
    ["translator", "libretranslate"],
    ["writer", "ollama"],
  ]);
  for (const { host } of own) expect(Object.keys(services)).toContain(host?.split(":")[0]);
  expect(SETTINGS.allowPrivate.schema.parse(environment["SCRIPTORIUM_ALLOW_PRIVATE"])).toEqual(["mailpit:1025"]);
  expect((parse(read("searxng.yml")) as { search: object }).search).toEqual({ formats: ["html", "json"] });
});

it("every file of the folder is spoken of in its page", () => {
  const page = read("README.md");
  const files = readdirSync(folder).filter(
    (name) => !/^(?:README\.md|\.gitignore|Dockerfile\.dockerignore)$/.test(name),
  );
  expect(files.filter((name) => !page.includes(name))).toEqual([]);
});
