import { badField, givenLines } from "../../engines/pages/fields.js";
import { type Box, cellCount, cellsOf, readBox } from "../../engines/places/index.js";
import type { PlaceQuery } from "../../kernel/index.js";
import type { MapsScraperOptions } from "./options.js";
import { type KnownAreas, usableLine } from "./query-line.js";

/** What a line asks the maps provider for. */
export interface Asked {
  readonly query: Omit<PlaceQuery, "box">;
  /** The cells of a grid; undefined where there is none. */
  readonly cells?: readonly Box[];
}

export const MOST_LINES = 200_000;
const MOST_CELLS = 10_000;

/** The lines of work: those of queriesFile, in each of the places where there are some. */
export function inputLines({ queriesFile, placesFile }: MapsScraperOptions): string[] {
  const queries = givenLines(queriesFile);
  const places = givenLines(placesFile);
  if (places.length === 0) return queries;
  const all: string[] = [];
  for (const query of queries) {
    for (const place of places) {
      if (all.length >= MOST_LINES) return all;
      all.push(crossed(query, place));
    }
  }
  return all;
}

/** The lines by their text, read only when they are worked: a list may be long. */
export function askedReader(
  options: MapsScraperOptions,
  { isSaved }: Pick<KnownAreas, "isSaved">,
): (line: string) => Asked {
  const places = givenLines(options.placesFile);
  const byLine = new Map<string, readonly [query: string, place: string]>();
  if (places.length > 0) {
    for (const query of givenLines(options.queriesFile)) {
      for (const place of places) {
        if (byLine.size < MOST_LINES) byLine.set(crossed(query, place), [query, place]);
      }
    }
  }
  const around = aroundOf(options);
  const grid = gridOf(options);
  const cells = grid && cellsOf(grid, options.gridCellKm);
  const known = { hasPlaces: places.length > 0, hasArea: around !== undefined || grid !== undefined, isSaved };
  return (line) => {
    const [query, place] = byLine.get(line) ?? [line, undefined];
    const { what, where = place, relation } = usableLine(query, known);
    return {
      query: {
        what,
        ...(where === undefined ? {} : { where }),
        ...(relation === "near" ? { nearby: options.radius } : {}),
        ...(where === undefined && around !== undefined ? { around } : {}),
      },
      ...(cells === undefined ? {} : { cells }),
    };
  };
}

function crossed(query: string, place: string): string {
  return `${query} in ${place}`;
}

/** Throws bad-input for a middle of which only half is given. */
export function aroundOf({ lat, lon, radius }: MapsScraperOptions): PlaceQuery["around"] {
  if (lat === null && lon === null) return undefined;
  if (lat === null || lon === null) {
    throw badField(lat === null ? "lat" : "lon", "Only one of lat and lon is set. Set both, or neither.");
  }
  return { latitude: lat, longitude: lon, radius };
}

/** Throws bad-input for a grid that cannot be used. */
export function gridOf({ gridBbox, gridCellKm }: MapsScraperOptions): Box | undefined {
  if (gridBbox.trim() === "") return undefined;
  const box = readBox(gridBbox.trim());
  const [minLat = 0, , maxLat = 0] = gridBbox
    .trim()
    .split(/[,;\s]+/)
    .map(Number);
  if (box === undefined && minLat >= maxLat && [minLat, maxLat].every((one) => Math.abs(one) <= 90)) {
    throw badField(
      "gridBbox",
      `gridBbox has the minLat ${minLat}, which is not below the maxLat ${maxLat}. Write it as minLat,minLon,maxLat,maxLon.`,
    );
  }
  if (box === undefined) {
    throw badField(
      "gridBbox",
      `gridBbox is no area. Write it as minLat,minLon,maxLat,maxLon, such as "39.61,-105.11,39.91,-104.60".`,
    );
  }
  const { rows, columns } = cellCount(box, gridCellKm);
  if (rows * columns > MOST_CELLS) {
    throw badField(
      "gridCellKm",
      `gridBbox has ${rows * columns} cells of ${gridCellKm} km, more than ${MOST_CELLS}. Set gridCellKm higher, or a smaller area.`,
    );
  }
  return box;
}
