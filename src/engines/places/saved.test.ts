import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvRows } from "../csv-rows.js";
import { placesMeant, savedPlaces, whyNoPlaces } from "./saved.js";
import { mailAddresses, phoneNumbers, webAddress } from "./values.js";

const names = (text: string) => savedPlaces(text)?.places.map(({ name }) => name);

describe("saved places", () => {
  it.each([
    ["CSV", "title,latitude,longitude\nA,1,2\nB,3,4\n"],
    ["CSV of a spreadsheet", "\uFEFFtitle;latitude;longitude\r\nA;1;2\r\nB;3;4\r\n"],
    ["JSON", '[{"title":"A","latitude":1,"longitude":2},{"name":"B","lat":"3","lng":"4"}]'],
    ["JSON lines", '{"title":"A","latitude":1,"longitude":2}\n{"title":"B","latitude":3,"longtitude":4}\n'],
    [
      "an object with a list",
      '{"results":[{"title":"A","latitude":1,"longitude":2},{"title":"B","latitude":3,"longitude":4}]}',
    ],
    [
      "GeoJSON",
      '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"title":"A"}},{"type":"Feature","geometry":{"coordinates":[4,3]},"properties":{"name":"B"}}]}',
    ],
  ])("are read from %s", (_form, text) => {
    expect(savedPlaces(text)).toMatchObject({
      places: [
        { name: "A", latitude: 1, longitude: 2 },
        { name: "B", latitude: 3, longitude: 4 },
      ],
      unusable: 0,
    });
  });

  it("need a name and a position, and others are counted", () => {
    expect(savedPlaces("title,latitude,longitude\nA,1,2\n,1,2\nB,,\nC,95,0\nD,0,0\n")).toMatchObject({
      places: [{ name: "A" }],
      unusable: 4,
    });
    for (const text of ["", "hello", "a,b\n1,2\n", "<html></html>", "{}", "[1", '{"a":1}'])
      expect(names(text)).toBeUndefined();
  });

  it.each([
    ["", "is empty"],
    ['{"title": "oops"', "is no valid JSON"],
    ['[{"title":"A"},', "is no valid JSON"],
    ['{"hello":1}', "holds no places"],
    ["a,b\n1,2\n", "holds no places"],
  ])("are not in %j, and why is said", (text, why) => {
    expect(savedPlaces(text)).toBeUndefined();
    expect(whyNoPlaces(text)).toContain(why);
  });

  it("are known again from our own files", () => {
    const [place] = savedPlaces(
      "query,title,latitude,longitude,phone,images,emails,reviews,status,placeId\n" +
        'cafes in denver,\'=A(1),39.7,-105,+1 303 555,https://i.test/1 | https://i.test/2,"info@a.test | b@a.test","[{""text"":""Good"",""rating"":5}]",closed-temporarily,node/1\n',
    )!.places;
    expect(place).toEqual({
      ...{
        query: "cafes in denver",
        id: "node/1",
        name: "=A(1)",
        latitude: 39.7,
        longitude: -105,
        phone: "+1 303 555",
      },
      ...{ images: ["https://i.test/1", "https://i.test/2"], email: "info@a.test", status: "closed-temporarily" },
      reviews: [{ text: "Good", rating: 5 }],
    });
  });

  it("are meant by the query they were saved with, or by their words", () => {
    const { places } = savedPlaces(
      "query,title,category,city,latitude,longitude\nplaces for tea,A,Cafe,Denver,39.7,-105\n,B,Café,Boulder,40,-105\n,C,Plumber,Denver,39.7,-105\n",
    )!;
    const found = (what: string, where = "") =>
      placesMeant(places, { what, where })
        .map(({ name }) => name)
        .join("");
    expect([
      found("cafes", "denver"),
      found("cafes"),
      found("places for tea"),
      found("*", "denver"),
      found("*"),
      found("bars"),
    ]).toEqual(["A", "AB", "A", "AC", "ABC", ""]);
    const around = { latitude: 40, longitude: -105, radius: 1000 };
    expect(placesMeant(places, { what: "*", around }).map(({ name }) => name)).toEqual(["B"]);
  });

  it("can be anything, and nothing throws", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.array(fc.json()).map((all) => all.join("\n")),
        ),
        (text) => void savedPlaces(text),
      ),
    );
    const entry = fc.record({
      title: fc.string({ minLength: 1 }),
      latitude: fc.constant(1),
      longitude: fc.constant(2),
      images: fc.jsonValue(),
      owner: fc.jsonValue(),
      reviews: fc.jsonValue(),
      hours: fc.jsonValue(),
      menu: fc.jsonValue(),
    });
    fc.assert(fc.property(fc.array(entry), (entries) => void savedPlaces(JSON.stringify(entries))));
  });
});

describe("rows of CSV", () => {
  it("have quoted cells, empty ones and line breaks in them", () => {
    expect([...csvRows('a,b,c\r\n"1,""x""\n2",,3\n\n4,5\n')]).toEqual([
      { a: '1,"x"\n2', b: "", c: "3" },
      { a: "4", b: "5", c: "" },
    ]);
    expect([...csvRows("")]).toEqual([]);
    expect([...csvRows('a\n"open')]).toEqual([{ a: "open" }]);
  });

  it("are those that were written", () => {
    const cell = fc.string().map((text) => text.replaceAll("\0", ""));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
        const text = `a,b\n${rows.map((cells) => cells.map(quoted).join(",")).join("\n")}\n`;
        expect([...csvRows(text)].map(({ a, b }) => [a, b])).toEqual(rows);
      }),
    );
  });
});

describe("values", () => {
  it.each([
    ["acme.test", "https://acme.test/"],
    ["http://acme.test/a?b=1", "http://acme.test/a?b=1"],
    ["HTTPS://ACME.TEST", "https://acme.test/"],
    ["a.test;b.test", "https://a.test/"],
    ["//acme.test/x", "https://acme.test/x"],
    ["javascript:alert(1)", ""],
    ["mailto:a@b.test", ""],
    ["https://user:pass@acme.test/", ""],
    ["ftp://acme.test", ""],
    ["none", ""],
    ["http://", ""],
    [5, ""],
  ])("the web address of %s is %s", (text, address) => {
    expect(webAddress(text)).toBe(address);
  });

  it("telephone numbers are listed once, as people write them", () => {
    expect(phoneNumbers("+1-303-555-0101;+1 303 555 0101", "tel:+49.89.123")).toBe("+1 303 555 0101; +49 89 123");
    expect(phoneNumbers("(303) 555-0101", undefined, "none", "x")).toBe("(303) 555-0101");
  });

  it("mail addresses are what looks like one", () => {
    expect(mailAddresses("Info@A.test, mailto:b@a.test?subject=x", "a@b", "x@@y.test", "<c@a.test>")).toEqual([
      "info@a.test",
      "b@a.test",
      "c@a.test",
    ]);
  });
});
