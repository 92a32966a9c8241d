/** A box in degrees. With `west` greater than `east` it goes over the date line. */
export interface Box {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Metres of one degree of latitude. */
const DEGREE = 111_320;
const EARTH = 6_371_008;

/** The least box that holds a circle. */
export function boxAround({ latitude, longitude }: Point, radius: number): Box {
  const high = radius / DEGREE;
  const wide = Math.min(180, high / Math.max(0.01, Math.cos(radians(latitude))));
  return {
    south: Math.max(-90, latitude - high),
    west: turned(longitude - wide),
    north: Math.min(90, latitude + high),
    east: turned(longitude + wide),
  };
}

/** Metres between two points on the globe. */
export function metresBetween(a: Point, b: Point): number {
  const [from, to] = [radians(a.latitude), radians(b.latitude)];
  const across = radians(b.longitude - a.longitude);
  const chord = Math.sin((to - from) / 2) ** 2 + Math.cos(from) * Math.cos(to) * Math.sin(across / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export function isInBox({ latitude, longitude }: Point, { south, west, north, east }: Box): boolean {
  const isAcross = west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return latitude >= south && latitude <= north && isAcross;
}

/** The four quarters of a box, from the south-west in rows; undefined for one that is smaller than some houses. */
export function quartersOf(box: Box): readonly Box[] | undefined {
  const { height, width } = sizeOf(box);
  if (height < 100 && width < 100) return undefined;
  return cut(box, 2, 2);
}

/** A box in cells of about the size, from the south-west in rows. */
export function cellsOf(box: Box, cellKm: number): readonly Box[] {
  const { rows, columns } = cellCount(box, cellKm);
  return cut(box, rows, columns);
}

export function cellCount(box: Box, cellKm: number): { readonly rows: number; readonly columns: number } {
  const { height, width } = sizeOf(box);
  const count = (metres: number) => Math.max(1, Math.ceil(metres / (cellKm * 1000) - 1e-9));
  return { rows: count(height), columns: count(width) };
}

/** The middle of a box. */
export function middleOf({ south, north, west, east }: Box): Point {
  const wide = west <= east ? east - west : east + 360 - west;
  return { latitude: (south + north) / 2, longitude: turned(west + wide / 2) };
}

/** In metres, in the middle of its height. */
export function sizeOf({ south, north, west, east }: Box): { readonly height: number; readonly width: number } {
  const wide = west <= east ? east - west : east + 360 - west;
  return { height: (north - south) * DEGREE, width: wide * DEGREE * Math.cos(radians((south + north) / 2)) };
}

/** Reads `minLat,minLon,maxLat,maxLon`; undefined for what is no such box. */
export function readBox(text: string): Box | undefined {
  const parts = text.split(/[,;\s]+/).filter((part) => part !== "");
  if (parts.length !== 4 || parts.some((part) => !/^[-+]?\d{1,3}(?:\.\d+)?$/.test(part))) return undefined;
  const [south, west, north, east] = parts.map(Number) as [number, number, number, number];
  const isOnGlobe = Math.abs(south) <= 90 && Math.abs(north) <= 90 && Math.abs(west) <= 180 && Math.abs(east) <= 180;
  return isOnGlobe && south < north && west !== east ? { south, west, north, east } : undefined;
}

function cut({ south, west, north, east }: Box, rows: number, columns: number): Box[] {
  const wide = west <= east ? east - west : east + 360 - west;
  // The edges of neighbours are the same numbers, and the outer ones those of the box.
  const latitude = (row: number) => (row === rows ? north : south + ((north - south) * row) / rows);
  const longitude = (column: number) => (column === columns ? east : turned(west + (wide * column) / columns));
  return Array.from({ length: rows * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    return {
      south: latitude(row),
      west: longitude(column),
      north: latitude(row + 1),
      east: longitude(column + 1),
    };
  });
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function turned(longitude: number): number {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}
