import type { Server } from "node:http";
import type { ArgsDef } from "citty";
import type {
  Accounts,
  Logger,
  OpenedAccount,
  OutputProvider,
  PluginEntry,
  ProviderChecks,
  StorageAdapter,
  UnreadyType,
} from "../../kernel/index.js";
import type { AccountTest } from "../accounts/index.js";
import type { Settings } from "./settings.js";

/** What the server is made of; the file that sees every room puts it together. */
export interface ServerParts {
  /** A server for the API that does not listen yet, or for these paths of it alone; called once for every address. */
  createServer(only?: readonly string[]): Server;
  /** Called with the port before anything is fetched, so that no task can fetch from this server itself. */
  listensOn(port: number): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Posts one message to MCP, within this process. */
  mcp(body: string, signal: AbortSignal): Promise<McpReply>;
  readonly logger: Logger;
}

/** What MCP answers to a message. */
export interface McpReply {
  /** Of HTTP. */
  readonly status: number;
  /** Whether the body is a stream of events, each with a message. */
  readonly isStream: boolean;
  readonly body: AsyncIterable<string>;
}

/** Something that this process holds until it releases it, or ends. */
export interface Held {
  release(): Promise<void>;
}

/** The API of a store in this process, for commands without a server. */
export interface LocalApi {
  readonly fetch: typeof fetch;
  /** Has the runs of a task worked here; others that wait in the store are left to a server. */
  work(taskId: string): Promise<void>;
  /** Resolves when nothing is worked here. */
  idle(): Promise<void>;
  /** Stops what is worked here, so that it can go on later, and closes the store. */
  stop(): Promise<void>;
}

/** The rooms that commands need and may not enter themselves. */
export interface Assembly {
  readonly version: string;
  /** All commands by their names, for what tells of them. */
  readonly commands: CommandTable;
  /** The task types that are installed, with those of the files that the settings name. */
  plugins(settings: Settings): Promise<readonly PluginEntry[]>;
  assemble(settings: Settings): Promise<ServerParts>;
  /** The API on the store of the settings, started. Throws what the storage throws when it cannot be opened. */
  local(settings: Settings): Promise<LocalApi>;
  /** The storage that the settings name, not yet open. `onCopy` receives the name of the copy that an upgrade makes. */
  storage(settings: Settings, hear?: { readonly onCopy: (name: string) => void }): Promise<StorageAdapter>;
  /** The accounts of a store of the settings that is open. */
  accounts(settings: Settings, storage: StorageAdapter): Promise<Accounts>;
  /** Tests accounts with the providers of the settings. The store is not opened. */
  accountTests(settings: Settings): Promise<AccountTests>;
  /** What the settings make of providers and task types. The store is opened only for keys that are in its accounts. */
  checkup(settings: Settings): Promise<Checkup>;
  /** Where the finished files of the tasks of the settings are. */
  output(settings: Settings): Promise<OutputProvider>;
  /** Puts a new key before those of a key file, and says how many it then holds. */
  rotateKey(path: string): Promise<number>;
  /** Copies the store of the settings, which may be in use, into a folder that is empty. */
  backup(settings: Settings, folder: string): Promise<void>;
  /** Files that one process at a time may hold. */
  readonly locks: {
    /** Throws what `inUse` gives while another process holds the file. */
    take(path: string, inUse: (pid: number) => Error): Promise<Held>;
    holder(path: string): Promise<number | undefined>;
  };
}

/** A task type, with the providers it cannot do without, and those it needs as it is by default. */
export type CheckedType = Pick<PluginEntry, "type" | "needs" | "usuallyNeeds">;

export interface Checkup {
  readonly providers: ProviderChecks;
  readonly types: readonly CheckedType[];
  readonly unready: readonly UnreadyType[];
  close(): Promise<void>;
}

export interface AccountTests {
  /** Logs in and changes nothing. Throws PROVIDER_MISSING and ACCOUNT_REFUSED for what cannot be tested. */
  test(account: OpenedAccount): Promise<AccountTest>;
  close(): Promise<void>;
}

export interface Command {
  /** Its flags, and the words that belong to none, in their order. */
  readonly args: ArgsDef;
  run(given: Given, assembly: Assembly): Promise<void>;
}

/** A command whose options depend on a task type, so that it reads its words itself. */
export interface OpenCommand {
  /** The options it has with every task type. */
  readonly args: ArgsDef;
  runWords(words: readonly string[], assembly: Assembly): Promise<void>;
  /** What `--help` says with these words before it; `head` is what the command does. */
  help(words: readonly string[], assembly: Assembly, head: string): Promise<string>;
}

export interface CommandEntry {
  readonly says: string;
  /** Loads the command when it is called. */
  readonly load: () => Promise<Command | OpenCommand>;
}

export type CommandTable = Readonly<Record<string, CommandEntry>>;

/** What was given on the command line, by the name of the flag or word. */
export type Given = Readonly<Record<string, unknown>>;
