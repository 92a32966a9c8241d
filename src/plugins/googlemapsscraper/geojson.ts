import type { JsonObject } from "../../kernel/index.js";
import { jsonRow } from "./cells.js";

/** The places as GeoJSON (RFC 7946): longitude before latitude. */
export function geoJson(rows: readonly JsonObject[], columns: readonly string[], attribution: string): string {
  const features = rows.map((row) => {
    const names = columns.filter((name) => name !== "latitude" && name !== "longitude");
    return {
      type: "Feature",
      id: row["placeId"],
      geometry: { type: "Point", coordinates: [row["longitude"], row["latitude"]] },
      properties: jsonRow(Object.fromEntries(names.map((name) => [name, row[name] ?? ""]))),
    };
  });
  // One feature a line, for those who compare files.
  const lines = features.map((feature) => JSON.stringify(feature)).join(",\n");
  const head = attribution === "" ? "" : `"attribution":${JSON.stringify(attribution)},`;
  return `{"type":"FeatureCollection",${head}"features":[${lines === "" ? "" : `\n${lines}\n`}]}\n`;
}
