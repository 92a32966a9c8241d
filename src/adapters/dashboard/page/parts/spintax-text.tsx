import type { JSX } from "preact";
import { words } from "../strings.js";

type Piece = string | readonly (readonly Piece[])[];

/** A text in spintax, with its alternatives in colour: `{large|big}` shows the first, and the others when it is pointed at. */
export function SpintaxText({ text }: { readonly text: string }): JSX.Element {
  return <p class="offered-text">{shown(piecesOf(text))}</p>;
}

function shown(pieces: readonly Piece[]): JSX.Element[] {
  return pieces.map((piece, index) =>
    typeof piece === "string" ? (
      <span key={index}>{piece}</span>
    ) : (
      <span key={index} class="alternatives" role="group" aria-label={words.alternatives(piece.length)}>
        {piece.map((one, place) => (
          <span key={place} class="alternative">
            {shown(one)}
          </span>
        ))}
      </span>
    ),
  );
}

/** What a backslash stands before is itself; braces that do not match are text. */
export function piecesOf(text: string): readonly Piece[] {
  const open: Piece[][][] = [];
  let at: Piece[] = [];
  const add = (character: string) => {
    const last = at.at(-1);
    if (typeof last === "string") at[at.length - 1] = last + character;
    else at.push(character);
  };
  const outer: Piece[][] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!;
    if (character === "\\" && index + 1 < text.length) {
      index += 1;
      add(text[index]!);
    } else if (character === "{") {
      outer.push(at);
      at = [];
      open.push([at]);
    } else if (character === "|" && open.length > 0) {
      at = [];
      open.at(-1)!.push(at);
    } else if (character === "}" && open.length > 0) {
      const group = open.pop()!;
      at = outer.pop()!;
      at.push(group);
    } else add(character);
  }
  // What was opened and never closed.
  while (open.length > 0) {
    const group = open.pop()!;
    at = outer.pop()!;
    at.push("{", ...group.flatMap((one, place) => (place === 0 ? one : ["|", ...one])));
  }
  return at;
}
