import type { JsonObject } from "../../kernel/index.js";
import { escapedXml } from "../../kernel/values/escaped-text.js";
import { cellOf } from "./cells.js";

/** The places as KML 2.2, all columns among the extended data. */
export function kml(
  rows: readonly JsonObject[],
  columns: readonly string[],
  { name, attribution }: { readonly name: string; readonly attribution: string },
): string {
  const element = (tag: string, text: string, more = "") =>
    text === "" ? "" : `<${tag}${more}>${escapedXml(text)}</${tag}>`;
  const placemarks = rows.map((row) => {
    const text = (column: string) => (columns.includes(column) ? cellOf(row[column]) : "");
    const data = columns
      .filter((column) => column !== "latitude" && column !== "longitude" && text(column) !== "")
      .map((column) => `<Data name="${escapedXml(column)}">${element("value", text(column))}</Data>`);
    return [
      "<Placemark>",
      element("name", text("title")),
      element("address", text("address")),
      element("phoneNumber", text("phone")),
      element("description", [text("category"), text("website")].filter((part) => part !== "").join(" · ")),
      data.length === 0 ? "" : `<ExtendedData>${data.join("")}</ExtendedData>`,
      `<Point><coordinates>${row["longitude"]},${row["latitude"]}</coordinates></Point>`,
      "</Placemark>\n",
    ].join("");
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n',
    element("name", name),
    element("description", attribution),
    "\n",
    ...placemarks,
    "</Document></kml>\n",
  ].join("");
}
