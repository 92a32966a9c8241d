import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { Icon } from "../../parts/icons.js";
import { Menu, type MenuItem } from "../../parts/menu.js";
import { useShortcuts } from "../../parts/shortcuts.js";
import { Badge, Empty, Loaded, Notice } from "../../parts/status.js";
import { type Column, Table } from "../../parts/table.js";
import { toastError, withUndo } from "../../parts/toast.js";
import { PageHead } from "../../shell/page-head.js";
import { client, readOnly } from "../../state/client.js";
import { ago, dateTime, number } from "../../state/format.js";
import { useResource } from "../../state/resource.js";
import { route, setQuery } from "../../state/route.js";
import { accountsPage as say } from "../../strings.js";
import { AccountForm } from "./account-form.js";
import "./accounts.css";
import { FindBox } from "../../parts/find-box.js";
import { ImportDialog } from "./import-dialog.js";
import { type Account, type Kind, placeOf, textOf, useKinds } from "./kinds.js";

type Test = Awaited<ReturnType<typeof client.accounts.test>>;

/** What a test said, or that it runs; of this visit. */
const tests = signal<ReadonlyMap<string, Test | "running">>(new Map());
/** About to be deleted, as long as that can be undone. */
const hidden = signal<ReadonlySet<string>>(new Set());

const MOST = 1000;
/** A server has thirty seconds to answer a login. */
const TEST_MS = 45_000;

const tell = (id: string, said: Test | "running") => {
  tests.value = new Map(tests.value).set(id, said);
};

async function test({ id, name, kind }: Account): Promise<void> {
  tell(id, "running");
  try {
    tell(id, await client.accounts.test(id, { timeoutMs: TEST_MS }));
  } catch (error) {
    tell(id, {
      id,
      name,
      kind,
      ok: false,
      code: (error as { code?: string }).code ?? "",
      says: (error as Error).message,
    });
  }
}

type Open = { readonly kind: Kind; readonly account?: Account } | "import" | undefined;

/** Blogs, mail accounts and keys: what tasks log in with. */
export default function AccountsPage(): JSX.Element {
  const accounts = useResource("accounts", (signal) => client.accounts.list({ limit: MOST }, { signal }));
  const kinds = useKinds();
  const [open, setOpen] = useState<Open>();
  const { query } = route.value;
  const only = query.get("kind");
  const words = (query.get("q") ?? "").trim().toLowerCase();
  const titleOf = (kind: string) => say.kind(kinds.data?.find((one) => one.kind === kind)?.title ?? kind);
  const importing = (kinds.data ?? []).filter((one) => one.imports);
  const [first] = kinds.data ?? [];
  useShortcuts(
    readOnly || first === undefined ? [] : [{ keys: "n", label: say.add, run: () => setOpen({ kind: first }) }],
    [first],
  );
  const edit = (account: Account) => {
    const kind = kinds.data?.find((one) => one.kind === account.kind);
    if (kind) setOpen({ kind, account });
  };
  return (
    <>
      <PageHead title={say.title} about={say.about}>
        {!readOnly && (
          <>
            {importing.length > 0 && (
              <Button icon="upload" onClick={() => setOpen("import")}>
                {say.import}
              </Button>
            )}
            {kinds.data && <AddMenu kinds={kinds.data} onChoose={(kind) => setOpen({ kind })} />}
          </>
        )}
      </PageHead>
      {kinds.error && (
        <Notice kind="warning" title={say.noKinds}>
          {kinds.error.message}
        </Notice>
      )}
      <Loaded from={accounts}>
        {(all) => {
          const there = all.filter(({ id }) => !hidden.value.has(id));
          const shown = there.filter(
            (account) =>
              (!only || account.kind === only) &&
              `${account.name} ${placeOf(account)} ${textOf(account, "username")} ${textOf(account, "group")}`
                .toLowerCase()
                .includes(words),
          );
          if (there.length === 0) {
            return (
              <Empty
                icon="accounts"
                title={say.none}
                actions={
                  !readOnly &&
                  (kinds.data ?? []).map((kind) => (
                    <Button key={kind.kind} icon="plus" onClick={() => setOpen({ kind })}>
                      {say.kind(kind.title)}
                    </Button>
                  ))
                }
              >
                {say.noneIs}
              </Empty>
            );
          }
          return (
            <>
              <Filters
                all={there}
                kinds={kinds.data ?? []}
                only={only}
                words={query.get("q") ?? ""}
                titleOf={titleOf}
              />
              <Results accounts={there} />
              <Table
                label={say.title}
                columns={columnsOf(titleOf)}
                rows={shown}
                rowKey={({ id }) => id}
                {...(readOnly ? {} : { onOpen: edit })}
                remember="accounts"
                narrow={{ height: 76, render: (account) => <Narrow account={account} kind={titleOf(account.kind)} /> }}
                {...(readOnly
                  ? {}
                  : {
                      actions: (account: Account) => (
                        <Menu
                          small
                          label={say.actionsOf(account.name)}
                          items={actionsOf(account, kinds.data ?? [], edit, accounts)}
                        />
                      ),
                    })}
                empty={<Empty icon="search" title={say.noMatch} />}
              />
              {all.length === MOST && <p class="soft">{say.isCut(number(MOST))}</p>}
            </>
          );
        }}
      </Loaded>
      {open === "import" && (
        <ImportDialog kinds={importing} onClose={() => setOpen(undefined)} onStored={accounts.reload} />
      )}
      {typeof open === "object" && (
        <AccountForm
          key={open.account?.id ?? open.kind.kind}
          kind={open.kind}
          {...(open.account ? { account: open.account } : {})}
          onClose={() => setOpen(undefined)}
          onStored={(account, isTested) => {
            setOpen(undefined);
            accounts.reload();
            if (isTested) void test(account);
          }}
        />
      )}
    </>
  );
}

function AddMenu({ kinds, onChoose }: { readonly kinds: readonly Kind[]; readonly onChoose: (kind: Kind) => void }) {
  return (
    <Menu
      icon="plus"
      label={say.add}
      items={kinds.map((kind) => ({ label: say.kind(kind.title), run: () => onChoose(kind) }))}
    >
      {say.add}
    </Menu>
  );
}

function actionsOf(
  account: Account,
  kinds: readonly Kind[],
  edit: (account: Account) => void,
  list: { readonly reload: () => void },
): MenuItem[] {
  const kind = kinds.find((one) => one.kind === account.kind);
  return [
    ...(kind?.tests ? [{ label: say.test, icon: "link", run: () => void test(account) } as const] : []),
    ...(kind ? [{ label: say.change, icon: "edit", run: () => edit(account) } as const] : []),
    { label: say.delete, icon: "trash", danger: true, run: () => remove(account, list.reload) },
  ];
}

/** Tasks that name it fail afterwards, so that there is time to think again. */
function remove({ id, name, kind }: Account, reload: () => void): void {
  const hide = (isHidden: boolean) => {
    const next = new Set(hidden.value);
    if (isHidden) next.add(id);
    else next.delete(id);
    hidden.value = next;
  };
  withUndo(say.deleted(name), {
    hide: () => hide(true),
    show: () => hide(false),
    // Webhooks have routes of their own.
    act: async () => {
      await (kind === "webhook" ? client.webhooks.delete(id) : client.accounts.delete(id));
      reload();
    },
  });
}

function Filters({
  all,
  only,
  words,
  kinds,
  titleOf,
}: {
  readonly all: readonly Account[];
  readonly kinds: readonly Kind[];
  readonly only: string | null;
  readonly words: string;
  readonly titleOf: (kind: string) => string;
}): JSX.Element {
  const counts = Map.groupBy(all, ({ kind }) => kind);
  const testable = all.filter(({ kind }) => kinds.some((one) => one.kind === kind && one.tests));
  return (
    <div class="row">
      <FindBox class="account-find" label={say.find} value={words} onFind={(words) => setQuery({ q: words })} />
      <div class="row" role="group" aria-label={say.columns.kind}>
        {[...counts].map(([kind, own]) => (
          <button
            key={kind}
            type="button"
            class="chip"
            aria-pressed={only === kind}
            onClick={() => setQuery({ kind: only === kind ? undefined : kind })}
          >
            {titleOf(kind)} {number(own.length)}
          </button>
        ))}
      </div>
      {!readOnly && testable.length > 1 && (
        <Button small icon="link" onClick={() => void testAll(testable).catch(toastError)}>
          {say.testAll}
        </Button>
      )}
    </div>
  );
}

/** The server tests eight at once. */
async function testAll(accounts: readonly Account[]): Promise<void> {
  const rest = [...accounts];
  const worker = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await test(next);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

/** What the tests said at length: the table has room for a word. */
function Results({ accounts }: { readonly accounts: readonly Account[] }): JSX.Element | null {
  const said = [...tests.value.values()].filter(
    (one) => one !== "running" && accounts.some(({ id }) => id === one.id),
  ) as Test[];
  if (said.length === 0) return null;
  const clear = () => {
    tests.value = new Map();
  };
  return (
    <section class="card test-results" aria-label={say.results} aria-live="polite">
      <div class="row">
        <h2>{say.results}</h2>
        <Button small kind="quiet" icon="close" onClick={clear}>
          {say.clear}
        </Button>
      </div>
      <ul>
        {said.map((one) => (
          <li key={one.id} class={one.ok ? "good" : "bad"}>
            <Icon name={one.ok ? "check" : "warning"} size={18} />
            <strong>{one.name}</strong>
            <span>{one.says}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TestMark({ id }: { readonly id: string }): JSX.Element | null {
  const said = tests.value.get(id);
  if (said === undefined) return null;
  if (said === "running") return <Badge kind="live">{say.testing}</Badge>;
  return <Badge kind={said.ok ? "good" : "bad"}>{said.ok ? say.works : say.worksNot}</Badge>;
}

function columnsOf(titleOf: (kind: string) => string): readonly Column<Account>[] {
  const { columns } = say;
  return [
    {
      name: "name",
      title: columns.name,
      fixed: true,
      width: "minmax(10rem, 1.5fr)",
      render: ({ name }) => <strong class="account-name">{name}</strong>,
    },
    {
      name: "kind",
      title: columns.kind,
      width: "minmax(8rem, 0.8fr)",
      render: (account) => <span class="soft">{kindOf(account, titleOf)}</span>,
    },
    { name: "place", title: columns.place, width: "minmax(10rem, 1.6fr)", render: placeOf },
    { name: "login", title: columns.login, render: (account) => textOf(account, "username") },
    {
      name: "group",
      title: columns.group,
      width: "minmax(5rem, 0.6fr)",
      render: (account) => textOf(account, "group"),
    },
    {
      name: "secret",
      title: columns.secret,
      width: "6.5rem",
      render: ({ secrets }) =>
        Object.keys(secrets).length > 0 ? (
          <span class="soft kept">
            <Icon name="lock" size={16} />
            {say.kept}
          </span>
        ) : (
          <span class="soft">{say.notKept}</span>
        ),
    },
    { name: "test", title: columns.test, width: "7.5rem", render: ({ id }) => <TestMark id={id} /> },
    {
      name: "updatedAt",
      title: columns.updatedAt,
      width: "7rem",
      render: ({ updatedAt }) => (
        <time class="soft" dateTime={updatedAt} title={dateTime(updatedAt)}>
          {ago(updatedAt)}
        </time>
      ),
    },
  ];
}

/** A blog says in its settings which kind of blog it is. */
function kindOf(account: Account, titleOf: (kind: string) => string): string {
  const own = textOf(account, "kind");
  return own === "" ? titleOf(account.kind) : `${titleOf(account.kind)} · ${own}`;
}

function Narrow({ account, kind }: { readonly account: Account; readonly kind: string }): JSX.Element {
  return (
    <span class="narrow-account">
      <span>
        <strong class="account-name">{account.name}</strong>
        <TestMark id={account.id} />
      </span>
      <span class="soft small-text">
        <span>{placeOf(account) || kind}</span>
        <span>{placeOf(account) && kind}</span>
      </span>
    </span>
  );
}
