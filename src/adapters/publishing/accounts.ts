import { z } from "zod";
import { ScriptoriumError } from "../../kernel/errors.js";
import { type Accounts, BLOG_KINDS, type Blog, type BlogKind, type OpenedAccount } from "../../kernel/index.js";
import { shown } from "../../kernel/values/json.js";

/** The accounts of the kernel, as far as blogs need them. */
export type BlogAccounts = Pick<Accounts, "list" | "opened">;

/** A blog with what it takes to publish in it. */
export interface BlogAccount extends Blog {
  readonly username: string;
  readonly password: string;
  readonly api: "auto" | "rest" | "xmlrpc";
  readonly allowHttp: boolean;
  /** Of the files of a folder. */
  readonly format: "markdown" | "html";
}

const settingsOf = z.object({
  kind: z.enum(BLOG_KINDS).default("wordpress"),
  url: z.string().default(""),
  username: z.string().default(""),
  group: z.string().default(""),
  api: z.enum(["auto", "rest", "xmlrpc"]).default("auto"),
  allowHttp: z.boolean().default(false),
  format: z.enum(["markdown", "html"]).default("markdown"),
});

const KIND = "blog";
const GROUP = "group:";
const NEEDS_PASSWORD: ReadonlySet<BlogKind> = new Set(["wordpress", "ghost"]);

/** The blogs that ids, names or `group:<name>` stand for, each once. Throws ACCOUNT_NOT_FOUND, and `auth` for one without its password. */
export async function blogsOf(accounts: BlogAccounts, ids: readonly string[]): Promise<readonly Blog[]> {
  const known = await Array.fromAsync(accounts.list({ kind: KIND }));
  const found = new Map<string, Blog>();
  for (const id of ids.map((each) => each.trim())) {
    const group = id.startsWith(GROUP) ? id.slice(GROUP.length).trim() : undefined;
    const fits =
      group === undefined
        ? [known.find((one) => one.id === id) ?? known.find((one) => one.name === id)]
        : known.filter(({ settings }) => group !== "" && settings["group"] === group);
    if (fits.length === 0 || fits[0] === undefined) throw notFound(id, group);
    for (const one of fits) if (one !== undefined) found.set(one.id, readable(one, Object.keys(one.secrets)));
  }
  return [...found.values()];
}

/** A blog with its password. Throws ACCOUNT_NOT_FOUND, SECRET_UNREADABLE, `auth` and bad-input. */
export async function openedBlog(accounts: BlogAccounts, id: string): Promise<BlogAccount> {
  const account = await accounts.opened(id);
  if (account.kind !== KIND) throw notFound(id, undefined);
  const blog = readable(account, Object.keys(account.secrets));
  return { ...blog, ...checkedSettings(account), password: account.secrets["password"] ?? "", url: blog.url };
}

function readable(account: Omit<OpenedAccount, "secrets">, secrets: readonly string[]): Blog {
  const { kind, url, group } = checkedSettings(account);
  const { id, name } = account;
  if (NEEDS_PASSWORD.has(kind) && !secrets.includes("password")) {
    throw new ScriptoriumError(
      "auth",
      `Blog "${shown(name)}" has no stored password. Store ${kind === "ghost" ? "the Admin API key (id:secret) of a custom integration" : "an application password of its user"} with its account.`,
      { blog: id },
    );
  }
  return { id, name, kind, url: url.trim(), group };
}

function checkedSettings({ id, name, settings }: Omit<OpenedAccount, "secrets">): z.output<typeof settingsOf> {
  const read = settingsOf.safeParse(settings);
  if (read.success) return read.data;
  const field = shown(read.error.issues[0]?.path.join(".") ?? "");
  throw new ScriptoriumError(
    "bad-input",
    `The setting ${field} of blog "${shown(name)}" cannot be used. Correct it in its account.`,
    { blog: id, field },
  );
}

function notFound(id: string, group: string | undefined): ScriptoriumError {
  const message =
    group === undefined
      ? `There is no blog "${shown(id)}". List the blogs to see which there are, or add it.`
      : `No blog is in the group "${shown(group)}". List the blogs to see their groups, or add one to it.`;
  return new ScriptoriumError("ACCOUNT_NOT_FOUND", message, { blog: shown(id) });
}
