import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId, useMemo, useRef, useState } from "preact/hooks";
import { firstVariant } from "../../../../../kernel/text/spintax.js";
import { Button, LinkButton } from "../../parts/button.js";
import { Menu } from "../../parts/menu.js";
import { download, FilePreview, HtmlFrame } from "../../parts/preview.js";
import { useShortcuts } from "../../parts/shortcuts.js";
import { Empty, Loaded, Notice } from "../../parts/status.js";
import { Tabs } from "../../parts/tabs.js";
import { toastError } from "../../parts/toast.js";
import { PageHead } from "../../shell/page-head.js";
import { client } from "../../state/client.js";
import { bytes, duration, number } from "../../state/format.js";
import { useResource } from "../../state/resource.js";
import { go, href, route, setQuery } from "../../state/route.js";
import { articlesPage as say } from "../../strings.js";
import { endingOf, type ListedArticle, percent } from "./article.js";
import { copyText } from "./clipboard.js";
import { copied } from "./copied.js";
import { plain, textsOf } from "./document.js";
import { handText } from "./handed-text.js";
import { type Linked, Prose } from "./prose.js";
import { LONGEST, type ReadArticle, readArticle, textOf } from "./read-article.js";
import { Checks, SourceList, SourceSentence } from "./sources-panel.js";
import { Segments, SpintaxView } from "./spintax-view.js";
import { Variants } from "./variants.js";

/** Words that are read in a minute. */
const PACE = 230;
const LEASTS = [5, 8, 15];

const gone = { isGone: true } as const;

export function Reading({ id, part }: { readonly id: string; readonly part: string }): JSX.Element {
  const read = useResource(
    `article/${id}/${part}`,
    async (signal): Promise<ReadArticle | typeof gone> => (await readArticle(id, part, signal)) ?? gone,
    { live: id, every: 2000 },
  );
  if (read.data && "isGone" in read.data) {
    return (
      <>
        <PageHead title={say.gone} back={{ href: href("articles"), label: say.title }} />
        <Empty
          icon="articles"
          title={say.gone}
          actions={<LinkButton href={href("articles")}>{say.toArticles}</LinkButton>}
        >
          {say.goneIs}
        </Empty>
      </>
    );
  }
  const data = read.data as ReadArticle | undefined;
  return (
    <>
      {data === undefined && <PageHead title={part} back={{ href: href("articles"), label: say.title }} />}
      <Loaded from={{ ...read, data }}>{(article) => <Opened key={`${id}/${part}`} read={article} />}</Loaded>
    </>
  );
}

function Opened({ read }: { readonly read: ReadArticle }): JSX.Element {
  const { article, forms, before, behind } = read;
  const { task } = article;
  const spintax = forms.find(({ path }) => endingOf(path) === "spintax");
  const page = forms.find(({ path }) => /^html?$/.test(endingOf(path)));
  const tabs = [
    { name: "read", label: say.read },
    ...(spintax ? [{ name: "spintax", label: say.spintax }] : []),
    ...(page ? [{ name: "page", label: say.asPage }] : []),
    ...forms
      .filter(({ path }) => !/^(?:html?|spintax)$/.test(endingOf(path)))
      .map(({ path }) => ({ name: path, label: endingOf(path).toUpperCase() })),
  ];
  const asked = route.value.query.get("view") ?? "read";
  const chosen = tabs.some(({ name }) => name === asked) ? asked : "read";
  const goTo = (to: ListedArticle | undefined) => to && go("articles", task._id, to.part);
  useShortcuts(
    [
      { keys: "[", label: say.previous, run: () => goTo(before) },
      { keys: "]", label: say.next, run: () => goTo(behind) },
    ],
    [before, behind],
  );
  const other = forms.find(({ path }) => path === chosen);
  return (
    <>
      <PageHead title={article.title} back={{ href: href("articles"), label: say.title }} about={<About read={read} />}>
        <Actions read={read} />
      </PageHead>
      {read.isPart && <Notice kind="warning">{say.inPart(bytes(LONGEST))}</Notice>}
      <div class="article-tabs">
        <Tabs
          label={say.views}
          tabs={tabs}
          chosen={chosen}
          onChoose={(name) => setQuery({ view: name === "read" ? undefined : name })}
        >
          {chosen === "read" ? (
            <ReadingView read={read} />
          ) : chosen === "spintax" ? (
            <StoredSpintax task={task._id} path={spintax!.path} size={spintax!.size} />
          ) : chosen === "page" ? (
            <StoredPage task={task._id} path={page!.path} title={article.title} size={page!.size} />
          ) : (
            other && (
              <FilePreview
                name={other.path}
                type={/^(?:md|markdown)$/.test(endingOf(other.path)) ? "text/plain" : other.type}
                size={other.size}
                load={(signal, range) => client.file(task._id, other.path, { signal, ...(range ? { range } : {}) })}
              />
            )
          )}
        </Tabs>
      </div>
      {(before ?? behind) && (
        <nav class="article-ends" aria-label={say.neighbours}>
          {before ? (
            <a href={href("articles", task._id, before.part)}>
              <span class="soft small-text">{say.previous}</span>
              {before.title}
            </a>
          ) : (
            <span />
          )}
          {behind && (
            <a class="behind" href={href("articles", task._id, behind.part)}>
              <span class="soft small-text">{say.next}</span>
              {behind.title}
            </a>
          )}
        </nav>
      )}
    </>
  );
}

/** What is known of the article in figures. */
function About({ read }: { readonly read: ReadArticle }): JSX.Element {
  const { article, longestRun } = read;
  const words = article.words ?? read.words;
  const share = useMemo(() => {
    const all = read.facts.map(({ sentence, original }) => copied(sentence, original, LEASTS[0]!));
    const of = all.reduce((sum, one) => sum + one.of, 0);
    return of === 0 ? undefined : all.reduce((sum, one) => sum + one.words, 0) / of;
  }, [read.facts]);
  const figures: readonly (readonly [string, string, string?])[] = [
    [say.words, number(words)],
    [say.readingTime, readingTime(words)],
    ...(article.uniqueness === undefined
      ? []
      : [[say.uniqueness, percent(article.uniqueness), say.uniquenessIs] as const]),
    ...(article.seoScore === undefined ? [] : [[say.seo, say.ofHundred(number(article.seoScore))] as const]),
    ...(share === undefined ? [] : [[say.copiedShare, percent(share), say.copiedShareIs] as const]),
    ...(longestRun === undefined ? [] : [[say.longestRun, say.wordCount(number(longestRun), longestRun)] as const]),
  ];
  return (
    <div class="article-about">
      <div>
        {article.keyword && article.keyword !== article.title && <span>{say.about(article.keyword)} </span>}
        <a href={href("task", article.task._id)}>{article.task.name || say.untitled}</a>
      </div>
      <dl class="article-figures">
        {figures.map(([name, value, meaning]) => (
          <div key={name} title={meaning}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function readingTime(words: number): string {
  const minutes = Math.max(1, Math.round(words / PACE));
  return minutes < 60 ? say.minutes(number(minutes)) : duration(minutes * 60);
}

function Actions({ read }: { readonly read: ReadArticle }): JSX.Element {
  const { article, forms, blocks } = read;
  const id = article.task._id;
  const copy = async (path: string) => {
    try {
      await copyText((await (await client.file(id, path)).text()) ?? "");
    } catch (error) {
      toastError(error);
    }
  };
  const save = async (path: string) => {
    try {
      await download(path.split("/").at(-1)!, await client.file(id, path));
    } catch (error) {
      toastError(error);
    }
  };
  const text = () => {
    const paragraphs = [...textsOf(blocks)].map(plain);
    return [article.title, ...paragraphs].join("\n\n");
  };
  return (
    <>
      <Menu
        icon="copy"
        label={say.copy}
        items={[
          { label: say.copyText, run: () => void copyText(text()) },
          ...forms.map(({ path }) => ({
            label: say.copyAs(endingOf(path).toUpperCase()),
            run: () => void copy(path),
          })),
        ]}
      >
        {say.copy}
      </Menu>
      <Menu
        icon="download"
        label={say.download}
        items={forms.map(({ path, size }) => ({
          label: say.downloadAs(endingOf(path).toUpperCase(), bytes(size)),
          run: () => void save(path),
        }))}
      >
        {say.download}
      </Menu>
      <Button
        icon="shuffle"
        onClick={() => {
          handText(text());
          go("articles", "playground");
        }}
      >
        {say.toPlayground}
      </Button>
    </>
  );
}

/** The article beside its sources. */
function ReadingView({ read }: { readonly read: ReadArticle }): JSX.Element {
  const { article, blocks, facts, places, sources } = read;
  const id = useId();
  const place = useRef<HTMLElement>(null);
  const pointer = useRef("");
  const isKeyed = useRef(false);
  const active = useSignal<number | undefined>(undefined);
  const order = useMemo(() => [...places.values()].flat().map(({ fact }) => fact), [places]);
  const stop = useComputed(() => active.value ?? order[0] ?? 0);
  const [marks, mark] = useState("sources");
  const [least, atLeast] = useState(LEASTS[0]!);
  const copies = useMemo(
    () => facts.map(({ sentence, original }) => copied(sentence, original, least).here),
    [facts, least],
  );
  const linked: Linked | undefined =
    order.length === 0 ? undefined : { facts, places, copies, active, stop, describedBy: `${id}-source` };
  const factOf = (event: Event): number | undefined => {
    const fact = (event.target as Element).closest<HTMLElement>("[data-fact]")?.dataset["fact"];
    return fact === undefined ? undefined : Number(fact);
  };
  const look = (event: Event) => {
    const fact = factOf(event);
    if (fact !== undefined) active.value = fact;
  };
  // A sentence that the keys scroll under a pointer at rest is not pointed at.
  const lookWherePointed = (event: PointerEvent) => {
    if (event.pointerType !== "mouse" || (isKeyed.current && pointer.current === placeOf(event))) return;
    isKeyed.current = false;
    look(event);
  };
  const show = (fact: number | undefined) => {
    if (fact === undefined) return;
    active.value = fact;
    place.current?.querySelector<HTMLElement>(`[data-fact="${fact}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const fact = factOf(event);
    if (fact === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = order.indexOf(fact);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: order.length - 1,
    };
    const to = steps[event.key];
    if (event.key === "Escape") active.value = undefined;
    else if (to === undefined || order[to] === undefined) return;
    else show(order[to]);
    isKeyed.current = true;
    event.preventDefault();
  };
  if (blocks.length === 0) {
    return (
      <Empty icon="file" title={say.noText}>
        {say.noTextIs}
      </Empty>
    );
  }
  const hasAside = sources.length > 0 || read.checks.length > 0;
  return (
    <div class={hasAside ? "reading" : "reading alone"}>
      <div class="reading-main">
        {read.lacks && <Notice kind="warning">{read.lacks === "facts" ? say.noFacts : say.badFacts}</Notice>}
        {linked && (
          <div class="reading-bar">
            <Segments
              label={say.marks}
              chosen={marks}
              segments={[
                { name: "sources", label: say.marksSources },
                { name: "copied", label: say.marksCopied },
                { name: "none", label: say.marksNone },
              ]}
              onChoose={mark}
            />
            {marks === "copied" && (
              <label class="inline-field">
                <span>{say.runsOf}</span>
                <select value={String(least)} onChange={(event) => atLeast(Number(event.currentTarget.value))}>
                  {LEASTS.map((words) => (
                    <option key={words} value={String(words)}>
                      {say.wordsOrMore(number(words))}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </div>
        )}
        <article
          ref={place}
          class={`prose marks-${marks}`}
          dir="auto"
          onPointerOver={lookWherePointed}
          onPointerMove={(event) => (pointer.current = placeOf(event))}
          onFocusIn={look}
          onClick={look}
          onKeyDown={onKeyDown}
        >
          <Prose blocks={blocks} linked={linked} home={{ task: article.task._id, file: article.file }} />
        </article>
      </div>
      {hasAside && (
        <aside class="reading-side" aria-label={say.sources}>
          {linked && (
            <SourceSentence id={`${id}-source`} facts={facts} sources={sources} active={active} least={least} />
          )}
          <SourceList
            sources={sources}
            onShow={(source) => show(order.find((fact) => facts[fact]!.source === source))}
          />
          <Checks checks={read.checks} />
        </aside>
      )}
    </div>
  );
}

function placeOf({ screenX, screenY }: PointerEvent): string {
  return `${screenX} ${screenY}`;
}

interface Stored {
  readonly task: string;
  readonly path: string;
  readonly size: number;
}

/** What a task has stored with choices, and variants of it. */
function StoredSpintax({ task, path, size }: Stored): JSX.Element {
  const [count, choose] = useState(2);
  const text = useResource(
    `spintax/${task}/${path}`,
    async (signal) => (await textOf(task, path, signal, size)) ?? "",
    { live: task, every: 2000 },
  );
  return (
    <Loaded from={text}>
      {(spintax) => (
        <div class="stack">
          <section class="card" aria-label={say.spintax}>
            <SpintaxView text={spintax} />
          </section>
          <Variants spintax={spintax} source={firstVariant(spintax)} count={count} onCount={choose} />
        </div>
      )}
    </Loaded>
  );
}

/** Stored HTML as a browser shows it, in a frame where nothing runs. */
function StoredPage({ task, path, size, title }: Stored & { readonly title: string }): JSX.Element {
  const text = useResource(`page/${task}/${path}`, async (signal) => (await textOf(task, path, signal, size)) ?? "", {
    live: task,
    every: 2000,
  });
  return <Loaded from={text}>{(html) => <HtmlFrame html={html} title={title} height="75vh" />}</Loaded>;
}
