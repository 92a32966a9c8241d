import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Button, LinkButton } from "../../parts/button.js";
import { Icon } from "../../parts/icons.js";
import { Empty, Notice, Skeleton } from "../../parts/status.js";
import { type Column, Table } from "../../parts/table.js";
import { PageHead } from "../../shell/page-head.js";
import { readOnly } from "../../state/client.js";
import { ago, dateTime, number } from "../../state/format.js";
import { missed, onEvents } from "../../state/live.js";
import { go, href, route, setQuery } from "../../state/route.js";
import { typeTitle, useTypes } from "../../state/types.js";
import { articlesPage as say, words } from "../../strings.js";
import { type ListedArticle, percent } from "./article.js";
import { readShelf, shelf, wantMore } from "./articles-store.js";

const SORTS: Readonly<Record<string, (one: ListedArticle) => number | string>> = {
  title: ({ title }) => title.toLowerCase(),
  task: ({ task }) => task.name.toLowerCase(),
  words: (one) => one.words ?? -1,
  uniqueness: (one) => one.uniqueness ?? -1,
  seo: (one) => one.seoScore ?? -1,
  at: ({ task }) => task.updatedAt,
};
const order = new Intl.Collator(undefined, { numeric: true });
/** Between two readings that events cause, in milliseconds. */
const PAUSE = 1500;

/** The articles of all tasks, or of one. */
export function ArticleList({ task }: { readonly task: string | undefined }): JSX.Element {
  const control = useRef(new AbortController());
  useEffect(() => {
    control.current = new AbortController();
    void readShelf(control.current.signal);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void readShelf(control.current.signal);
      }, PAUSE);
    };
    const offs = [
      onEvents((events) => {
        if (events.some(({ name }) => name !== "task.progress")) soon();
      }),
      missed.subscribe((count) => count > 0 && soon()),
    ];
    return () => {
      control.current.abort();
      clearTimeout(timer);
      for (const off of offs) off();
    };
  }, []);
  const { query } = route.value;
  const term = query.get("q") ?? "";
  const { value: state } = shelf;
  const isAll = state !== undefined && state.looked >= state.tasks;
  // A search and a single task look through all there is.
  useEffect(() => {
    if ((term || task) && state && !isAll && !state.isReading && !state.error) {
      void wantMore(true, control.current.signal);
    }
  }, [term, task, state?.isReading]);
  const types = useTypes();
  const tasks = useMemo(() => tasksOf(state?.articles ?? []), [state?.articles]);
  const sort = { column: query.get("sort") ?? "at", descending: query.get("order") !== "asc" };
  const shown = useMemo(
    () => sorted(matching(state?.articles ?? [], term, task), sort),
    [state?.articles, term, task, sort.column, sort.descending],
  );
  const name = tasks.find(([id]) => id === task)?.[1];

  const head = (
    <PageHead
      title={task && name ? say.of(name) : say.title}
      {...(task && { back: { href: href("articles"), label: say.title } })}
      about={state && (state.articles.length > 0 || task) ? say.shown(number(shown.length), shown.length) : say.titleIs}
    >
      {task && <LinkButton href={href("task", task)}>{say.toTask}</LinkButton>}
      <LinkButton icon="shuffle" href={href("articles", "playground")}>
        {say.playground}
      </LinkButton>
    </PageHead>
  );
  if (state === undefined) {
    return (
      <>
        {head}
        <Skeleton lines={8} />
      </>
    );
  }
  if (state.articles.length === 0 && isAll && !state.error) {
    return (
      <>
        {head}
        <Empty
          icon="articles"
          title={say.nothing}
          actions={
            <>
              {!readOnly && (
                <LinkButton kind="primary" icon="plus" href={href("tasks", "new")}>
                  {say.create}
                </LinkButton>
              )}
              <LinkButton icon="shuffle" href={href("articles", "playground")}>
                {say.playground}
              </LinkButton>
            </>
          }
        >
          {say.nothingIs}
        </Empty>
      </>
    );
  }
  return (
    <>
      {head}
      {state.error && (
        <Notice
          kind="error"
          title={words.notLoaded}
          actions={
            <Button small onClick={() => void readShelf(control.current.signal)}>
              {words.tryAgain}
            </Button>
          }
        >
          {state.error.message}
        </Notice>
      )}
      <div class="article-filters">
        <div class="article-search">
          <Icon name="search" size={18} />
          <input
            type="search"
            aria-label={say.search}
            placeholder={say.search}
            value={term}
            spellcheck={false}
            onInput={(event) => setQuery({ q: event.currentTarget.value })}
          />
        </div>
        {(tasks.length > 1 || task) && (
          <select
            aria-label={say.task}
            class={task ? "is-set" : ""}
            value={task ?? ""}
            onChange={({ currentTarget: { value } }) =>
              value ? go("articles", value, { q: term }) : go("articles", { q: term })
            }
          >
            <option value="">{say.allTasks}</option>
            {task && name === undefined && <option value={task}>{task}</option>}
            {tasks.map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
        {(state.isReading || !isAll) && (
          <p class="article-looking soft small-text" role="status">
            {state.isReading && <span class="spinner" />}
            {say.looked(number(state.looked), number(state.tasks))}
            {!state.isReading && (
              <Button small onClick={() => void wantMore(false, control.current.signal)}>
                {say.lookOn}
              </Button>
            )}
          </p>
        )}
      </div>
      <Table
        label={say.title}
        columns={columnsOf((word) => typeTitle(types.data, word))}
        rows={shown}
        rowKey={keyOf}
        sort={sort}
        onSort={({ column, descending }) =>
          setQuery({
            sort: column === "at" && descending ? undefined : column,
            order: descending ? undefined : "asc",
          })
        }
        onOpen={(one) => go("articles", one.task._id, one.part)}
        rowHeight={56}
        narrow={{ height: 84, render: narrowRow }}
        empty={
          state.isReading ? (
            <Skeleton lines={6} />
          ) : (
            <Empty icon="search" title={say.noMatch}>
              {say.noMatchIs}
            </Empty>
          )
        }
      />
    </>
  );
}

const keyOf = ({ task, file }: ListedArticle): string => `${task._id}/${file}`;

const columnsOf = (typeOf: (word: string) => string): readonly Column<ListedArticle>[] => [
  {
    name: "title",
    title: say.columns.title,
    width: "minmax(14rem, 3fr)",
    fixed: true,
    sortable: true,
    render: (one) => (
      <span class="article-cell">
        <a class="article-name" href={href("articles", one.task._id, one.part)}>
          {one.title}
        </a>
        <span class="soft small-text">{one.keyword && one.keyword !== one.title ? one.keyword : one.file}</span>
      </span>
    ),
  },
  {
    name: "task",
    title: say.columns.task,
    width: "minmax(9rem, 1.5fr)",
    sortable: true,
    render: ({ task }) => (
      <span class="article-cell">
        <a href={href("articles", task._id)}>{task.name || say.untitled}</a>
        <span class="soft small-text">{typeOf(task.type)}</span>
      </span>
    ),
  },
  {
    name: "words",
    title: say.columns.words,
    width: "6rem",
    align: "end",
    sortable: true,
    render: (one) => figure(one.words, number),
  },
  {
    name: "uniqueness",
    title: say.columns.uniqueness,
    width: "7.5rem",
    align: "end",
    sortable: true,
    render: (one) => figure(one.uniqueness, percent),
  },
  {
    name: "seo",
    title: say.columns.seo,
    width: "5.5rem",
    align: "end",
    sortable: true,
    render: (one) => figure(one.seoScore, number),
  },
  {
    name: "at",
    title: say.columns.at,
    width: "8rem",
    align: "end",
    sortable: true,
    render: ({ task }) => (
      <time class="soft" dateTime={task.updatedAt} title={dateTime(task.updatedAt)}>
        {ago(task.updatedAt)}
      </time>
    ),
  },
];

const figure = (value: number | undefined, write: (value: number) => string): JSX.Element =>
  value === undefined ? <span class="soft">–</span> : <span class="numbers">{write(value)}</span>;

function narrowRow(one: ListedArticle): JSX.Element {
  const facts = [
    one.words !== undefined && say.wordCount(number(one.words), one.words),
    one.uniqueness !== undefined && say.uniqueShort(percent(one.uniqueness)),
    one.seoScore !== undefined && say.seoShort(number(one.seoScore)),
  ].filter(Boolean);
  return (
    <span class="article-cell">
      <a class="article-name" href={href("articles", one.task._id, one.part)}>
        {one.title}
      </a>
      <span class="soft small-text">{one.task.name || say.untitled}</span>
      <span class="soft small-text numbers">{[...facts, ago(one.task.updatedAt)].join(" · ")}</span>
    </span>
  );
}

function tasksOf(articles: readonly ListedArticle[]): [string, string][] {
  const tasks = new Map(articles.map(({ task }) => [task._id, task.name || say.untitled]));
  return [...tasks].sort(([, one], [, other]) => order.compare(one, other));
}

function matching(articles: readonly ListedArticle[], term: string, task: string | undefined): ListedArticle[] {
  const terms = term.toLowerCase().split(/\s+/).filter(Boolean);
  return articles.filter((one) => {
    if (task && one.task._id !== task) return false;
    if (terms.length === 0) return true;
    const text = `${one.title} ${one.keyword} ${one.file} ${one.task.name}`.toLowerCase();
    return terms.every((each) => text.includes(each));
  });
}

function sorted(
  articles: ListedArticle[],
  { column, descending }: { readonly column: string; readonly descending: boolean },
): ListedArticle[] {
  const value = SORTS[column] ?? SORTS["at"]!;
  const sign = descending ? -1 : 1;
  return articles.sort((one, other) => {
    const [mine, others] = [value(one), value(other)];
    return sign * (typeof mine === "number" ? mine - (others as number) : order.compare(mine, others as string));
  });
}
