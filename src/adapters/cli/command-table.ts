import type { CommandTable } from "./command.js";

/** Every command in groups, as the overview lists them. */
export const GROUPS: Readonly<Record<string, CommandTable>> = {
  Start: {
    init: {
      says: "Write a config file with every setting explained",
      load: async () => (await import("./commands/init.js")).initCommand,
    },
    serve: { says: "Start the server", load: async () => (await import("./commands/serve.js")).serveCommand },
    worker: {
      says: "Work on the runs of servers that share a Postgres database, without answering calls",
      load: async () => (await import("./commands/worker.js")).workerCommand,
    },
    mcp: {
      says: "Serve MCP on standard input and output, for assistants",
      load: async () => (await import("./commands/mcp.js")).mcpCommand,
    },
    doctor: {
      says: "Say which providers answer and which task types can run, or look for damage in the store",
      load: async () => (await import("./commands/doctor.js")).doctorCommand,
    },
    providers: {
      says: "List the providers and whether they answer",
      load: async () => (await import("./commands/providers.js")).providersCommand,
    },
    keys: {
      says: "Make an API key, say which keys are set, and change the key of secrets",
      load: async () => (await import("./commands/keys.js")).keysCommand,
    },
  },
  Tasks: {
    types: {
      says: "List the task types, or the options of one",
      load: async () => (await import("./commands/types.js")).typesCommand,
    },
    run: {
      says: "Make a task and run it, or run one that is stored",
      load: async () => (await import("./commands/run.js")).runCommand,
    },
    create: {
      says: "Store a task without running it",
      load: async () => (await import("./commands/create.js")).createCommand,
    },
    set: { says: "Change options of a task", load: async () => (await import("./commands/set.js")).setCommand },
    find: { says: "List tasks", load: async () => (await import("./commands/find.js")).findCommand },
    watch: { says: "Show a run until it ends", load: async () => (await import("./commands/watch.js")).watchCommand },
    abort: { says: "End the runs of tasks", load: async () => (await import("./commands/acts.js")).abortCommand },
    restart: {
      says: "Run a task from its beginning",
      load: async () => (await import("./commands/again.js")).restartCommand,
    },
    retry: {
      says: "Run the failed lines of a task again",
      load: async () => (await import("./commands/again.js")).retryCommand,
    },
    duplicate: { says: "Copy a task", load: async () => (await import("./commands/acts.js")).duplicateCommand },
    rm: {
      says: "Delete tasks with all they have stored",
      load: async () => (await import("./commands/acts.js")).rmCommand,
    },
  },
  Results: {
    logs: { says: "Print the log of a task", load: async () => (await import("./commands/logs.js")).logsCommand },
    results: {
      says: "Print the rows of a task",
      load: async () => (await import("./commands/results.js")).resultsCommand,
    },
    articles: {
      says: "List the articles of a task, or print one",
      load: async () => (await import("./commands/articles.js")).articlesCommand,
    },
  },
  Texts: {
    spin: { says: "Turn a text into spintax", load: async () => (await import("./commands/texts.js")).spinCommand },
    paraphrase: {
      says: "Say a text in other words, or in another language",
      load: async () => (await import("./commands/texts.js")).paraphraseCommand,
    },
    aboutme: { says: "Write an about-me text", load: async () => (await import("./commands/texts.js")).aboutMeCommand },
  },
  Store: {
    accounts: {
      says: "List, add, test, group, import and remove accounts: blogs, mail accounts and keys that tasks use by name",
      load: async () => (await import("./commands/accounts.js")).accountsCommand,
    },
    export: {
      says: "Write tasks and all that belongs to them as JSON lines",
      load: async () => (await import("./commands/export.js")).exportCommand,
    },
    import: {
      says: "Read tasks that were exported into the store",
      load: async () => (await import("./commands/import.js")).importCommand,
    },
    backup: {
      says: "Copy the store while the server uses it",
      load: async () => (await import("./commands/backup.js")).backupCommand,
    },
  },
  Programs: {
    openapi: {
      says: "Print the description of the HTTP API",
      load: async () => (await import("./commands/openapi.js")).openapiCommand,
    },
    completion: {
      says: "Print completions for bash, zsh or fish",
      load: async () => (await import("./commands/completion.js")).completionCommand,
    },
  },
};

export const COMMANDS: CommandTable = Object.assign({}, ...Object.values(GROUPS));
