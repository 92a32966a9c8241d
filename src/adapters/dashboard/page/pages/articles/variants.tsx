import type { JSX } from "preact";
import { useId, useMemo, useState } from "preact/hooks";
import { countVariants, parseSpintax, sampleVariants } from "../../../../../kernel/text/spintax.js";
import { seededRandom } from "../../../../../kernel/values/random.js";
import { Button, IconButton } from "../../parts/button.js";
import { number } from "../../state/format.js";
import { articlesPage as say } from "../../strings.js";
import { copyText } from "./clipboard.js";
import type { Strength } from "./playground-fields.js";
import { type DiffPart, wordDiff } from "./word-diff.js";

/** Characters of a variant that are shown; a copy has all of it. */
const SHOWN = 40_000;
/** In longer texts the variants are not counted: the number alone would fill the page. */
const COUNTED = 50_000;
const MOST_VARIANTS = 6;
/** So many are drawn to choose from by how much they change, and compared as far as this. */
const [DRAWN, COMPARED] = [40, 4000];

/** Texts drawn from one with choices, side by side, with what differs from the source marked. The same seed draws the same ones. */
export function Variants({
  spintax,
  source,
  count,
  strength = "default",
  onCount,
}: {
  readonly spintax: string;
  /** What the variants are compared with. */
  readonly source: string;
  readonly count: number;
  /** Whether those are shown that change little, or much; otherwise as they are drawn. */
  readonly strength?: Strength;
  readonly onCount: (count: number) => void;
}): JSX.Element {
  const id = useId();
  const [seed, sow] = useState("1");
  const [showsRemoved, showRemoved] = useState(false);
  const program = useMemo(() => parseSpintax(spintax), [spintax]);
  const variants = useMemo(() => {
    const isAny = strength === "default";
    const drawn = sampleVariants(program, isAny ? count : DRAWN, seededRandom(seed));
    if (isAny) return drawn;
    const before = source.slice(0, COMPARED);
    const weighed = drawn.map((text) => [changedWords(wordDiff(before, text.slice(0, COMPARED))), text] as const);
    weighed.sort(([one], [other]) => (strength === "bold" ? other - one : one - other));
    return weighed.slice(0, count).map(([, text]) => text);
  }, [program, count, seed, strength, source]);
  return (
    <section class="variants" aria-label={say.variants}>
      <div class="variants-bar">
        <h2>{say.variants}</h2>
        <span class="soft small-text numbers">{useMemo(() => amountOf(spintax), [spintax])}</span>
        <div class="variants-tools">
          <label class="inline-field" for={`${id}-count`}>
            <span>{say.count}</span>
            <select
              id={`${id}-count`}
              value={String(count)}
              onChange={(event) => onCount(Number(event.currentTarget.value))}
            >
              {Array.from({ length: MOST_VARIANTS }, (_, index) => (
                <option key={index} value={String(index + 1)}>
                  {number(index + 1)}
                </option>
              ))}
            </select>
          </label>
          <label class="inline-field" for={`${id}-seed`}>
            <span>{say.seed}</span>
            <input
              id={`${id}-seed`}
              class="seed"
              value={seed}
              spellcheck={false}
              onInput={(event) => sow(event.currentTarget.value)}
            />
          </label>
          <label class="inline-field">
            <input
              type="checkbox"
              checked={showsRemoved}
              onChange={(event) => showRemoved(event.currentTarget.checked)}
            />
            <span>{say.showRemoved}</span>
          </label>
          <Button icon="shuffle" onClick={() => sow(newSeed())}>
            {say.drawAgain}
          </Button>
        </div>
      </div>
      <ul class="variant-list">
        {variants.map((text, index) => (
          <Variant key={index} index={index} text={text} source={source} showsRemoved={showsRemoved} />
        ))}
      </ul>
    </section>
  );
}

function Variant({
  index,
  text,
  source,
  showsRemoved,
}: {
  readonly index: number;
  readonly text: string;
  readonly source: string;
  readonly showsRemoved: boolean;
}): JSX.Element {
  const shown = text.slice(0, SHOWN);
  const parts = useMemo(() => wordDiff(source.slice(0, SHOWN), shown), [source, shown]);
  const changed = changedWords(parts);
  return (
    <li class="card variant">
      <div class="variant-head">
        <h3>{say.variant(number(index + 1))}</h3>
        <span class="soft small-text numbers">{say.changedWords(number(changed), changed)}</span>
        <IconButton icon="copy" small label={say.copyVariant(number(index + 1))} onClick={() => void copyText(text)} />
      </div>
      <div class="variant-text" dir="auto">
        {parts.map(({ kind, text: part }, place) =>
          kind === "same" ? (
            part
          ) : kind === "added" ? (
            <ins key={place}>{part}</ins>
          ) : (
            showsRemoved && <del key={place}>{part}</del>
          ),
        )}
      </div>
      {text.length > SHOWN && <p class="soft small-text">{say.variantInPart(number(SHOWN), number(text.length))}</p>}
    </li>
  );
}

const changedWords = (parts: readonly DiffPart[]): number =>
  parts.reduce((sum, { kind, text }) => sum + (kind === "added" ? (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) : 0), 0);

function amountOf(spintax: string): string {
  if (spintax.length > COUNTED) return say.countless;
  const amount = countVariants(spintax);
  if (amount < 1_000_000n) return say.variantCount(number(Number(amount)), Number(amount));
  return say.aboutVariants(String(amount).length - 1);
}

/** Six letters and digits. */
function newSeed(): string {
  const [bits] = crypto.getRandomValues(new Uint32Array(1));
  return bits!.toString(36).padStart(6, "0").slice(-6);
}
