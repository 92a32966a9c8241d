import { renderSpintax, splitSpintax } from "./library.mjs";

/** The options of a group, its braces left out, as they are written: the outermost bars divide. */
export function optionsOf(group) {
  const options = [];
  let depth = 0;
  let from = 1;
  for (let at = 1; at < group.length - 1; at += 1) {
    const character = group[at];
    if (character === "\\") at += 1;
    else if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    else if (character === "|" && depth === 0) {
      options.push(group.slice(from, at));
      from = at + 1;
    }
  }
  options.push(group.slice(from, -1));
  return options;
}

/** The outermost groups of a spintax text, each with its options. */
export function groupsOf(spintax) {
  return splitSpintax(spintax)
    .filter(({ kind }) => kind === "choice")
    .map(({ start, end }) => ({ start, end, options: optionsOf(spintax.slice(start, end)) }));
}

/** A variant that takes the option of the source nowhere: the first one in spun text, the last one in paraphrased text. */
export function changedText(spintax, random, source = "first") {
  return renderSpintax(changedSpintax(spintax, random, source), random);
}

/** A variant as a reader gets it. */
export function randomVariant(spintax, random) {
  return renderSpintax(spintax, random);
}

function changedSpintax(spintax, random, source) {
  return splitSpintax(spintax)
    .map(({ kind, start, end }) => {
      const part = spintax.slice(start, end);
      if (kind === "text") return part;
      const options = optionsOf(part);
      const others = source === "first" ? options.slice(1) : options.slice(0, -1);
      return changedSpintax(random.pick(others.length === 0 ? options : others), random, source);
    })
    .join("");
}
