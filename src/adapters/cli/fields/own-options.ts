/**
 * The options that commands which take those of a task type have for themselves. A field may be called the same, but no
 * shorter name of one is made of them.
 */
export const OWN_OPTIONS: readonly string[] = [
  ...["config", "detach", "fields", "format", "json", "name", "out", "quiet", "server"],
  ...["allow-private", "api-key", "data", "key-file", "output-root", "plugins", "postgres-url", "providers"],
  ...["source-root", "storage"],
];
