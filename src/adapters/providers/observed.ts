import type { ProviderName, Providers, WriterPrices } from "../../kernel/index.js";

/** A call of a provider as those see it who watch. */
export interface ProviderCall {
  readonly port: ProviderName;
  /** As settings name it; `builtin`, or `custom` for one that a host made. */
  readonly kind: string;
  readonly method: string;
  readonly args: readonly unknown[];
  /** What a model costs by the settings; undefined where they do not say. */
  readonly prices?: ((model: string) => WriterPrices | undefined) | undefined;
}

/** Called with every call; calls `work` once, and gives what that gives. */
export type CallWatch = <T>(call: ProviderCall, work: () => Promise<T>) => Promise<T>;

/** The methods by which work is asked for; the others say what a provider is, or read what is on this machine. */
const CALLS: Readonly<Record<ProviderName, readonly string[]>> = {
  web: ["fetch", "robots"],
  search: ["search", "answer"],
  browser: ["render"],
  video: ["list", "video", "captions"],
  maps: ["places"],
  images: ["find", "used"],
  publisher: ["check", "find", "post", "update", "takeBack", "upload", "removeImage"],
  mailer: ["check", "send"],
  reader: ["page", "pdf", "columns"],
  spinner: ["spin"],
  paraphraser: ["paraphrase"],
  aboutMe: ["aboutMe"],
  translator: ["translate"],
  writer: ["write", "answer"],
  messenger: ["post"],
  licence: [],
  folder: [],
  output: [],
  prompts: [],
  machine: [],
};

type Method = (...args: unknown[]) => unknown;

/** The provider, with its calls told to `watch`. What it lacks, this lacks. */
export function observed<Port extends ProviderName>(
  { port, kind, prices }: Pick<ProviderCall, "kind" | "prices"> & { readonly port: Port },
  provider: Providers[Port],
  watch: CallWatch,
): Providers[Port] {
  const calls = CALLS[port];
  if (calls.length === 0) return provider;
  const source = provider as unknown as object;
  const made = new Map<PropertyKey, { readonly of: Method; readonly method: Method }>();
  const methodOf = (name: PropertyKey, of: Method): Method => {
    const known = made.get(name);
    if (known?.of === of) return known.method;
    const bound = of.bind(source) as Method;
    const method: Method = calls.includes(String(name))
      ? (...args) => watch({ port, kind, method: String(name), args, prices }, async () => bound(...args))
      : bound;
    made.set(name, { of, method });
    return method;
  };
  // Around an empty object, since one around a frozen provider may not give other methods than that has.
  return new Proxy({} as never, {
    get: (_, name) => {
      const member: unknown = Reflect.get(source, name, source);
      return typeof member === "function" ? methodOf(name, member as Method) : member;
    },
    has: (_, name) => Reflect.has(source, name),
    ownKeys: () => Reflect.ownKeys(source),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(source, name);
      return found && { ...found, configurable: true };
    },
    set: (_, name, value) => Reflect.set(source, name, value),
  });
}
