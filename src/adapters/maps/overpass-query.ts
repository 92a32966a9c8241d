import type { Box, PlaceKind, Point, TagCondition } from "../../engines/places/index.js";

/** Where places have to be; what is absent does not matter. */
export interface Within {
  /** A boundary of OpenStreetMap. */
  readonly relation?: number;
  readonly box?: Box;
  readonly around?: Point & { readonly radius: number };
}

/** What something is that people look for; streets and rivers have none of these. */
const MAIN_KEYS = "^(amenity|shop|craft|office|tourism|leisure|healthcare|club|historic)$";

/** The question for places of these kinds. */
export function kindsQuery(kinds: readonly PlaceKind[], within: Within, limit: number): string {
  const statements = kinds.flatMap(({ tags }) => tags.map((conditions) => `nwr${conditions.map(filterOf).join("")}`));
  return queryOf(statements, within, limit);
}

/** The question for places with these words in their name. */
export function nameQuery(name: string, within: Within, limit: number): string {
  const pattern = name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return queryOf([`nwr["name"~${quoted(pattern)},i][~"${MAIN_KEYS}"~"."]`], within, limit);
}

function queryOf(statements: readonly string[], { relation, box, around }: Within, limit: number): string {
  const area = relation === undefined ? "" : `area(${3_600_000_000 + relation})->.a;`;
  const filters = [
    relation === undefined ? "" : "(area.a)",
    around === undefined
      ? ""
      : `(around:${Math.ceil(around.radius)},${degrees(around.latitude)},${degrees(around.longitude)})`,
  ].join("");
  const boxes =
    box === undefined
      ? [""]
      : sides(box).map((side) => `(${[side.south, side.west, side.north, side.east].map(degrees).join(",")})`);
  const all = statements.flatMap((statement) => boxes.map((inBox) => `${statement}${filters}${inBox};`));
  return `${area}(${[...new Set(all)].join("")});out center ${limit};`;
}

/** A box over the date line as the two that it is for Overpass. */
function sides(box: Box): Box[] {
  if (box.west <= box.east) return [box];
  return [
    { ...box, east: 180 },
    { ...box, west: -180 },
  ];
}

/** Keys of which a place may have several values, as in `craft=plumber;electrician`. */
const LISTS: ReadonlySet<string> = new Set(["craft", "shop", "office", "healthcare"]);

function filterOf({ key, is }: TagCondition): string {
  if ("any" in is) return `[${quoted(key)}]`;
  if ("part" in is) return `[${quoted(key)}~${quoted(partPattern([is.part]))}]`;
  if (LISTS.has(key)) return `[${quoted(key)}~${quoted(partPattern(is.values))}]`;
  const [first = "", ...more] = is.values;
  return more.length === 0
    ? `[${quoted(key)}=${quoted(first)}]`
    : `[${quoted(key)}~${quoted(`^(${is.values.join("|")})$`)}]`;
}

function partPattern(values: readonly string[]): string {
  return `(^|;) *(${values.join("|")}) *(;|$)`;
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&").replace(/[\r\n\t]/g, " ")}"`;
}

function degrees(value: number): string {
  return value.toFixed(6).replace(/\.?0+$/, "");
}
