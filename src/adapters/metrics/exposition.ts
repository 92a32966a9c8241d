import type { Family, Sample } from "./registry.js";

const TEXT = "text/plain; version=0.0.4; charset=utf-8";
const OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";

export interface Exposition {
  /** The media type. */
  readonly type: string;
  readonly text: string;
}

/** The families as text: OpenMetrics where `accept` prefers it to the older format of Prometheus, which is the usual one. */
export function exposition(families: readonly Family[], accept: string): Exposition {
  const isOpen = prefersOpenMetrics(accept);
  const text = families.map((family) => block(family, isOpen)).join("");
  return isOpen ? { type: OPEN_METRICS, text: `${text}# EOF\n` } : { type: TEXT, text };
}

function block(family: Family, isOpen: boolean): string {
  const samples = family.samples();
  if (samples.length === 0) return "";
  const { name, type, help } = family;
  // The older format knows no facts, and its counters have their ending in the name.
  const older = { counter: `${name}_total`, info: `${name}_info`, gauge: name, histogram: name }[type];
  const shownName = isOpen ? name : older;
  const shownType = !isOpen && type === "info" ? "gauge" : type;
  const unit = isOpen ? unitOf(family) : "";
  return [
    `# HELP ${shownName} ${escaped(help, isOpen)}\n`,
    `# TYPE ${shownName} ${shownType}\n`,
    unit === "" ? "" : `# UNIT ${shownName} ${unit}\n`,
    ...samples.map((sample) => line(name, sample)),
  ].join("");
}

/** By convention the last word of the name. */
function unitOf({ name, type }: Family): string {
  return type === "info" ? "" : (/_(seconds|bytes|ratio)$/.exec(name)?.[1] ?? "");
}

function line(name: string, { suffix, labels, value }: Sample): string {
  const pairs = labels.map(([label, text]) => `${label}="${escaped(text, true)}"`).join(",");
  return `${name}${suffix}${pairs === "" ? "" : `{${pairs}}`} ${numeral(value)}\n`;
}

function escaped(text: string, withQuotes: boolean): string {
  const plain = text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
  return withQuotes ? plain.replaceAll('"', '\\"') : plain;
}

function numeral(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
}

function prefersOpenMetrics(accept: string): boolean {
  const wanted = accept.split(",").map((part) => {
    const [range = "", ...parameters] = part.split(";").map((one) => one.trim().toLowerCase());
    const weight = parameters.find((one) => one.startsWith("q="))?.slice(2);
    return { range, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  const best = (...ranges: readonly string[]) =>
    Math.max(0, ...wanted.filter(({ range }) => ranges.includes(range)).map(({ weight }) => weight));
  const open = best("application/openmetrics-text");
  return open > 0 && open >= best("text/plain", "text/*");
}
