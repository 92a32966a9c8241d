import type { Stretch } from "../../engines/pages/blocks.js";
import { isInstruction } from "./templates/parts/imperatives.js";
import { hasVerb } from "./verbs.js";

/** A text and what of it is code. */
interface Marked {
  readonly text: string;
  readonly code: readonly Stretch[];
}

/** A heading, and its names of code. */
export interface NamedHeading {
  readonly heading: string;
  readonly code: readonly string[];
}

const THINGS =
  "method|function|hook|API|option|property|event|class|command|parameter|setting|interceptor|plugin|module|type|flag|field|variable|decorator|attribute|constant|directive|operator|keyword";
/** "This method empties the pump": what is meant stands in the heading alone. */
const POINTS = new RegExp(`^This (${THINGS})\\b(?! (?:of|that|which|for)\\b)`);
/** "Emitted when the pump stops": an entry below a name has no subject of its own. */
const PASSIVE =
  /^(Used|Emitted|Called|Fired|Published|Triggered|Invoked|Executed|Raised|Thrown|Returned|Dispatched) (?=(?:to|when|whenever|by|for|after|before|once|if|as|internally|immediately|on|in|with|from|each|every|automatically)\b)/;
const ACTIVE =
  /^((?:(?:Automatically|Asynchronously|Synchronously|Recursively|Immediately) )?(?:Accepts|Adds|Allows|Appends|Applies|Attaches|Builds|Calculates|Calls|Causes|Checks|Clears|Clones|Closes|Compares|Compiles|Computes|Configures|Connects|Controls|Converts|Copies|Counts|Creates|Decodes|Decompresses|Deduplicates|Defines|Deletes|Describes|Destroys|Determines|Disables|Disconnects|Dispatches|Emits|Enables|Encodes|Ensures|Executes|Exposes|Fetches|Finds|Flushes|Formats|Gets|Gives|Indicates|Inserts|Intercepts|Invokes|Iterates|Joins|Keeps|Limits|Listens|Loads|Makes|Marks|Merges|Moves|Opens|Overrides|Parses|Pauses|Performs|Prefixes|Prepends|Prevents|Prints|Provides|Reads|Receives|Registers|Removes|Renames|Renders|Replaces|Represents|Resets|Resolves|Restores|Resumes|Retrieves|Returns|Routes|Runs|Saves|Searches|Selects|Sends|Serializes|Sets|Shows|Specifies|Splits|Starts|Stops|Stores|Supports|Takes|Tells|Terminates|Throws|Transforms|Triggers|Turns|Unregisters|Updates|Uses|Validates|Waits|Wraps|Writes)) (?!are\b|were\b|have\b|of\b)/i;

/**
 * What a section below a name of code begins with, its subject being that name: "This method" and "Returns" say nothing by themselves.
 * Undefined where it has another subject, or the heading is more than the name.
 */
export function namedByHeading(
  { text, code }: Marked,
  { heading, code: names }: NamedHeading,
): { readonly text: string; readonly code: readonly Stretch[] } | undefined {
  const [name] = names;
  const kind = /^(?:(event|class|function|method|hook|option|property)s?:? )/i.exec(heading)?.[1]?.toLowerCase();
  const rest = kind === undefined ? heading : heading.replace(/^\S+ /, "");
  if (name === undefined || names.length > 1 || rest.trim() !== name) return undefined;
  const short = name.replace(/\([^)]*\)$/s, "()");
  const begun = (found: string, before: string, after: string): Marked => {
    const opening = `${before}${short}${after}`;
    const shift = opening.length - found.length;
    return {
      text: opening + text.slice(found.length),
      code: [
        { from: before.length, to: before.length + short.length },
        ...code
          .filter(({ from }) => from >= found.length)
          .map(({ from, to }) => ({ from: from + shift, to: to + shift })),
      ],
    };
  };
  const pointing = POINTS.exec(text);
  if (pointing !== null) return begun(pointing[0], "The ", ` ${pointing[1]}`);
  const [before, after] = kind === undefined ? ["", ""] : ["The ", ` ${kind}`];
  const passive = PASSIVE.exec(text);
  if (passive !== null) return begun(passive[0], before, `${after} is ${passive[1]!.toLowerCase()} `);
  const active = ACTIVE.exec(text);
  if (active === null) return undefined;
  return begun(active[0], before, `${after} ${active[1]!.charAt(0).toLowerCase()}${active[1]!.slice(1)} `);
}

const AUXILIARY =
  /(?<!\b(?:that|which|who|where|whose \p{L}+) )\b(?:is|are|was|were|has|have|had|can|may|will|must|should|does|do|did|would|could)\b/u;

/**
 * Whether an entry below a heading says by a noun alone what that is: "A pool of clients that are open", "An object with two members".
 * Right in a manual and no sentence. A main verb behind a relative clause is known only by its auxiliary.
 */
export function isBareNoun(text: string): boolean {
  const [, head = "", tail = ""] = /^(.{3,90}?) (?:that|which|who|where|whose|with|for|of) (.*)$/.exec(text) ?? [];
  if (
    head === "" ||
    !/^(?:An? )?[\p{Lu}\p{Ll}]/u.test(head) ||
    /^(?:the|this|these|those|each|every|if|when|to|by)\b/i.test(head)
  )
    return false;
  return !/[,;:]/.test(head) && !hasVerb(`${head}.`) && !AUXILIARY.test(tail) && !isInstruction(text);
}
