import type { Signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { IconButton } from "../../parts/button.js";
import { Icon } from "../../parts/icons.js";
import { number } from "../../state/format.js";
import { articlesPage as say } from "../../strings.js";
import { type Copied, copied, type Stretch } from "./copied.js";
import { safeAddress } from "./document.js";
import type { Fact, Source } from "./facts.js";
import type { Check } from "./read-article.js";

/** The source sentence of the sentence that is looked at. */
export function SourceSentence({
  id,
  facts,
  sources,
  active,
  least,
}: {
  readonly id: string;
  readonly facts: readonly Fact[];
  readonly sources: readonly Source[];
  readonly active: Signal<number | undefined>;
  readonly least: number;
}): JSX.Element {
  const index = active.value;
  const fact = index === undefined ? undefined : facts[index];
  if (fact === undefined) {
    return (
      <section class="card source-sentence is-empty" aria-label={say.sourceSentence}>
        <h2>{say.sourceSentence}</h2>
        <p id={id} class="soft small-text">
          {say.pointAt}
        </p>
      </section>
    );
  }
  const source = sources[fact.source]!;
  const runs = copied(fact.sentence, fact.original, least);
  return (
    <section class="card source-sentence" aria-label={say.sourceSentence}>
      <div class="source-head">
        <h2>{say.sourceSentence}</h2>
        <span class="soft small-text numbers">{say.sentenceOf(number(index! + 1), number(facts.length))}</span>
        <IconButton icon="close" small label={say.hideSource} onClick={() => (active.value = undefined)} />
      </div>
      <div id={id}>
        <blockquote class={`original source-${fact.source % 5}`}>{marked(fact.original, runs.there)}</blockquote>
        <p class="small-text soft">{kinship(fact, runs)}</p>
      </div>
      <SourceName source={source} index={fact.source} where={short(source.from)} />
    </section>
  );
}

function kinship(fact: Fact, runs: Copied): string {
  if (fact.sentence === fact.original) return say.wordForWord(number(runs.of));
  if (runs.words === 0) return say.reworded;
  return say.partly(number(runs.words), number(runs.of), number(runs.longest));
}

/** A text with some stretches of it marked. */
function marked(text: string, stretches: readonly Stretch[]): ComponentChildren[] {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const { start, end } of stretches) {
    parts.push(text.slice(at, start), <mark>{text.slice(start, end)}</mark>);
    at = end;
  }
  parts.push(text.slice(at));
  return parts;
}

function SourceName({
  source,
  index,
  where,
}: {
  readonly source: Source;
  readonly index: number;
  /** The line under its title. */
  readonly where: string;
}): JSX.Element {
  const address = safeAddress(source.from);
  return (
    <div class="source-name">
      <span class={`source-number source-${index % 5}`}>{number(index + 1)}</span>
      <div>
        {address ? (
          <a href={address} target="_blank" rel="noopener noreferrer">
            {source.title || address}
          </a>
        ) : (
          <span>{source.title || say.unnamedSource}</span>
        )}
        {where !== source.title && where && <div class="soft small-text address">{where}</div>}
      </div>
    </div>
  );
}

const short = (from: string): string => from.replace(/^https?:\/\/(?:www\.)?/, "");
const host = (from: string): string => (/^https?:/.test(from) ? short(from).replace(/[/?#].*$/, "") : from);

/** All sources of an article. A click leads to the first sentence that is from it. */
export function SourceList({
  sources,
  onShow,
}: {
  readonly sources: readonly Source[];
  readonly onShow: (source: number) => void;
}): JSX.Element | null {
  if (sources.length === 0) return null;
  return (
    <section class="card source-list" aria-label={say.sources}>
      <h2>{say.sources}</h2>
      <ol>
        {sources.map((source, index) => (
          <li key={index}>
            <SourceName source={source} index={index} where={host(source.from)} />
            {source.sentences > 0 && (
              <button
                type="button"
                class="source-count numbers"
                aria-label={say.toSentences(source.sentences, source.title)}
                onClick={() => onShow(index)}
              >
                {say.sentenceCount(number(source.sentences), source.sentences)}
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The checks behind the SEO score. */
export function Checks({ checks }: { readonly checks: readonly Check[] }): JSX.Element | null {
  if (checks.length === 0) return null;
  return (
    <details class="card checks">
      <summary>
        <Icon name="chevron" size={16} />
        <h2>{say.checks}</h2>
        <span class="soft numbers small-text">
          {say.passed(checks.filter(({ points, of }) => points === of).length, checks.length)}
        </span>
      </summary>
      <ul>
        {checks.map(({ name, points, of, reason }) => (
          <li key={name}>
            <span class={points === of ? "check-mark good" : points === 0 ? "check-mark bad" : "check-mark warn"}>
              <Icon name={points === of ? "check" : "warning"} size={16} />
            </span>
            <div>
              <strong>{name.charAt(0).toUpperCase() + name.slice(1)}</strong>{" "}
              <span class="soft numbers">{say.points(points, of)}</span>
              <div class="soft small-text">{reason}</div>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
