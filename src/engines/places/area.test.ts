import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxAround, cellCount, cellsOf, isInBox, metresBetween, middleOf, quartersOf, readBox } from "./area.js";
import { plusCode } from "./plus-code.js";

const DENVER = { south: 39.6, west: -105.1, north: 39.9, east: -104.6 };
const box = fc
  .tuple(
    fc.double({ min: -80, max: 79, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: 0.01, max: 1, noNaN: true }),
    fc.double({ min: 0.01, max: 5, noNaN: true }),
  )
  .map(([south, west, high, wide]) => ({
    south,
    west,
    north: south + high,
    east: west + wide > 180 ? west + wide - 360 : west + wide,
  }));

describe("boxes", () => {
  it("are read from four numbers, and from nothing else", () => {
    expect(readBox("39.6,-105.1,39.9,-104.6")).toEqual(DENVER);
    expect(readBox(" 39.6; -105.1; 39.9; -104.6 ")).toEqual(DENVER);
    for (const text of [
      "",
      "1,2,3",
      "1,2,3,4,5",
      "3,2,1,4",
      "1,2,3,2",
      "91,2,92,3",
      "1,2,3,181",
      "a,b,c,d",
      "1e1,2,30,4",
    ]) {
      expect(readBox(text)).toBeUndefined();
    }
  });

  it("are divided into quarters and cells that hold every point of theirs", () => {
    fc.assert(
      fc.property(
        box,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (whole, up, along) => {
          const wide = whole.west <= whole.east ? whole.east - whole.west : whole.east + 360 - whole.west;
          const turned = whole.west + wide * along;
          const point = {
            latitude: whole.south + (whole.north - whole.south) * up,
            longitude: turned > 180 ? turned - 360 : turned,
          };
          if (!isInBox(point, whole)) return;
          for (const cells of [quartersOf(whole) ?? [whole], cellsOf(whole, 20)]) {
            expect(cells.some((cell) => isInBox(point, cell))).toBe(true);
          }
        },
      ),
    );
  });

  it("have as many cells as they need, and are not divided when they are small", () => {
    expect(cellCount({ south: 0, west: 0, north: 0.09, east: 0.045 }, 1)).toEqual({ rows: 11, columns: 6 });
    expect(quartersOf({ south: 10, west: 10, north: 10.0005, east: 10.0005 })).toBeUndefined();
    expect(quartersOf(DENVER)).toHaveLength(4);
  });

  it("go over the date line", () => {
    const fiji = { south: -20, west: 175, north: -15, east: -178 };
    expect(isInBox({ latitude: -17, longitude: 179 }, fiji)).toBe(true);
    expect(isInBox({ latitude: -17, longitude: 0 }, fiji)).toBe(false);
    expect(middleOf(fiji)).toEqual({ latitude: -17.5, longitude: 178.5 });
    expect(boxAround({ latitude: 0, longitude: 179.99 }, 5000)).toMatchObject({
      west: expect.closeTo(179.945, 2),
      east: expect.closeTo(-179.965, 2),
    });
  });
});

it("metres between two points are those of the globe", () => {
  expect(
    metresBetween({ latitude: 52.5163, longitude: 13.3777 }, { latitude: 48.8584, longitude: 2.2945 }),
  ).toBeCloseTo(878_600, -4);
  expect(metresBetween({ latitude: 1, longitude: 2 }, { latitude: 1, longitude: 2 })).toBe(0);
});

// Examples of the specification of Open Location Codes.
it.each([
  [20.3700625, 2.7821875, "7FG49QCJ+2V"],
  [47.0000625, 8.0000625, "8FVC2222+22"],
  [-41.2730625, 174.7859375, "4VCPPQGP+Q9"],
])("the plus code of %d, %d is %s", (latitude, longitude, code) => {
  expect(plusCode({ latitude, longitude })).toBe(code);
});
