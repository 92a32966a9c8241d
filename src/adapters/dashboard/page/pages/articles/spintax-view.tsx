import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { lintSpintax } from "../../../../../kernel/text/spintax.js";
import { Button } from "../../parts/button.js";
import { Notice } from "../../parts/status.js";
import { number } from "../../state/format.js";
import { articlesPage as say } from "../../strings.js";
import { lengthOf, type Node, treeOf } from "./spintax-tree.js";

/** Nodes of the outermost level that are drawn at once. */
const STEP = 1500;
/** Deeper choices are shown as they are written. */
const DEEPEST = 8;
/** Choices with a longer option than this stand below each other. */
const LONG = 40;
/** Problems that are listed. */
const LISTED = 5;

/**
 * A text with choices, in colour: every option of each choice, the first one strong, or one option of each, which a click exchanges
 * for the next.
 */
export function SpintaxView({ text }: { readonly text: string }): JSX.Element {
  const tree = useMemo(() => treeOf(text), [text]);
  const [picks, pick] = useState<ReadonlyMap<number, number>>(new Map());
  const [showsAll, showAll] = useState(true);
  const [shown, show] = useState(STEP);
  const draw = (nodes: readonly Node[], depth: number): ComponentChildren[] =>
    nodes.map((node, index) => {
      if ("text" in node) return showsAll && index > 0 && isTall(nodes[index - 1]!) ? node.text.trimStart() : node.text;
      if (depth >= DEEPEST) return <code key={index}>{written(node)}</code>;
      if (showsAll) return <Choice key={index} options={node.options} depth={depth} draw={draw} />;
      const chosen = (picks.get(node.at) ?? 0) % node.options.length;
      return (
        <span key={index} class={`pick depth-${depth % 3}`}>
          {draw(node.options[chosen]!, depth + 1)}
          <button
            type="button"
            aria-label={say.otherOption(`${number(chosen + 1)}/${number(node.options.length)}`)}
            onClick={() => pick(new Map(picks).set(node.at, chosen + 1))}
          >
            {number(chosen + 1)}/{number(node.options.length)}
          </button>
        </span>
      );
    });
  return (
    <div class="spintax">
      <div class="spintax-bar">
        <Segments
          label={say.options}
          chosen={showsAll ? "all" : "one"}
          segments={[
            { name: "all", label: say.allOptions },
            { name: "one", label: say.oneOption },
          ]}
          onChoose={(name) => showAll(name === "all")}
        />
      </div>
      <Problems text={text} />
      <div class="spintax-text" dir="auto">
        {draw(tree.slice(0, shown), 0)}
      </div>
      {shown < tree.length && (
        <div>
          <Button onClick={() => show(shown + STEP)}>{say.showMore}</Button>
        </div>
      )}
    </div>
  );
}

function Choice({
  options,
  depth,
  draw,
}: {
  readonly options: readonly (readonly Node[])[];
  readonly depth: number;
  readonly draw: (nodes: readonly Node[], depth: number) => ComponentChildren[];
}): JSX.Element {
  return (
    <span class={`spin-choice depth-${depth % 3}${areTall(options) ? " tall" : ""}`}>
      {options.map((option, index) => (
        <span key={index} class={index === 0 ? "spin-option first" : "spin-option"}>
          {index > 0 && <span class="spin-bar">|</span>}
          {option.length === 0 ? <span class="spin-nothing">{say.emptyOption}</span> : draw(option, depth + 1)}
        </span>
      ))}
    </span>
  );
}

const areTall = (options: readonly (readonly Node[])[]): boolean =>
  options.some((option) => lengthOf(option, LONG) > LONG);
const isTall = (node: Node): boolean => "options" in node && areTall(node.options);

/** As it would be typed. */
function written(node: Node): string {
  if ("text" in node) return node.text;
  return `{${node.options.map((option) => option.map(written).join("")).join("|")}}`;
}

/** What is likely to be a mistake in a text with choices. */
function Problems({ text }: { readonly text: string }): JSX.Element | null {
  const problems = useMemo(
    () => lintSpintax(text).filter(({ code }) => code === "unclosed" || code === "unopened" || code === "stray-bar"),
    [text],
  );
  if (problems.length === 0) return null;
  return (
    <Notice kind="warning" title={say.broken(problems.length)}>
      <ul class="spintax-problems">
        {problems.slice(0, LISTED).map(({ position, message }) => (
          <li key={position}>
            <code>
              {text.slice(Math.max(0, position - 24), position)}
              <mark>{text[position]}</mark>
              {text.slice(position + 1, position + 24)}
            </code>{" "}
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** A choice between a few ways to look at something. */
export function Segments({
  label,
  segments,
  chosen,
  onChoose,
}: {
  readonly label: string;
  readonly segments: readonly { readonly name: string; readonly label: string }[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
}): JSX.Element {
  return (
    <div class="segments" role="group" aria-label={label}>
      {segments.map(({ name, label: text }) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {text}
        </button>
      ))}
    </div>
  );
}
