import type { JsonObject } from "../../../kernel/index.js";
import * as s from "../json-schema.js";
import type { Operations } from "../operation.js";
import { page } from "./shared.js";

interface Form {
  readonly path: "/accounts" | "/blogs";
  /** As operationIds name one, and several. */
  readonly one: "Account" | "Blog";
  readonly word: string;
  readonly kindOf: Readonly<Record<string, JsonObject>>;
  readonly posted: JsonObject;
  readonly example: JsonObject;
  readonly inList: string;
}

const ACCOUNTS: Form = {
  path: "/accounts",
  one: "Account",
  word: "account",
  kindOf: { kind: s.text("Only accounts of this kind: `blog`, `mail`, `provider` ...") },
  posted: s.object({
    "id?": s.text(),
    "kind?": s.text("`blog`, `mail`, `provider` ...; it cannot be changed."),
    "name?": s.text(),
    "settings?": s.anyObject("Its settings, which depend on the kind."),
    "secrets?": s.anyObject("Passwords and keys by name; null removes one.", {
      type: ["string", "null"],
      writeOnly: true,
      "x-secret": true,
    }),
    "createdAt?": s.text("As it was read; not stored."),
    "updatedAt?": s.text("As it was read; not stored."),
  }),
  example: {
    ...{ kind: "mail", name: "Office" },
    settings: { host: "smtp.example.com", from: "office@example.com" },
    secrets: { password: "..." },
  },
  inList: "Account",
};
const BLOGS: Form = {
  path: "/blogs",
  one: "Blog",
  word: "blog",
  kindOf: {},
  posted: {
    ...s.object({
      "url?": s.text("The address of the blog."),
      "username?": s.text("Who logs in."),
      "password?": s.text("The password.", { writeOnly: true, "x-secret": true }),
      "group?": s.text("The group it is in."),
    }),
    additionalProperties: true,
  },
  example: { url: "https://blog.example", username: "anna", password: "...", group: "news" },
  inList: "BlogItem",
};

function operationsOf({ path, one, word, kindOf, posted, example, inList }: Form): Operations {
  const shared = { tag: "accounts", result: s.ref(one) } as const;
  const lower = one.toLowerCase();
  return {
    [`GET ${path}`]: {
      ...shared,
      id: `list${one}s`,
      summary: `Lists ${word}s`,
      query: { group: s.text("Only those in this group."), ...page(1000), ...kindOf },
      result: s.list(s.ref(inList)),
      errors: ["QUERY_REFUSED"],
    },
    [`POST ${path}`]: {
      ...shared,
      id: `create${one}`,
      summary: `Adds ${word === "account" ? "an account" : "a blog"}`,
      body: { schema: posted, example },
      errors: ["ACCOUNT_REFUSED", "ACCOUNT_TAKEN", "SECRETS_UNAVAILABLE"],
    },
    [`POST ${path}/import`]: {
      ...shared,
      id: `import${one}s`,
      summary: `Adds many ${word}s, and changes those that are there`,
      query: {
        ...(kindOf["kind"] ? { kind: s.choice(["blog", "mail"], "What they are.", { default: "blog" }) } : {}),
        whole: s.choice(["false", "true"], "Whether nothing is stored when one is refused.", { default: "false" }),
        dryRun: s.choice(["false", "true"], "Whether nothing is stored at all.", { default: "false" }),
      },
      body: {
        schema: s.anyOf(
          s.list(s.anyObject("One account.")),
          s.object({
            text: s.text("The text of a file."),
            "format?": s.choice(["csv", "json"], "Found out when absent."),
          }),
        ),
        example: { format: "csv", text: "url,username,password\nhttps://blog.example,anna,..." },
      },
      result: s.ref("ImportedAccounts"),
      errors: ["ACCOUNT_REFUSED", "QUERY_REFUSED", "SECRETS_UNAVAILABLE"],
    },
    [`GET ${path}/:id`]: { ...shared, id: lower, summary: `Returns one ${word}`, errors: ["ACCOUNT_NOT_FOUND"] },
    [`POST ${path}/:id`]: {
      ...shared,
      id: `update${one}`,
      summary: `Changes one ${word}`,
      body: { schema: posted, example },
      errors: ["ACCOUNT_NOT_FOUND", "ACCOUNT_REFUSED", "ACCOUNT_TAKEN"],
    },
    [`DELETE ${path}/:id`]: {
      ...shared,
      id: `delete${one}`,
      summary: `Removes one ${word}`,
      about: "One that is gone already is no error.",
      result: s.nothing,
    },
    [`POST ${path}/:id/test`]: {
      ...shared,
      id: `test${one}`,
      summary: "Logs in and says what the login may do",
      body: { schema: s.object({}), example: {}, optional: true },
      result: s.ref("AccountTest"),
      errors: ["ACCOUNT_NOT_FOUND", "ACCOUNT_REFUSED", "PROVIDER_MISSING", "BUSY"],
    },
  };
}

export const accounts: Operations = {
  "GET /account-kinds": {
    id: "accountKinds",
    tag: "accounts",
    summary: "Lists the kinds of accounts with what each is made of",
    result: s.list(s.ref("AccountKind")),
  },
  ...operationsOf(ACCOUNTS),
  ...operationsOf(BLOGS),
};
