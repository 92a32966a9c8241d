import { type JsonObject, ScriptoriumError, type ShownAccount, shown } from "../../../kernel/index.js";
import { loadedOnce } from "../../../kernel/values/loaded-once.js";
import { paged } from "../../../kernel/values/paged.js";
import { importAsked } from "./account-imports.js";
import { type FullerArea, type FullerRoute, NotedReply, post, read } from "./fuller.js";
import { pageIn } from "./queries.js";

const MAX_PAGE = 1_000;
const ACCOUNT =
  '{"kind": "mail", "name": "Office", "settings": {"host": "smtp.example.com", "from": "office@example.com"}, "secrets": {"password": "..."}}';
const BLOG = '{"url": "https://blog.example", "username": "anna", "password": "...", "group": "news"}';
const IMPORT = '{"format": "csv", "text": "url,username,password\\nhttps://blog.example,anna,..."}';

const MEMBERS = ["id", "kind", "name", "settings", "secrets"];
/** What replies say and posts may send back. */
const SAID = ["id", "kind", "createdAt", "updatedAt", "hasPassword"];

const made = loadedOnce(() => import("../../accounts/index.js"));

/** How one of the two addresses writes accounts. */
interface Form {
  readonly path: "/accounts" | "/blogs";
  readonly example: `{${string}`;
  /** The only kind there. */
  readonly kind?: "blog";
  /** What is stored of a body. */
  posted(body: JsonObject): JsonObject;
  inList(account: ShownAccount): Promise<object>;
  alone(account: ShownAccount): Promise<object>;
}

const WHOLE: Form = {
  path: "/accounts",
  example: ACCOUNT,
  posted(body) {
    const [stray] = Object.keys(body).filter((name) => ![...MEMBERS, ...SAID].includes(name));
    if (stray === undefined) return body;
    throw new ScriptoriumError(
      "ACCOUNT_REFUSED",
      `The account has no member "${shown(stray)}". Put settings into "settings" and passwords into "secrets".`,
    );
  },
  inList: async (account) => account,
  alone: async (account) => account,
};

/** All of a blog is one object. */
const BLOGS: Form = {
  path: "/blogs",
  example: BLOG,
  kind: "blog",
  posted({ id, name, password, hasPassword: _has, createdAt: _at, updatedAt: _up, ...settings }) {
    return { id, name, settings, secrets: password === undefined ? {} : { password } } as JsonObject;
  },
  inList: async (account) => (await made()).shownBlog(account),
  alone: async (account) => (await made()).wholeBlog(account),
};

/** Blogs, mail accounts and keys of providers. */
export const accounts: FullerArea = (parts) => {
  const { kernel, logger, publisher, mailer } = parts;
  const tests = loadedOnce(async () =>
    (await made()).connectionTests(kernel.accounts, { publisher, mailer }, { logger }),
  );

  function routesOf(form: Form): readonly FullerRoute[] {
    const { path, example, kind } = form;
    const known = (id: string | undefined) => accountOf(id, kind);
    const noted = async ({ account, notes }: { readonly account: ShownAccount; readonly notes: readonly string[] }) =>
      new NotedReply(await form.alone(account), notes);
    return [
      read(path, async ({ query }) => {
        const group = query.get("group");
        const page = pageIn(query, MAX_PAGE);
        const only = kind ?? query.get("kind");
        const isWanted = ({ settings }: ShownAccount) => !group || settings["group"] === group;
        const found = paged(kernel.accounts.list(only ? { kind: only } : {}), page, isWanted);
        return Promise.all(await Array.fromAsync(found, (account) => form.inList(account)));
      }),
      post(path, example, async ({ object }) => {
        const body = form.posted(await object());
        return noted(await (await made()).addAccount(kernel.accounts, { ...body, ...(kind ? { kind } : {}) } as never));
      }),
      {
        ...post(`${path}/import`, IMPORT, async ({ objectOrList, query }) =>
          importAsked(kernel.accounts, await objectOrList(), query, kind),
        ),
        isLarge: true,
      },
      read(`${path}/:id`, async ({ parameters }) => form.alone(await known(parameters["id"]))),
      post(`${path}/:id`, example, async ({ parameters, object }) => {
        const account = await known(parameters["id"]);
        const body = await object();
        refuseMoved(account, body, form);
        const { name, settings, secrets } = form.posted(body);
        const changes = { name, settings, secrets } as never;
        return noted(await (await made()).changeAccount(kernel.accounts, account.id, changes));
      }),
      {
        method: "DELETE",
        path: `${path}/:id`,
        acts: true,
        async reply({ parameters }) {
          const wasThere = await removed(parameters["id"], kind);
          const what = kind ?? "account";
          return new NotedReply(null, wasThere ? [] : [`There is no ${what} with this id, so nothing was removed.`]);
        },
      },
      post(`${path}/:id/test`, "{}", async ({ parameters }) =>
        (await tests()).test((await known(parameters["id"])).id),
      ),
    ];
  }

  async function accountOf(id: string | undefined, kind: string | undefined): Promise<ShownAccount> {
    const account = await kernel.accounts.get(idIn(id));
    if (kind === undefined || account.kind === kind) return account;
    throw new ScriptoriumError(
      "ACCOUNT_NOT_FOUND",
      `The account with the id "${account.id}" is no ${kind}. Use /accounts/${account.id}.`,
    );
  }

  /** As for tasks, one that is gone already is no error. */
  async function removed(id: string | undefined, kind: string | undefined): Promise<boolean> {
    try {
      const account = await accountOf(id, kind);
      (await made()).storedKind(account.kind);
      return await kernel.accounts.delete(account.id);
    } catch (error) {
      if (ScriptoriumError.is(error) && error.code === "ACCOUNT_NOT_FOUND") return false;
      throw error;
    }
  }

  const kinds = read("/account-kinds", async () => (await made()).describedKinds());
  return [kinds, ...routesOf(WHOLE), ...routesOf(BLOGS)];
};

/** An id in a form that storages take; the kernel says of any other that it could not be found. */
function idIn(text = ""): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : "-";
}

/** What was read may be posted back; an account is not made another one. */
function refuseMoved(account: ShownAccount, body: JsonObject, { kind }: Form): void {
  const members = kind === undefined ? (["id", "kind"] as const) : (["id"] as const);
  const moved = members.find((member) => body[member] !== undefined && body[member] !== account[member]);
  if (moved === undefined) return;
  throw new ScriptoriumError(
    "ACCOUNT_REFUSED",
    `The ${moved} of an account cannot be changed. Leave it out, or add another account.`,
  );
}
