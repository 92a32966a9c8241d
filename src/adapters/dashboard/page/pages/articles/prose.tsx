import { computed, type ReadonlySignal, type Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useBlobUrl } from "../../parts/preview.js";
import { client } from "../../state/client.js";
import { articlesPage as say } from "../../strings.js";
import type { Stretch } from "./copied.js";
import type { Block, Run } from "./document.js";
import type { Fact, Place } from "./facts.js";

/** What sentences are linked with while an article is read. */
export interface Linked {
  readonly facts: readonly Fact[];
  readonly places: ReadonlyMap<readonly Run[], readonly Place[]>;
  /** Copied stretches of a fact's sentence. */
  readonly copies: readonly (readonly Stretch[])[];
  /** The sentence that is looked at. */
  readonly active: Signal<number | undefined>;
  /** The sentence that Tab leads to. */
  readonly stop: ReadonlySignal<number>;
  /** The id of what shows the source of a sentence. */
  readonly describedBy: string;
}

/** The task that a text is of, and its path there: what its pictures are named from. */
interface Home {
  readonly task: string;
  readonly file: string;
}

/** Blocks that are drawn at once: more of them follow as one reads on. */
const STEP = 200;

/** A text to be read. Headings begin at the second level, for the page has its own first. */
export function Prose({
  blocks,
  linked,
  home,
}: {
  readonly blocks: readonly Block[];
  readonly linked: Linked | undefined;
  readonly home: Home;
}): JSX.Element {
  const [shown, show] = useState(STEP);
  const end = useRef<HTMLDivElement>(null);
  const hasMore = shown < blocks.length;
  useEffect(() => {
    if (!hasMore || end.current === null) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && show((count) => count + STEP), {
      rootMargin: "1200px",
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [hasMore, shown]);
  return (
    <>
      <Blocks blocks={blocks.slice(0, shown)} linked={linked} home={home} />
      {hasMore && <div ref={end} class="prose-end" />}
    </>
  );
}

function Blocks({ blocks, linked, home }: Parameters<typeof Prose>[0]): JSX.Element {
  return (
    <>
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} linked={linked} home={home} />
      ))}
    </>
  );
}

function BlockView({
  block,
  linked,
  home,
}: {
  readonly block: Block;
  readonly linked: Linked | undefined;
  readonly home: Home;
}): JSX.Element {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${Math.min(6, Math.max(2, block.level))}` as "h2";
      return (
        <Heading>
          <Text runs={block.runs} linked={linked} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <Text runs={block.runs} linked={linked} />
        </p>
      );
    case "code":
      return (
        // Long lines scroll, by keys too.
        <pre tabIndex={0}>{block.text}</pre>
      );
    case "list": {
      const items = block.items.map((item, index) => (
        <li key={index}>
          {item.length === 1 && item[0]!.kind === "paragraph" ? (
            <Text runs={item[0]!.runs} linked={linked} />
          ) : (
            <Blocks blocks={item} linked={linked} home={home} />
          )}
        </li>
      ));
      return block.start === undefined ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
    case "quote":
      return (
        <blockquote>
          <Blocks blocks={block.blocks} linked={linked} home={home} />
        </blockquote>
      );
    case "table":
      return <TableView block={block} linked={linked} />;
    case "picture":
      return <Picture source={block.source} text={block.text} home={home} />;
    default:
      return <hr />;
  }
}

function TableView({
  block,
  linked,
}: {
  readonly block: Extract<Block, { kind: "table" }>;
  readonly linked: Linked | undefined;
}): JSX.Element {
  const [head, ...body] = block.hasHead ? block.rows : [undefined, ...block.rows];
  const cells = (row: readonly (readonly Run[])[], Cell: "td" | "th") =>
    row.map((runs, index) => (
      <Cell key={index} scope={Cell === "th" ? "col" : undefined}>
        <Text runs={runs} linked={linked} />
      </Cell>
    ));
  return (
    // What is wider than the page is scrolled by keys.
    <div class="prose-table" role="region" aria-label={say.table} tabIndex={0}>
      <table>
        {head && (
          <thead>
            <tr>{cells(head, "th")}</tr>
          </thead>
        )}
        <tbody>
          {body.map((row, index) => (
            <tr key={index}>{cells(row!, "td")}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A picture that is stored with the task. One of another host is named and not fetched. */
function Picture({
  source,
  text,
  home,
}: {
  readonly source: string;
  readonly text: string;
  readonly home: Home;
}): JSX.Element {
  const [blob, set] = useState<Blob>();
  const isOwn = !/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(source);
  useEffect(() => {
    if (!isOwn) return;
    const control = new AbortController();
    const path = new URL(source, `file:///${encodeURI(home.file)}`).pathname.slice(1);
    client
      .file(home.task, decodeURI(path), { signal: control.signal })
      .then((reply) => reply.blob())
      .then(set, () => {});
    return () => control.abort();
  }, [source, home.task, home.file]);
  const url = useBlobUrl(blob);
  return url ? <img src={url} alt={text} /> : <p class="soft small-text">{say.picture(text || source)}</p>;
}

/** The runs of one text, with its sentences where they are known. */
function Text({ runs, linked }: { readonly runs: readonly Run[]; readonly linked: Linked | undefined }): JSX.Element {
  const places = linked?.places.get(runs);
  if (linked === undefined || places === undefined) return <Runs runs={runs} />;
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const { start, end, fact } of places) {
    if (start > at) parts.push(<Runs runs={cut(runs, at, start)} />);
    parts.push(<Sentence key={fact} runs={cut(runs, start, end)} fact={fact} linked={linked} />);
    at = end;
  }
  parts.push(<Runs runs={cut(runs, at, Number.POSITIVE_INFINITY)} />);
  return <>{parts}</>;
}

function Sentence({
  runs,
  fact,
  linked,
}: {
  readonly runs: readonly Run[];
  readonly fact: number;
  readonly linked: Linked;
}): JSX.Element {
  const { active, stop } = linked;
  const source = linked.facts[fact]!.source % 5;
  const name = useMemo(
    () => computed(() => `sentence source-${source}${active.value === fact ? " active" : ""}`),
    [active, fact, source],
  );
  const tab = useMemo(() => computed(() => (stop.value === fact ? 0 : -1)), [stop, fact]);
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const { start, end } of linked.copies[fact] ?? []) {
    if (start > at) parts.push(<Runs runs={cut(runs, at, start)} />);
    parts.push(
      <span class="copied">
        <Runs runs={cut(runs, start, end)} />
      </span>,
    );
    at = end;
  }
  parts.push(<Runs runs={cut(runs, at, Number.POSITIVE_INFINITY)} />);
  return (
    <span data-fact={fact} class={name} tabIndex={tab} aria-describedby={linked.describedBy}>
      {parts}
    </span>
  );
}

function Runs({ runs }: { readonly runs: readonly Run[] }): JSX.Element {
  return <>{runs.map(looked)}</>;
}

function looked({ text, strong, emphasis, code, struck, href }: Run): ComponentChildren {
  let shown: ComponentChildren = text;
  if (code) shown = <code>{shown}</code>;
  if (struck) shown = <s>{shown}</s>;
  if (emphasis) shown = <em>{shown}</em>;
  if (strong) shown = <strong>{shown}</strong>;
  if (href === undefined) return shown;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {shown}
    </a>
  );
}

/** The runs from one character up to another. */
function cut(runs: readonly Run[], from: number, to: number): Run[] {
  const kept: Run[] = [];
  let at = 0;
  for (const run of runs) {
    const next = at + run.text.length;
    if (next > from && at < to) kept.push({ ...run, text: run.text.slice(Math.max(0, from - at), to - at) });
    at = next;
  }
  return kept;
}
