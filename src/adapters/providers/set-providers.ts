import { join } from "node:path";
import { ScriptoriumError } from "../../kernel/errors.js";
import type {
  OpenedProvider,
  ProbedProvider,
  ProviderChecks,
  ProviderName,
  Providers,
  ProviderWorld,
  SetProvider,
  WriterPrices,
} from "../../kernel/index.js";
import type { DeclaredProvider } from "./declared.js";
import type { ProviderFamily } from "./family.js";
import { type CallWatch, observed, type ProviderCall } from "./observed.js";

/** What a server gives to the providers of its settings. */
export interface ProviderSurroundings extends ProviderWorld {
  /** Called for every call of these providers. */
  readonly watch?: CallWatch;
  /** The key in an account of the kind `provider`. */
  accountKey(name: string): Promise<string>;
}

export interface ProvidersOfSettings {
  /** The providers, of one server. */
  bind(surroundings: ProviderSurroundings): Partial<Providers>;
  readonly checks: ProviderChecks;
  /** Opens those that have work of their own. One that cannot be opened now is logged, and opened by the first call. */
  start(): Promise<void>;
  /** Closes those that were opened. */
  close(): Promise<void>;
}

export interface SetProvidersParts {
  readonly families: readonly ProviderFamily[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where providers may keep something. */
  readonly folder?: string;
  /** Longest time of a probe, in milliseconds. @default 10000 */
  readonly probeMs?: number;
}

const PROBE_MS = 10_000;
const KEEP_PROBES_MS = 60_000;

/** The providers that were declared, each opened with its first call and closed at the end. */
export function setProviders(declared: readonly DeclaredProvider[], parts: SetProvidersParts): ProvidersOfSettings {
  const { families, folder } = parts;
  let surroundings: ProviderSurroundings | undefined;
  const opened = new Map<DeclaredProvider, Promise<OpenedProvider>>();
  let probed: { readonly at: number; readonly answers: Promise<readonly ProbedProvider[]> } | undefined;

  const open = (one: DeclaredProvider): Promise<OpenedProvider> => {
    const running = opened.get(one) ?? opening(one);
    opened.set(one, running);
    return running;
  };

  async function opening(one: DeclaredProvider): Promise<OpenedProvider> {
    try {
      const setting = { name: one.name, address: one.address, key: () => keyOf(one), options: one.options };
      return await one.kind.open(setting, worldOf(one.port));
    } catch (error) {
      // What is corrected without a new start, such as the key in an account, is tried again.
      opened.delete(one);
      throw error;
    }
  }

  async function keyOf({ key }: DeclaredProvider): Promise<string> {
    if (key === undefined) return "";
    if ("text" in key) return key.text;
    return "variable" in key ? (parts.environment[key.variable] ?? "") : await around().accountKey(key.account);
  }

  function around(): ProviderSurroundings {
    if (surroundings !== undefined) return surroundings;
    throw new ScriptoriumError(
      "NOT_STARTED",
      "These providers belong to no server yet. Pass them to createScriptorium.",
    );
  }

  function worldOf(port: ProviderName): ProviderWorld {
    const { accountKey: _key, watch: _watch, ...world } = around();
    return { ...world, ...(folder === undefined ? {} : { folder: join(folder, port) }) };
  }

  function provided<Port extends ProviderName>(family: ProviderFamily<Port>): Partial<Providers> {
    const sources = declared
      .filter(({ port }) => port === family.port)
      .map((one) => {
        const { name, kind, options } = one;
        // By its port the provider that it opens is of this family.
        const real = async () => (await open(one)).provider as Providers[Port];
        const facts = kind.facts as Parameters<typeof family.lazy>[1]["facts"];
        const lazy = family.lazy(real, { name, title: kind.title, facts });
        const { watch } = around();
        const told = { port: family.port, kind: kind.kind, prices: pricesIn(one) };
        return { name, kind: kind.kind, options, provider: watch ? observed(told, lazy, watch) : lazy };
      });
    return sources.length === 0 ? {} : { [family.port]: family.combine(sources, worldOf(family.port)) };
  }

  async function probeOne(one: DeclaredProvider): Promise<ProbedProvider> {
    const signal = AbortSignal.timeout(parts.probeMs ?? PROBE_MS);
    const about = shownProvider(one);
    try {
      const says = await Promise.race([asked(one, signal), late(signal)]);
      return { ...about, answers: true, says };
    } catch (error) {
      return { ...about, answers: false, says: saidBy(error, about.title, signal) };
    }
  }

  async function asked(one: DeclaredProvider, signal: AbortSignal): Promise<string> {
    const { probe } = await open(one);
    return probe === undefined ? `${one.kind.title} is set; it can be asked by a task only.` : await probe(signal);
  }

  return {
    bind(given) {
      surroundings = given;
      return Object.assign({}, ...families.map((family) => provided(family))) as Partial<Providers>;
    },
    checks: {
      set: declared.map(shownProvider),
      probe() {
        const now = around().clock.monotonic();
        if (probed === undefined || now - probed.at > KEEP_PROBES_MS) {
          probed = { at: now, answers: Promise.all(declared.map(probeOne)) };
        }
        return probed.answers;
      },
    },
    async start() {
      for (const one of declared.filter(({ kind }) => kind.opensAtStart)) {
        await open(one).catch((error: unknown) => {
          const { title } = one.kind;
          around().logger.error(`The provider "${one.name}" (${title}) could not be opened at the start.`, error);
        });
      }
    },
    async close() {
      const all = await Promise.allSettled([...opened.values()]);
      await Promise.all(all.map((one) => (one.status === "fulfilled" ? one.value.close?.() : undefined)));
    },
  };
}

function shownProvider({ port, name, kind, address, isDefault }: DeclaredProvider): SetProvider {
  const host = URL.parse(address.replace(/\{\w+\}/g, "x"))?.host;
  return { port, name, kind: kind.kind, title: kind.title, ...(host ? { host } : {}), isDefault };
}

/** What settings say that the model they name costs; the options of a module are its own. */
function pricesIn({ port, kind, options }: DeclaredProvider): ProviderCall["prices"] {
  if (port !== "writer" || kind.kind === "module") return undefined;
  const { model, prices } = options as { readonly model?: string; readonly prices?: WriterPrices };
  return (asked) => (asked === model ? prices : undefined);
}

function late(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function saidBy(error: unknown, title: string, signal: AbortSignal): string {
  if (ScriptoriumError.is(error)) return error.message;
  return signal.aborted
    ? `${title} did not answer in time. Check its address and the network.`
    : `${title} failed in an unexpected way. Look into the server's log.`;
}
