import type { Json } from "../../../kernel/values/json.js";
import { coloured, type Screen } from "../terminal/screen.js";
import { wrapped } from "../terminal/width.js";
import type { OptionKind, TaskOption } from "./task-options.js";

const WIDEST = 100;
const INDENT = "      ";

/** The options of a task type with what they mean, take and are without being given; basic ones first, then by group. */
export function fieldHelp(options: readonly TaskOption[], screen: Screen): string[] {
  const basic = options.filter(({ isBasic }) => isBasic);
  const others = options.filter(({ isBasic }) => !isBasic);
  const groups = new Map<string, TaskOption[]>();
  if (basic.length > 0) groups.set("Usual options", basic);
  const plain = basic.length > 0 ? "Further options" : "Options of the task";
  for (const option of others) {
    const title = option.group ?? plain;
    groups.set(title, [...(groups.get(title) ?? []), option]);
  }
  return [...groups].map(([title, members]) =>
    [`${title}:`, ...members.flatMap((option) => linesOf(option, screen))].join("\n"),
  );
}

const WORDS: Readonly<Record<OptionKind, string>> = {
  text: "TEXT",
  number: "NUMBER",
  boolean: "",
  lines: "LINE",
  list: "NUMBER,...",
  json: "JSON",
};

function linesOf(option: TaskOption, screen: Screen): string[] {
  const { flag, aliases, kind, meaning, schema } = option;
  const names = [flag, ...aliases].map((name) => `--${name}`).join(", ");
  const takes = Array.isArray(schema["enum"]) ? schema["enum"].join("|") : WORDS[kind];
  const width = Math.min(screen.columns, WIDEST) - INDENT.length;
  const head = wrapped(
    `${names}${takes === "" ? "" : ` ${takes}`}${kind === "lines" ? " (may be repeated)" : ""}`,
    screen.columns - 4,
  );
  const says = [meaning, ...facts(option)].filter((part) => part !== "").join(" ");
  return [
    ...head.map(
      (line, number) =>
        (number === 0 ? "  " : "    ") + line.replace(/--[\w.-]+/g, (name) => coloured(name, "bold", screen)),
    ),
    ...(says === "" ? [] : wrapped(says, width).map((line) => INDENT + line)),
  ];
}

/** The default and the bounds, where they say something. */
function facts({ default: usual, schema, kind }: TaskOption): string[] {
  const { minimum, maximum } = schema;
  const isBounded = typeof minimum === "number" && typeof maximum === "number" && maximum < Number.MAX_SAFE_INTEGER;
  return [
    ...(isBounded
      ? [`From ${minimum} to ${maximum}.`]
      : typeof minimum === "number" && minimum > Number.MIN_SAFE_INTEGER
        ? [`At least ${minimum}.`]
        : []),
    ...(shows(usual, kind)
      ? [`Default: ${(typeof usual === "string" ? usual : JSON.stringify(usual)).replace(/\.$/, "")}.`]
      : []),
  ];
}

function shows(usual: Json | undefined, kind: OptionKind): boolean {
  if (usual === undefined || usual === null || usual === "") return false;
  if (kind === "json") return false;
  return !Array.isArray(usual) || usual.length > 0;
}
