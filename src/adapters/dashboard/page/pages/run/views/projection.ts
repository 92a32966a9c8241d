import type { Place } from "./places.js";

/** Mercator, with the equator 1 wide: x grows to the east, y to the south. */
export const xOf = (longitude: number): number => (longitude + 180) / 360;
const STEEPEST = 85;
export function yOf(latitude: number): number {
  const sine = Math.sin((Math.max(-STEEPEST, Math.min(STEEPEST, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
export const latitudeOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
export const longitudeOf = (x: number): number => x * 360 - 180;

/** What is in view: the middle, and the pixels that the equator is long. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** About 2 metres a pixel: closer, nothing more can be told apart. */
const CLOSEST = 20_000_000;

/** All places, with a margin. */
export function fitting(places: readonly Place[], { width, height }: Size): View {
  let [left, right, top, bottom] = [1, 0, 1, 0];
  for (const { latitude, longitude } of places) {
    const x = xOf(longitude);
    const y = yOf(latitude);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const scale = Math.min((width - 90) / Math.max(1e-9, right - left), (height - 90) / Math.max(1e-9, bottom - top));
  return inBounds(
    { x: (left + right) / 2, y: (top + bottom) / 2, scale: Math.min(scale, 4_000_000) },
    { width, height },
  );
}

export function inBounds({ x, y, scale }: View, { width }: Size): View {
  return {
    x: Math.max(0, Math.min(1, x)),
    y: Math.max(0, Math.min(1, y)),
    scale: Math.max(Math.min(256, width), Math.min(CLOSEST, scale)),
  };
}

const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005];

export interface GridLine {
  readonly at: number;
  readonly label: string;
}

/** Circles of latitude and longitude in view, as far apart as is good to look at. */
export function graticule(
  view: View,
  { width, height }: Size,
): { readonly across: GridLine[]; readonly down: GridLine[] } {
  const [west, east] = [longitudeOf(view.x - width / 2 / view.scale), longitudeOf(view.x + width / 2 / view.scale)];
  const [north, south] = [latitudeOf(view.y - height / 2 / view.scale), latitudeOf(view.y + height / 2 / view.scale)];
  const step = STEPS.findLast((one) => (one / 360) * view.scale >= 80) ?? 30;
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const lines = (from: number, to: number, most: number, place: (degrees: number) => number, signs: string) => {
    const found: GridLine[] = [];
    for (let count = Math.ceil(Math.max(from, -most) / step); count * step <= Math.min(to, most); count += 1) {
      const degrees = count * step;
      const sign = count === 0 ? "" : ` ${signs[degrees > 0 ? 0 : 1]}`;
      found.push({ at: place(degrees), label: `${Math.abs(degrees).toFixed(digits)}°${sign}` });
    }
    return found;
  };
  return {
    across: lines(south, north, STEEPEST, (degrees) => (yOf(degrees) - view.y) * view.scale + height / 2, "NS"),
    down: lines(west, east, 180, (degrees) => (xOf(degrees) - view.x) * view.scale + width / 2, "EW"),
  };
}

/** A round distance and how many pixels it is long, in metres. */
export function scaleBar(view: View): { readonly metres: number; readonly pixels: number } {
  const perPixel = (40_075_017 * Math.cos((latitudeOf(view.y) * Math.PI) / 180)) / view.scale;
  const most = perPixel * 120;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((one) => one * power).find((one) => one <= most) ?? power;
  return { metres, pixels: metres / perPixel };
}

export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly places: readonly Place[];
}

const NEAR = 26;

/** Places in view, those that would cover each other as one mark. */
export function marksOf(places: readonly Place[], view: View, { width, height }: Size): Mark[] {
  const cells = new Map<string, { x: number; y: number; places: Place[] }>();
  for (const place of places) {
    const x = (xOf(place.longitude) - view.x) * view.scale + width / 2;
    const y = (yOf(place.latitude) - view.y) * view.scale + height / 2;
    if (x < 0 || y < 0 || x > width || y > height) continue;
    const key = `${Math.floor(x / NEAR)} ${Math.floor(y / NEAR)}`;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, { x, y, places: [place] });
    else {
      cell.places.push(place);
      cell.x += (x - cell.x) / cell.places.length;
      cell.y += (y - cell.y) / cell.places.length;
    }
  }
  return [...cells.values()];
}
