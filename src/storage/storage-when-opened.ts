import type {
  AccountStore,
  ContentStore,
  DeliveryStore,
  RunStore,
  StorageAdapter,
  TaskStore,
} from "../kernel/storage.js";

interface Stores {
  readonly tasks: TaskStore;
  readonly content: ContentStore;
  readonly runs: RunStore;
  readonly accounts: AccountStore;
  readonly deliveries: DeliveryStore;
}

/** How a method delivers: a promise, or records one after the other. */
type Kind<Method> = Method extends (...values: never) => Promise<unknown> ? "promise" : "records";

type Methods<Store> = { readonly [Name in keyof Store]-?: Kind<NonNullable<Store[Name]>> };

/** Every method of the stores; a new one of the port does not compile until it is here. */
const METHODS: { readonly [Store in keyof Stores]: Methods<Stores[Store]> } = {
  tasks: {
    insert: "promise",
    insertAll: "promise",
    insertWithRuns: "promise",
    get: "promise",
    replace: "promise",
    delete: "promise",
    scan: "records",
    parts: "records",
    texts: "records",
    listed: "records",
    first: "promise",
    scratch: "promise",
    count: "promise",
    groups: "promise",
  },
  content: {
    keywords: "records",
    keywordsOfFirst: "promise",
    article: "promise",
    rows: "records",
    countRows: "promise",
    files: "records",
    file: "promise",
    log: "records",
  },
  runs: {
    insert: "promise",
    get: "promise",
    insertWithTask: "promise",
    replace: "promise",
    replaceWithLog: "promise",
    claim: "promise",
    claimWithTask: "promise",
    renew: "promise",
    lapsed: "records",
    delete: "promise",
    of: "records",
    count: "promise",
    lines: "records",
    effects: "records",
    effect: "promise",
    write: "promise",
    log: "promise",
    trimLog: "promise",
  },
  accounts: {
    insert: "promise",
    get: "promise",
    named: "promise",
    replace: "promise",
    delete: "promise",
    list: "records",
  },
  deliveries: {
    insert: "promise",
    get: "promise",
    replace: "promise",
    delete: "promise",
    list: "records",
    due: "records",
    clear: "promise",
  },
};

/** The methods of the port that not every storage has. */
type Optional =
  | "watch"
  | "backup"
  | "check"
  | "writable"
  | "scrub"
  | "texts"
  | "parts"
  | "listed"
  | "keywordsOfFirst"
  | "first"
  | "insertAll"
  | "insertWithRuns"
  | "scratch"
  | "replaceWithLog"
  | "claimWithTask";

const OPTIONAL: ReadonlySet<string> = new Set<Optional>([
  "texts",
  "parts",
  "listed",
  "keywordsOfFirst",
  "first",
  "insertAll",
  "insertWithRuns",
  "scratch",
  "replaceWithLog",
  "claimWithTask",
]);

type Method = (...values: readonly unknown[]) => unknown;

/**
 * A storage whose code is loaded when it is opened, or when it is first used. `offers` names what it has of the methods
 * that a storage may leave out.
 */
export function storageWhenOpened(
  name: string,
  offers: readonly Optional[],
  load: () => Promise<StorageAdapter>,
): StorageAdapter {
  let storage: StorageAdapter | undefined;
  let loading: Promise<StorageAdapter> | undefined;

  const loaded = () => {
    loading ??= load().then((made) => {
      storage = made;
      return made;
    });
    return loading;
  };

  const methodOf = (store: keyof Stores, name: string, kind: "promise" | "records"): Method => {
    const of = (made: StorageAdapter) => made[store] as unknown as Readonly<Record<string, Method>>;
    const later: Method =
      kind === "promise"
        ? async (...values) => of(await loaded())[name]!(...values)
        : async function* (...values) {
            yield* of(await loaded())[name]!(...values) as AsyncIterable<unknown>;
          };
    return (...values) => (storage === undefined ? later(...values) : of(storage)[name]!(...values));
  };

  const storeOf = <Store extends keyof Stores>(store: Store): Stores[Store] => {
    const kinds = Object.entries<"promise" | "records">(METHODS[store]);
    const offered = kinds.filter(([method]) => !OPTIONAL.has(method) || offers.includes(method as Optional));
    return Object.fromEntries(offered.map(([method, kind]) => [method, methodOf(store, method, kind)])) as never;
  };

  const watch: StorageAdapter["watch"] = (listener) => {
    if (storage !== undefined) return storage.watch!(listener);
    let end: (() => void) | undefined;
    let isOver = false;
    void loaded().then(
      (made) => {
        if (!isOver) end = made.watch!(listener);
      },
      // `open` reports it.
      () => {},
    );
    return () => {
      isOver = true;
      end?.();
    };
  };

  return {
    name,
    tasks: storeOf("tasks"),
    content: storeOf("content"),
    runs: storeOf("runs"),
    accounts: storeOf("accounts"),
    deliveries: storeOf("deliveries"),
    open: async () => (await loaded()).open(),
    close: async () => (await loading)?.close(),
    ...(offers.includes("watch") ? { watch } : {}),
    ...(offers.includes("backup") ? { backup: async (path: string) => (await loaded()).backup!(path) } : {}),
    ...(offers.includes("writable") ? { writable: async () => (await loaded()).writable!() } : {}),
    ...(offers.includes("scrub") ? { scrub: async () => (await loaded()).scrub!() } : {}),
    ...(offers.includes("check")
      ? {
          async *check() {
            yield* (await loaded()).check!();
          },
        }
      : {}),
  };
}
