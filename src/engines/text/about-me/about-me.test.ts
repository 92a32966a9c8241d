import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { KEYWORDS } from "../../../../test/text/keywords-of-all-kinds.js";
import { loadEnglish } from "../../../adapters/text/language-data.js";
import { ScriptoriumError } from "../../../kernel/errors.js";
import type { English } from "../english/types.js";
import { type AboutMe, createAboutMe } from "./about-me.js";
import { withoutFirstCapital, withSigns } from "./as-meant.js";
import { withCapitals } from "./capitals.js";
import { detailsOf } from "./details.js";
import { subjectOf } from "./subject.js";
import { VOICES, wholeTexts } from "./texts.js";

let english: English;
let writer: AboutMe;
beforeAll(async () => {
  english = await loadEnglish();
  writer = createAboutMe({ english, newSeed: () => "call" });
});

const write = (keyword: string, seed = "seed") => writer.aboutMe(keyword, { seed });
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [];
const topicOf = (keyword: string) => subjectOf(keyword, english).slots.get("topic");

describe("the about-me writer", () => {
  it.each(KEYWORDS)("writes 90 to 180 words with the keyword in 1 to 4 of 100: %s", async (keyword) => {
    for (const seed of ["one", "two", "three"]) {
      const text = await write(keyword, seed);
      expect(text.toLowerCase()).toContain(keyword.toLowerCase());
      // An occurrence counts as one word, however many the keyword has.
      const words = wordsOf(masked(text, keyword));
      expect(words.length).toBeGreaterThanOrEqual(90);
      expect(words.length).toBeLessThanOrEqual(180);
      const density = words.filter((word) => word === "keyword").length / words.length;
      expect(density).toBeGreaterThanOrEqual(0.01);
      expect(density).toBeLessThanOrEqual(0.04);
      expect(text).not.toMatch(/[{}|]|undefined/);
      expect(text.split("\n\n").length).toBeLessThanOrEqual(3);
    }
  });

  it("names a person with a trade by the name, and signs with both", async () => {
    for (const seed of ["one", "two", "three", "four"]) {
      const text = await write("Marit Solheim, an illustrator", seed);
      expect(text).toMatch(/\bMarit Solheim\b(?!, an illustrator)/);
      expect(text.split("Marit Solheim, an illustrator")).toHaveLength(2);
      expect(text).not.toMatch(/\ba Marit/);
    }
    for (const seed of ["one", "two", "three", "four"])
      expect(await write("Marit Solheim, illustrator", seed)).toContain(" an illustrator");
    expect(subjectOf("Marit Solheim, illustrator", english).voice).toBe("person");
    expect(subjectOf("Pots, pans and kettles", english).voice).not.toBe("person");
  });

  it.each([
    ["guitar", "guitars"],
    ["umbrella", "umbrellas"],
    ["honey", "honey"],
    ["shortbread", "shortbread"],
    ["furniture", "furniture"],
    ["running shoes", "running shoes"],
    ["3D printing", "3D printing"],
    ["learn guitar", "learning guitar"],
    ["best running shoes", "the best running shoes"],
    ["FBI", "the FBI"],
    ["NASA", "NASA"],
    ["waterproof", "all things waterproof"],
    ["cost of living", "the cost of living"],
    ["how to tie a tie", "how to tie a tie"],
    ["why do cats purr?", "“why do cats purr?”"],
    ["<script>alert(1)</script>", "“<script>alert(1)</script>”"],
    ["寿司", "寿司"],
    ["chainsaw", "chainsaws"],
    ["garden design", "garden design"],
    ["the Peak District", "the Peak District"],
    ["Peak District", "the Peak District"],
    ["the Yorkshire Dales", "the Yorkshire Dales"],
    ["Oakmere Lighthouse", "Oakmere Lighthouse"],
    ["Violet Terrace", "Violet Terrace"],
    ["Welsh cakes", "Welsh cakes"],
    ["Shropshire hills", "the Shropshire hills"],
    ["Marlcombe Canal", "the Marlcombe Canal"],
    ["Golden Gate Bridge", "the Golden Gate Bridge"],
    ["Colosseum", "the Colosseum"],
    ["Norway", "Norway"],
    ["Cotswold Way", "the Cotswold Way"],
    ["history of London", "the history of London"],
    ["climate change", "climate change"],
    ["South Pole", "the South Pole"],
    ["boat building", "boat building"],
    ["garden wellies", "garden wellies"],
    ["forest school", "forest schools"],
    ["broadband", "broadband"],
    ["moving house", "moving house"],
    ["buy a house", "buying a house"],
    ["become a nurse", "becoming a nurse"],
    ["living on a boat", "living on a boat"],
    ["stop motion animation", "stop motion animation"],
  ])("speaks about %s as %s", (keyword, topic) => {
    expect(topicOf(keyword)).toBe(topic);
  });

  it.each([
    ["hour", "an hour"],
    ["university", "a university"],
    ["umbrella", "an umbrella"],
    ["8-bit computer", "an 8-bit computer"],
    ["2024 calendar", "a 2024 calendar"],
    ["old map", "an old map"],
  ])("gives %s the article of its sound", (keyword, one) => {
    expect(subjectOf(keyword, english).slots.get("one")).toBe(one);
  });

  it.each([
    ["running shoes", "are"],
    ["children", "are"],
    ["scissors", "are"],
    ["SEO", "is"],
    ["honey", "is"],
    ["mathematics", "is"],
    ["iPhone", "is"],
    ["dog training in Austin", "is"],
    ["vegan recipes for kids", "are"],
    ["sewing patterns", "are"],
  ])("lets verbs agree with %s", (keyword, verb) => {
    expect(subjectOf(keyword, english).slots.get("is")).toBe(verb);
  });

  it.each(["Jane Miller", "Dr. Ana Ortiz", "Thomas van den Berg", "Anna-Maria O'Neill"])(
    "writes about the person %s without guessing a gender",
    async (name) => {
      for (let seed = 0; seed < 20; seed += 1) {
        const text = await write(name, `${seed}`);
        expect(text).toContain(name);
        expect(text).not.toMatch(/\b(?:he|she|him|her|his|hers)\b/i);
      }
    },
  );

  it.each(["Paul Shoes", "Jordan Shoes", "Best Running Shoes", "New York", "Coffee Grinder", "Maria", "jane miller"])(
    "does not take %s for a person",
    (keyword) => {
      expect(subjectOf(keyword, english).voice).not.toBe("person");
    },
  );

  it.each([
    ["gardening", "hobby"],
    ["knitting socks", "hobby"],
    ["old maps", "hobby"],
    ["sourdough starter", "hobby"],
    ["best plumbers in Leeds", "hobby"],
    ["IBM", "hobby"],
    ["Harbour Street Dental Clinic", "business"],
    ["Miller & Sons", "business"],
    ["Oakwood Furniture", "business"],
    ["Elena Rossi Studio", "business"],
    ["roof repair in Leeds", "business"],
    ["veterinary clinics", "business"],
    ["wedding photographer", "business"],
    ["photography in Leeds", "business"],
    ["Oakfield Plumbing and Heating", "business"],
    ["Brightside Physiotherapy", "business"],
    ["mobile car valeting", "business"],
    ["Grace Whitfield Photography", "business"],
    ["the Corner Bakery", "business"],
    ["Hillcrest Nursery School", "business"],
    ["Kestrel Boat Hire", "business"],
    ["carpet fitters in Leicester", "business"],
    ["Meadowbank Veterinary Centre", "business"],
    ["steam locomotives", "hobby"],
    ["cordless vacuum cleaner", "product"],
    ["Marit Solheim", "person"],
    ["Jonas Lindqvist", "person"],
    ["Grace Whitfield", "person"],
    ["Matilda Graves", "person"],
    ["Joana Martins", "person"],
    ["Rose Miller", "person"],
    ["Grace Period", "hobby"],
    ["Rose Garden", "hobby"],
    ["Lake Bled", "place"],
    ["Porto", "place"],
    ["Hope Valley", "place"],
    ["Lower Wharfedale", "place"],
    ["North Holderness", "place"],
    ["North Face Jackets", "product"],
    ["the Brecon Beacons", "place"],
    ["cordless drill", "product"],
    ["the Aeron chair", "product"],
    ["office furniture", "product"],
    ["Suffolk coast", "place"],
    ["Rowan Abbey", "place"],
    ["Thornby Way", "place"],
    ["Loch View Glamping", "business"],
    ["repair café", "business"],
    ["pottery classes", "business"],
    ["web hosting", "business"],
    ["shampoo bars", "product"],
    ["grow lights", "product"],
    ["double glazing", "product"],
    ["bluetooth speaker", "product"],
    ["board games", "hobby"],
    ["Cornish coast", "place"],
    ["Marlcombe Canal", "place"],
    ["Paws & Whiskers", "business"],
    ["The Thimble Attic", "business"],
    ["credit union", "business"],
    ["Oak & Ember", "business"],
    ["Slip & Glaze Pottery", "business"],
    ["Heron Boat Trips", "business"],
    ["Harkerby Rocks", "place"],
    ["mobile coffee van", "business"],
    ["Holmsby beach", "place"],
    ["Odette Marchand", "person"],
    ["Cassandra Holloway", "person"],
  ])("takes %s for a keyword of the voice %s", (keyword, voice) => {
    expect(subjectOf(keyword, english).voice).toBe(voice);
  });

  it.each([
    ["family law firm", "are a family law firm"],
    ["accounting firm", "are an accounting firm"],
    ["veterinary clinics", "run veterinary clinics"],
    ["plumber in Bristol", "am a plumber in Bristol"],
    ["plumbers in Bristol", "are plumbers in Bristol"],
    ["jazz band", "are a jazz band"],
    ["roof repair in Leeds", "offer roof repair in Leeds"],
    ["Miller & Sons", "are Miller & Sons"],
    ["Oakfield Plumbing and Heating", "are Oakfield Plumbing and Heating"],
    ["Brightside Physiotherapy", "are Brightside Physiotherapy"],
    ["Emergency Plumbing", "offer Emergency Plumbing"],
    ["mobile car valeting", "offer mobile car valeting"],
    ["the Corner Bakery", "are the Corner Bakery"],
    ["the corner bakery", "are the corner bakery"],
    ["chiropractors in Plymouth", "are chiropractors in Plymouth"],
    ["eye test", "offer eye tests"],
    ["Larch Conveyancing", "are Larch Conveyancing"],
  ])("lets the firm of %s say: we %s", (keyword, said) => {
    expect(subjectOf(keyword, english, "business").slots.get("wedo")).toBe(said);
  });

  it.each([
    ["pottery", "pottery"],
    ["hand-thrown pottery", "hand-thrown pottery"],
    ["camping equipment", "camping equipment"],
    ["office furniture", "office furniture"],
    ["veterinary clinics", "veterinary clinics"],
    ["cordless drill", "a cordless drill"],
  ])("gives %s an article only where there is one of it", (keyword, one) => {
    const { slots } = subjectOf(keyword, english, "product");
    expect(slots.get("one") ?? slots.get("topic")).toBe(one);
  });

  it.each(VOICES)("writes in the voice %s about any keyword when it is asked to", async (voice) => {
    for (const keyword of [...KEYWORDS, "Miller & Sons", "Lake Bled", "roof repair in Leeds"]) {
      const text = await writer.aboutMe(keyword, { seed: "seed", voice });
      expect(text.toLowerCase()).toContain(keyword.toLowerCase());
      expect(text.replaceAll(keyword, "")).not.toMatch(/[{}|]|undefined/);
    }
  });

  it.each([
    ["business", /\b(?:we|us|our)\b/i, /\b(?:I|me|my)\b/],
    ["person", /\b(?:I|me|my)\b/, /\b(?:years|since|family|award|experience|passion|expert)\b/i],
    ["hobby", /\b(?:I|me|my)\b/, /\bour\b/i],
    ["place", /\b(?:site|pages)\b/, /\b(?:I|my|our)\b/],
    ["product", /\b(?:site|pages|page|here)\b/, /\b(?:I|my|our)\b/],
  ] as const)("keeps to the person of the voice %s", async (voice, own, foreign) => {
    for (let seed = 0; seed < 30; seed += 1) {
      const text = await writer.aboutMe("Marit Solheim", { seed: `${seed}`, voice });
      expect(text).toMatch(own);
      expect(text).not.toMatch(foreign);
    }
  });

  it("invites guests to a shop and does not speak of orders there", async () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const text = await write("vegan bakery", `${seed}`);
      expect(text).not.toMatch(/\b(?:order|job|proposal|commits)\b/);
    }
  });

  it("speaks of wear, repairs and the warranty only with things that last", async () => {
    const ofLastingThings = /\b(?:wear|repair|warranty|packaging|last longer)\b/;
    const texts = async (keyword: string) => {
      const calls = Array.from({ length: 40 }, (_, seed) =>
        writer.aboutMe(keyword, { seed: `${seed}`, voice: "product" }),
      );
      return (await Promise.all(calls)).join("\n");
    };
    expect(await texts("generator")).toMatch(ofLastingThings);
    for (const keyword of ["candle", "olive oil", "accounting software"]) {
      expect(await texts(keyword)).not.toMatch(ofLastingThings);
    }
  });

  it("promises no list of pages and no free offers, and keeps to words of both spellings", async () => {
    for (const voice of VOICES) {
      for (let seed = 0; seed < 40; seed += 1) {
        const text = await writer.aboutMe("gardening", { seed: `${seed}`, voice });
        expect(text).not.toMatch(/\b(?:sorted by|at the top|for sale here|each page|every page|other pages)\b/i);
        expect(text).not.toMatch(/\b(?:afterwards?|towards?|programme?|favou?rite|colou?r|behaviou?r|travell?ers?)\b/i);
      }
    }
  });

  it("names no side of a subject that its name says already", async () => {
    for (let seed = 0; seed < 30; seed += 1) {
      expect((await write("Roman history", `${seed}`)).replaceAll("Roman history", "")).not.toMatch(/\bhistory\b/);
    }
  });

  it("hardly ever compares, and says nothing of shelves, kettles and old houses", async () => {
    for (const voice of VOICES) {
      for (let seed = 0; seed < 30; seed += 1) {
        const text = await writer.aboutMe("gardening", { seed: `${seed}`, voice });
        expect(text).not.toMatch(/\bshel(?:f|ves)\b|kettle|\blike an? old\b/);
        expect(text.match(/\b(?:is|are) like\b|\bas if\b/g)?.length ?? 0).toBeLessThanOrEqual(1);
      }
    }
  });

  it.each(["cancer", "suicide", "guns", "breast cancer", "gun safety", "heroin addiction", "depression", "casino"])(
    "stays sober about %s",
    async (keyword) => {
      for (let seed = 0; seed < 10; seed += 1) {
        const text = await write(keyword, `${seed}`);
        expect(text).not.toMatch(/\b(?:fun|joke|love|enjoy|favorite|coffee|welcome to|soft spot|happy)\b/i);
      }
    },
  );

  it("keeps the letter case of brands also at the start of a sentence", async () => {
    for (const brand of ["eBay", "iPhone", "WordPress"]) {
      for (let seed = 0; seed < 30; seed += 1) {
        const text = await write(brand, `${seed}`);
        for (const [found] of text.matchAll(new RegExp(brand, "gi"))) expect(found).toBe(brand);
      }
    }
  });

  it("never begins two sentences in a row with the same word, nor says one twice", async () => {
    for (const keyword of KEYWORDS.filter((keyword) => !/[.?]/.test(keyword))) {
      const sentences = (await write(keyword)).split(/(?<=[.?!])\s+/);
      const starts = sentences.map((sentence) => wordsOf(sentence)[0]);
      starts.forEach((start, index) => {
        if (index > 0) expect(start).not.toBe(starts[index - 1]);
      });
      expect(new Set(sentences).size).toBe(sentences.length);
    }
  });

  it("gives the same text for the same seed and another one for another", async () => {
    expect(await write("honey", "a")).toBe(await write("honey", "a"));
    expect(await write("honey", "a")).not.toBe(await write("honey", "b"));
  });

  it("puts a keyword of any characters in as it is, on one line", async () => {
    const text = await write("  two\n\tlines {a|b} 🎉 $& <b>  ");
    expect(text).toContain("two lines {a|b} 🎉 $& <b>");
    const long = "word ".repeat(100).trim();
    expect(await write(long)).toContain(long);
  });

  it.each(["", "  \n ", "\u0000\u0001", "\u200b\u200e", "x".repeat(1001)])(
    "refuses the keyword %j",
    async (keyword) => {
      await expect(write(keyword)).rejects.toMatchObject({ code: "INPUT_REFUSED" });
    },
  );

  it("an aborted signal rejects", async () => {
    await expect(writer.aboutMe("honey", { seed: "seed", signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it("writes about any string, or refuses it", async () => {
    const anyKeyword = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc
        .array(fc.constantFrom(...KEYWORDS.flatMap((keyword) => keyword.split(" "))), { maxLength: 8 })
        .map((words) => words.join(" ")),
    );
    await fc.assert(
      fc.asyncProperty(anyKeyword, fc.string(), async (keyword, seed) => {
        const shown = keyword
          .toWellFormed()
          .replace(/[\s\p{Cc}]+/gu, " ")
          .trim();
        try {
          const text = await write(keyword, seed);
          // "Plumber Leeds" is said as "a plumber in Leeds", with all of its words.
          const written = withSigns(shown);
          const { keyword: meant } = subjectOf(written, english);
          const said = meant !== written ? written.replace(/ near me$/i, "").split(/[ ,()-]+/) : [written];
          for (const words of said) expect(text.toLowerCase()).toContain(words.toLowerCase());
          expect(text.replaceAll(shown, "")).not.toMatch(/\{[A-Za-z-]+\}|undefined/);
          expect(await write(keyword, seed)).toBe(text);
        } catch (error) {
          if (!ScriptoriumError.is(error) || error.code !== "INPUT_REFUSED") throw error;
          expect(shown).toMatch(/^[\p{Cf}\p{Z}]*$/u);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("differs between keywords and between calls", async () => {
    const six = ["gardening", "old maps", "coffee", "SEO", "electric bicycles", "personal finance"];
    const likeness: number[] = [];
    for (const seed of ["first", "second", "third"]) {
      likeness.push(
        selfBleu(await Promise.all(six.map(async (keyword) => masked(await write(keyword, seed), keyword)))),
      );
    }
    // Two of six may be told by the same text, so the bound is on the mean of several draws.
    expect(mean(likeness)).toBeLessThanOrEqual(0.35);
    const voices = ["Jane Miller", "Porto", "cordless drill", "wedding photographer", "Miller & Sons"];
    for (const keyword of [...six, "dog", "guitar", "learn guitar", "寿司", "cancer", ...voices]) {
      const draws = await Promise.all(
        ["call", "other", "third", "fourth"].map(async (draw) =>
          selfBleu(await Promise.all([1, 2, 3, 4, 5, 6].map((call) => write(keyword, `${draw} ${call}`)))),
        ),
      );
      expect(mean(draws), keyword).toBeLessThanOrEqual(0.45);
    }
  });

  it.each([
    ["Marlow Dental Care", "business"],
    ["The Green Gate Tearoom", "business"],
    ["The Brass Lantern", "business"],
    ["Millbank Junior School PTA", "business"],
    ["Clifftop Bed & Breakfast", "business"],
    ["Danby Funeral Directors", "business"],
    ["Lazy Bones Dog Walking", "business"],
    ["Oakhampton Cricket Club", "business"],
    ["St Jude's Hospice", "business"],
    ["cake maker", "business"],
    ["violin tuner", "business"],
    ["dog trainers in Kent", "business"],
    ["garage conversions in Bath", "business"],
    ["boiler servicing", "business"],
    ["bagpiper for hire", "business"],
    ["electrician near me", "business"],
    ["interior designer London", "business"],
    ["ice cream maker", "product"],
    ["air purifier", "product"],
    ["olive oil", "product"],
    ["jazz guitar", "hobby"],
    ["crossword puzzles", "hobby"],
    ["play the ukulele", "hobby"],
    ["steam engines", "hobby"],
    ["Bach", "hobby"],
    ["Lucy Baker", "person"],
    ["T. J. Morrison", "person"],
    ["Fatima al-Rashid", "person"],
    ["Anneke van der Meer", "person"],
    ["Sedgemoor", "place"],
    ["Ribblesdale", "place"],
    ["Stratford-upon-Avon", "place"],
    ["the Forest of Bowland", "place"],
    ["the Dordogne", "place"],
    ["Arundel Castle", "place"],
    ["the Beatles", "hobby"],
    ["piano teachers in Bristol", "business"],
    ["yoga instructors near Leeds", "business"],
    ["tourists in Rome", "hobby"],
    ["towers in Italy", "hobby"],
    ["the Scottish Borders", "place"],
    ["South Downs", "place"],
    ["the Fens", "place"],
  ])("takes %s for a keyword of the voice %s, by its calling or its region", (keyword, voice) => {
    expect(subjectOf(keyword, english).voice).toBe(voice);
  });

  it.each([
    ["homelessness", "homelessness"],
    ["eviction", "eviction"],
    ["hearing loss", "hearing loss"],
    ["tendinitis", "tendinitis"],
    ["gambling debts", "gambling debts"],
    ["workplace bullying", "workplace bullying"],
    ["panic attack", "panic attacks"],
  ])("writes soberly about %s, which is spoken of as %s", (keyword, topic) => {
    const { form, slots } = subjectOf(keyword, english);
    expect([form, slots.get("topic")]).toEqual(["sober", topic]);
  });

  it.each(["Star Wars", "brush strokes", "weed killer", "Lyme Regis", "hearing aids", "hypnosis"])(
    "takes %s for nothing grave",
    (keyword) => {
      expect(subjectOf(keyword, english).form).not.toBe("sober");
    },
  );

  it("tells keywords without a seed by another text each time, as long as there are any", async () => {
    let call = 0;
    const fresh = createAboutMe({ english, newSeed: () => `${call++}` });
    const places = ["Porto", "Ghent", "Kyoto", "Lima", "Bergen", "Cork", "Bath", "Turin", "Graz", "Lyon"];
    const texts = await Promise.all(places.map(async (place) => masked(await fresh.aboutMe(place, {}), place)));
    const sentences = texts.map(
      (text) => new Set(text.split(/(?<=[.?!])\s+/).filter((sentence) => sentence.length > 40)),
    );
    for (const [index, told] of sentences.entries()) {
      for (const other of sentences.slice(index + 1))
        expect([...told].filter((sentence) => other.has(sentence))).toEqual([]);
    }
  });

  it("tells a keyword by another text for each number in the seed", async () => {
    const firsts = new Set<string>();
    for (let seed = 1; seed <= 10; seed += 1) {
      const text = await writer.aboutMe("Jane Miller", { seed: `draft ${seed}` });
      firsts.add(text.split(/[.?!] /)[2]!);
    }
    expect(firsts.size).toBe(10);
  });

  it.each([
    ["interior designer London", "am an interior designer in London", "an interior designer in London"],
    ["electrician near me", "am an electrician", "an electrician"],
    ["Riding School Cheltenham", "are a riding school in Cheltenham", "a riding school in Cheltenham"],
    ["Karate club Gloucester", "are a karate club in Gloucester", "a karate club in Gloucester"],
    ["maths tutor Cheadle Hulme", "am a maths tutor in Cheadle Hulme", "a maths tutor in Cheadle Hulme"],
    ["roofer Wausau Wisconsin", "am a roofer in Wausau, Wisconsin", "a roofer in Wausau, Wisconsin"],
    ["Korean restaurant Manchester", "are a Korean restaurant in Manchester", "a Korean restaurant in Manchester"],
    ["kayak hire Norfolk Broads", "offer kayak hire on the Norfolk Broads", "kayak hire on the Norfolk Broads"],
    ["IT support Birmingham", "offer IT support in Birmingham", "IT support in Birmingham"],
  ])("says a search for a firm as a sentence has it: %s", async (keyword, wedo, seek) => {
    const { voice, slots } = subjectOf(keyword, english);
    expect(voice).toBe("business");
    expect([slots.get("wedo"), slots.get("seek")]).toEqual([wedo, seek]);
    for (let seed = 0; seed < 5; seed += 1) expect(await write(keyword, `${seed}`)).not.toMatch(/“|near me/);
  });

  it.each([
    ["Tom Pascoe carpenter", "Tom Pascoe, carpenter", "a carpenter"],
    ["photographer Daniel Okafor", "Daniel Okafor, photographer", "a photographer"],
    ["Ruth Abrams - genealogist", "Ruth Abrams, genealogist", "a genealogist"],
    ["Yasmin Hussain (face painter)", "Yasmin Hussain, face painter", "a face painter"],
    ["Maria Esposito Nutritional Therapist", "Maria Esposito, nutritional therapist", "a nutritional therapist"],
    ["Mary Beth Calloway realtor", "Mary Beth Calloway, realtor", "a realtor"],
    ["Marit Solheim, an illustrator", "Marit Solheim, an illustrator", "an illustrator"],
  ])("reads a name with a trade however it was typed: %s", (keyword, signed, trade) => {
    const { voice, slots } = subjectOf(keyword, english);
    expect(voice).toBe("person");
    expect([slots.get("signed"), slots.get("trade")]).toEqual([signed, trade]);
  });

  it.each([
    ["Ingrid Solberg ceramics", "Ingrid Solberg Ceramics"],
    ["Helen Marsh landscape design", "Helen Marsh Landscape Design"],
  ])("reads a name with what somebody makes or does as a firm: %s", (keyword, name) => {
    const { voice, slots, detailed } = subjectOf(keyword, english);
    expect([voice, slots.get("name")]).toEqual(["business", name]);
    expect(detailed).toBeDefined();
  });

  it.each([
    ["Lyme Regis harbour", "Lyme Regis harbour"],
    ["Leeds city centre", "Leeds city centre"],
    ["Margate Old Town", "Margate Old Town"],
    ["Downtown Staunton", "Downtown Staunton"],
    ["North Norfolk coast", "the North Norfolk coast"],
    ["Mousehole Cornwall", "Mousehole, Cornwall"],
    ["Durango CO", "Durango, CO"],
    ["Clifton Bristol", "Clifton, Bristol"],
  ])("reads what a town has, and a town with its region, as a place: %s", (keyword, topic) => {
    const subject = subjectOf(keyword, english);
    expect([subject.voice, subject.slots.get("topic")]).toEqual(["place", topic]);
  });

  it.each([
    ["Cattery in Shrewsbury", "a cattery in Shrewsbury"],
    ["Emergency locksmith near me", "an emergency locksmith"],
    ["plumber in Paducah KY", "a plumber in Paducah, KY"],
    ["mens hairdresser in Leeds", "a men's hairdresser in Leeds"],
    ["airport taxi Luton", "an airport taxi in Luton"],
    ["man and van Croydon", "a man and van service in Croydon"],
    ["campsite Lake Bled", "a campsite at Lake Bled"],
    ["carpet cleaner in Swindon", "a carpet cleaner in Swindon"],
    ["oven cleaning Reading", "oven cleaning in Reading"],
  ])("writes %s as a sentence has it", async (keyword, said) => {
    for (let seed = 0; seed < 5; seed += 1) {
      const text = await write(keyword, `${seed}`);
      expect(text).not.toMatch(/ near me| Emergency|a Cattery|Paducah KY|mens |Luton taxi|in Lake|“/);
    }
    const { slots } = subjectOf(withCapitals(withSigns(withoutFirstCapital(keyword, english)), english), english);
    expect(slots.get("seek")).toBe(said);
  });

  it.each([
    ["Carp Fishing", "carp fishing"],
    ["Wetsuits", "wetsuits"],
    ["nordic walking", "Nordic walking"],
    ["baby led weaning", "baby led weaning"],
    ["LED strip lights", "LED strip lights"],
    ["isle of bute", "Isle of Bute"],
    ["goats milk soap", "goat's milk soap"],
    ["kids balance bikes", "kids' balance bikes"],
    ["dry robe for kids", "dry robes for kids"],
    ["bird feeder with camera", "bird feeders with camera"],
  ])("writes %s in capitals and small letters as inside a sentence: %s", async (keyword, shown) => {
    for (let seed = 0; seed < 5; seed += 1)
      expect(await write(keyword, `${seed}`)).toMatch(new RegExp(`[a-z,] ${shown}`));
  });

  it("takes a trade for beginners for what they learn, and lessons for what is offered", () => {
    expect(subjectOf("upholstery for beginners", english).voice).toBe("hobby");
    expect(subjectOf("yoga classes for beginners", english).voice).toBe("business");
  });

  it("says a turn of four words once", async () => {
    const again: string[] = [];
    for (const keyword of ["David Okafor blacksmith", "plumber in Leeds", "toasters", "beekeeping", "farm shop"]) {
      for (let seed = 0; seed < 10; seed += 1) {
        const words = (await write(keyword, `${seed}`))
          .toLowerCase()
          .replaceAll(keyword.toLowerCase(), "")
          .match(/[a-z'’-]+/g)!;
        const runs = words.map((_, at) => words.slice(at, at + 4).join(" ")).slice(0, -3);
        if (new Set(runs).size < runs.length) again.push(`${keyword} ${seed}`);
      }
    }
    expect(again.length).toBeLessThanOrEqual(2);
  });

  it("takes up what follows a subject", async () => {
    expect(await write("night light for nursery")).toMatch(
      new RegExp(
        detailsOf("thing", "night light")!
          .facts.map((fact) => fact.slice(0, -1))
          .join("|"),
      ),
    );
    for (const keyword of [
      "learning Spanish as an adult",
      "vegan cooking on a budget",
      "learning Italian later in life",
    ]) {
      expect(subjectOf(keyword, english).detailed).toBeDefined();
      expect(await write(keyword)).toContain(keyword);
      expect(await write(keyword)).not.toContain("“");
    }
  });

  it("puts no capital inside a sentence that only the typing gave", async () => {
    for (const [typed, meant] of [
      ["Gardening", "gardening"],
      ["Homelessness", "homelessness"],
    ] as const) {
      for (let seed = 0; seed < 10; seed += 1) {
        expect(await write(typed, `${seed}`)).not.toMatch(new RegExp(`[a-z,] ${typed}`));
        expect((await write(typed, `${seed}`)).toLowerCase()).toContain(meant);
      }
    }
    expect(await write("Lego")).toContain("Lego");
  });

  it.each([
    ["Riverside Primary School", "school"],
    ["oakwood care home", "care"],
    ["opticians", "optician"],
    ["wedding venue", "wedding"],
    ["wedding planners in Hull", "wedding"],
    ["orthodontics", "orthodontist"],
    ["clear aligners", "orthodontist"],
    ["conveyancing", "conveyancing"],
    ["property lawyers in Leeds", "conveyancing"],
    ["notary public", "paperlaw"],
    ["will writing", "paperlaw"],
    ["Fairview Podiatry", "feet"],
    ["foot clinic", "feet"],
    ["osteopath", "movement"],
    ["sports injury clinic", "movement"],
    ["dental implants", "dental"],
    ["Millbrook Dental Practice", "dental"],
    ["audiologist", "hearingclinic"],
    ["ear wax removal", "hearingclinic"],
    ["dietitian", "diet"],
    ["sports nutritionist", "diet"],
    ["medical centre", "clinic"],
    ["Black Anchor Tattoo", "tattoo"],
    ["tattooists in Hull", "tattoo"],
    ["tattoo removal", "beauty", "salons"],
    ["newborn photographer", "portraits"],
    ["headshots", "portraits"],
    ["wedding photographer", "photographer", "occasions"],
    ["product photography", "workphoto"],
    ["food photographer", "workphoto"],
    ["insurance broker", "insurance"],
    ["Halden Insurance", "insurance"],
    ["mortgage adviser", "mortgage", "offices"],
    ["Larch Mortgages", "mortgage", "offices"],
    ["ice cream parlour", "sweets"],
    ["Marchmont Tearoom", "sweets"],
    ["coffee shop", "eatery"],
    ["art gallery", "gallery"],
    ["Penrose Gallery", "gallery"],
    ["picture framer", "framer"],
    ["bespoke framing", "framer"],
    ["Larch Architects", "architect", "offices"],
    ["architect", "architect", "offices"],
    ["party wall surveyor", "surveyor", "offices"],
    ["structural engineer", "surveyor", "offices"],
    ["running coach", "training", "teachers"],
    ["career coach", "lessons", "teachers"],
    ["car valeting", "washing", "trades"],
    ["solar panel installation", "electrics", "trades"],
    ["burglar alarm installers", "electrics", "trades"],
    ["war museum", "culture"],
    ["eye tests in Hull", "optician"],
    ["archery club", "team", "clubs"],
    ["Northgate Veterinary Surgery", "pets"],
    ["Rowan Tree Counselling", "talking"],
    ["Lakeside Mosque", "faith"],
    ["village library", "culture"],
    ["Hope Street Food Bank", "charity", "charities"],
    ["hedgehog rescue", "rescue"],
    ["1st Ashfield Scouts", "society", "clubs"],
    ["Elmsworth Bell Ringers", "singers", "clubs"],
    ["bookkeeper", "figures", "offices"],
    ["Thompson Roofing Ltd", "building", "trades"],
    ["furniture maker", "craft"],
    ["driving instructor", "driving", "teachers"],
    ["massage therapist", "beauty", "salons"],
    ["wedding cakes bristol", "cakes", "occasions"],
    ["airport taxi", "taxi", "travels"],
    ["The Speckled Hare Inn", "pub"],
    ["The Golden Plough", "pub"],
    ["The Otter & Oak", "pub"],
    ["The Five Barrels", "pub"],
    ["The Woolpack", "pub"],
    ["electricians in Hull", "electrics", "trades"],
    ["citizens advice", "advice", "charities"],
    ["mountain rescue", "emergency"],
    ["Wendle Valley Mountain Rescue", "emergency"],
    ["Laura's Cupcakes", "cakes", "occasions"],
    ["Highmoor Silver Band", "singers", "clubs"],
    ["roof repair", "building", "trades"],
    ["Stonebrook Windows", "building", "trades"],
    ["tree surgeons in Hull", "gardener", "trades"],
    ["plant nursery", "any"],
    ["corner bakery", "foodshop", "shops"],
    ["Oxley Village Hall", "venue"],
    ["launderette", "laundry"],
    ["Fellside Pharmacy", "chemist"],
    ["Dunmoor Community Garden", "plot"],
    ["Hallam Valley Search and Rescue", "emergency"],
    ["tennis coaching", "training", "teachers"],
    ["rabbit boarding", "pets"],
    ["gutter cleaning", "washing", "trades"],
    ["cider makers", "drinkshop", "shops"],
    ["parish council", "council"],
    ["The Copper Kitchen", "eatery"],
  ])("tells of the firm %s by texts of the sort %s", (keyword, ...expected) => {
    const { voice, sorts } = subjectOf(keyword, english);
    expect([voice, ...sorts]).toEqual(["business", ...expected]);
  });

  it("lets somebody who works alone say I, and several or a house say we", async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      expect(await write("accountant", `${seed}`)).not.toMatch(/\b(?:we|us|our)\b/i);
      expect(await write("accountants", `${seed}`)).not.toMatch(/\b(?:I|me|my)\b/);
      expect(await write("yoga studio", `${seed}`)).not.toMatch(/\b(?:I|me|my)\b/);
    }
  });

  it.each([
    ["plumbers in sheffield", "plumbers in Sheffield"],
    ["lisbon", "Lisbon"],
    ["norfolk coast", "the Norfolk Coast"],
    ["Norfolk broads", "the Norfolk Broads"],
    ["north wales", "North Wales"],
    ["roman britain", "Roman Britain"],
    ["polish cooking", "Polish cooking"],
    ["all saints church", "All Saints Church"],
    ["small village school", "small village school"],
    ["nail polish", "nail polish"],
    ["beech tree primary school", "Beech Tree Primary School"],
    ["the old mill hotel", "The Old Mill Hotel"],
    ["the lake district", "the Lake District"],
    ["plumbers in totnes", "plumbers in Totnes"],
    ["losing a parent", "losing a parent"],
    ["learning welsh", "learning Welsh"],
    ["oakwood care home", "Oakwood Care Home"],
    ["aisha khan", "Aisha Khan"],
    ["turkey recipes", "turkey recipes"],
    ["bath oils", "bath oils"],
    ["it support", "IT support"],
  ])("gives %s the capitals of names: %s", async (keyword, shown) => {
    for (let seed = 0; seed < 5; seed += 1) expect(await write(keyword, `${seed}`)).toContain(shown);
  });

  it.each([
    ["dog walking", /\bdogs?\b/],
    ["cat sitting", /\bcats?\b/],
  ])("speaks of the animal of %s", async (keyword, animal) => {
    for (let seed = 0; seed < 8; seed += 1) {
      const text = await write(keyword, `${seed}`);
      expect(text).not.toMatch(/\banimals?\b/i);
      expect(text.replaceAll(keyword, "")).toMatch(animal);
    }
  });

  it.each([
    ["asthma", "health"],
    ["knee replacements", "health"],
    ["alcohol addiction", "health"],
    ["eviction", "law"],
    ["power of attorney", "law"],
    ["boundary disputes", "law"],
    ["losing a parent", "loss"],
    ["losing my mother", "loss"],
    ["miscarriage", "loss"],
    ["hearing loss", "health"],
    ["loss of appetite", "health"],
    ["alcohol abuse", "health"],
    ["flooding", "hazard"],
    ["earthquakes", "hazard"],
    ["air pollution", "any"],
    ["witch trials", "darkpast"],
    ["the Black Death", "darkpast"],
    ["domestic abuse", "harm"],
    ["workplace bullying", "harm"],
    ["phishing", "scam"],
    ["romance scams", "scam"],
    ["burglary", "any"],
    ["foster care", "adoption"],
    ["bereavement", "loss"],
    ["employment law", "lawfield"],
    ["Copyright law", "lawfield"],
    ["adoption", "adoption"],
  ])("tells of %s by sober texts of the sort %s", (keyword, sort) => {
    const { form, sorts } = subjectOf(keyword, english);
    expect([form, ...sorts]).toEqual(["sober", sort]);
  });

  it.each([
    ["copper saucepans", "product", ["kitchen", "kitchenware"]],
    ["trail running shoes", "product", ["footwear", "worn"]],
    ["corduroy trousers", "product", ["clothing", "worn"]],
    ["pushchairs", "product", ["baby", "gifts"]],
    ["glazed casserole dishes", "product", ["kitchen", "kitchenware"]],
    ["Sagrada Família", "place", ["sight"]],
    ["rhubarb jam making", "hobby", ["cooking", "tasty"]],
    ["barn owls", "hobby", ["birds"]],
    ["red squirrels", "hobby", ["wildlife", "creatures"]],
    ["cryptic crosswords", "hobby", ["puzzles", "playing"]],
    ["medieval castles", "hobby", ["past", "knowing"]],
    ["learn the ukulele", "hobby", ["music"]],
    ["why do bees swarm?", "hobby", ["any", "read"]],
    ["Tewkesbury", "place", ["town"]],
    ["Herefordshire", "place", ["region"]],
    ["Lake Vyrnwy", "place", ["lake"]],
    ["the Isle of Eigg", "place", ["island"]],
    ["Wastwater Valley", "place", ["wild"]],
    ["Bodiam Castle", "place", ["castle"]],
    ["Summer Isles", "place", ["region"]],
    ["Upper Swaledale", "place", ["wild"]],
    ["North Wales", "place", ["region"]],
    ["Cotswold Way", "place", ["trail"]],
    ["Northumberland coast", "place", ["coast"]],
    ["safety razors", "product", ["grooming"]],
    ["oak bird boxes", "product", ["birdcare"]],
    ["sewing machines", "product", ["homemachine", "machines"]],
    ["tide tables", "hobby", ["science", "knowing"]],
    ["lawn bowls", "hobby", ["sport", "moving"]],
    ["Japanese knotweed", "hobby", ["any", "read"]],
    ["Japanese grammar", "hobby", ["language", "knowing"]],
    ["pony trekking", "hobby", ["horses", "creatures"]],
    ["garden secateurs", "product", ["gardentool", "equipment"]],
    ["moon phases", "hobby", ["sky", "knowing"]],
    ["oat bread", "hobby", ["baking", "tasty"]],
    ["lake swimming", "hobby", ["swimming", "moving"]],
    ["meteor showers", "hobby", ["sky", "knowing"]],
    ["lace crochet", "hobby", ["knitting", "handmade"]],
    ["paper marbling", "hobby", ["papercraft", "handmade"]],
    ["folding electric bikes", "product", ["ebike", "equipment"]],
    ["oak dining chairs", "product", ["seating"]],
    ["oak writing desks", "product", ["desk"]],
    ["filter coffee machines", "product", ["coffeemaker", "machines"]],
    ["Holmsby harbour", "place", ["harbour"]],
    ["Montmartre", "place", ["quarter"]],
    ["Tewbury Square", "place", ["square"]],
    ["Marlcombe-on-the-Water", "place", ["town"]],
    ["star signs", "hobby", ["any", "read"]],
    ["Thread & Thimble", "hobby", ["any", "read"]],
    ["corner sofa beds", "product", ["sofabed"]],
    ["coffee beans", "product", ["coffeetea", "consumed"]],
    ["office chairs", "product", ["officechair"]],
    ["home brewing", "hobby", ["brewing"]],
    ["garden benches", "product", ["gardenfurniture", "household"]],
    ["memory foam mattress", "product", ["mattress"]],
    ["chess openings", "hobby", ["chess", "playing"]],
    ["family history", "hobby", ["genealogy", "knowing"]],
    ["futon", "product", ["sofabed"]],
    ["corner sofas", "product", ["seating"]],
    ["patchwork quilts", "product", ["quilt"]],
    ["eiderdown", "product", ["quilt"]],
    ["stain remover", "product", ["cleaner", "usedup"]],
    ["dishwasher tablets", "product", ["cleaner", "usedup"]],
    ["toilet paper", "product", ["disposables", "usedup"]],
    ["bin bags", "product", ["disposables", "usedup"]],
    ["fibre broadband", "product", ["contract"]],
    ["travel insurance", "product", ["contract"]],
    ["blister plasters", "product", ["firstaid"]],
    ["first aid kit", "product", ["firstaid"]],
    ["wall plaster", "product", ["materials"]],
    ["hearing aid batteries", "product", ["connector"]],
    ["stop motion animation", "hobby", ["film", "handmade"]],
    ["edit videos", "hobby", ["film", "handmade"]],
    ["video games", "hobby", ["games", "playing"]],
    ["snowboarding", "hobby", ["snow", "moving"]],
    ["ski touring", "hobby", ["snow", "moving"]],
    ["mountain biking", "hobby", ["cycling", "moving"]],
    ["bikepacking", "hobby", ["cycling", "moving"]],
    ["narrowboating", "hobby", ["narrowboats"]],
    ["living on a boat", "hobby", ["narrowboats"]],
    ["bible study", "hobby", ["faith"]],
    ["Buddhism", "hobby", ["faith"]],
    ["exam revision", "hobby", ["study", "practical"]],
    ["speed reading", "hobby", ["study", "practical"]],
    ["working from home", "hobby", ["career", "practical"]],
    ["weight management", "hobby", ["wellbeing", "living"]],
    ["become a nurse", "hobby", ["career", "practical"]],
    ["curly hair", "hobby", ["looks", "living"]],
    ["nail art", "hobby", ["looks", "living"]],
    ["minimalism", "hobby", ["habits", "living"]],
    ["get organized", "hobby", ["habits", "living"]],
    ["local elections", "hobby", ["publiclife", "knowing"]],
    ["etiquette", "hobby", ["publiclife", "knowing"]],
    ["moving house", "hobby", ["property", "practical"]],
    ["buy a house", "hobby", ["property", "practical"]],
    ["wildlife ponds", "hobby", ["compost", "practical"]],
    ["mushroom growing", "hobby", ["compost", "practical"]],
    ["Holmsby beach", "place", ["beach"]],
    ["Camber Sands", "place", ["beach"]],
    ["Myrtle Beach", "place", ["town"]],
    ["Marlcombe Canal", "place", ["canal"]],
    ["Leeds and Liverpool Canal", "place", ["canal"]],
    ["Panama Canal", "place", ["structure"]],
    ["Hyde Park", "place", ["park"]],
    ["Thornham Park", "place", ["park"]],
    ["Wyre Country Park", "place", ["wild"]],
    ["Rowan Abbey", "place", ["castle"]],
    ["Barnard Castle", "place", ["town"]],
    ["Durham Cathedral", "place", ["sight"]],
    ["Trebah Gardens", "place", ["gardens"]],
    ["Kew Gardens", "place", ["gardens"]],
    ["Oakmere Lighthouse", "place", ["structure"]],
    ["Ribblehead Viaduct", "place", ["structure"]],
    ["Borough Market", "place", ["square"]],
    ["Soho", "place", ["quarter"]],
    ["Italy", "place", ["country"]],
    ["Africa", "place", ["country"]],
    ["Texas", "place", ["region"]],
    ["Antarctica", "place", ["polar"]],
    ["South Pole", "place", ["polar"]],
    ["Elena Marchetti, ceramicist", "person", ["signed"]],
    ["Tom Reid, an accountant", "person", ["signed"]],
    ["Tom Reid, mother of three", "person", ["any"]],
    ["Tom Reid, retired engineer", "person", ["any"]],
  ])("tells of %s in the voice %s by texts of its class", (keyword, voice, sorts) => {
    const subject = subjectOf(keyword, english);
    expect([subject.voice, subject.sorts]).toEqual([voice, sorts]);
  });

  it("lets verbs agree with plurals in texts of all classes", async () => {
    const plurals =
      "dahlias|barn owls|board games|classic cars|terrapins|old coins|cacti|war memorials|tents|rugs|sofas|bananas|the Broads|the Cotswolds";
    for (const keyword of plurals.split("|")) {
      for (let seed = 0; seed < 12; seed += 1) {
        expect(await write(keyword, `${seed}`)).not.toMatch(
          new RegExp(`(?<!(?:about|of|in|with|on|for|to|like) )${keyword} (?:is|has|was|does|means|makes)\\b`, "i"),
        );
      }
    }
  });

  it("says nothing of beginners about what is for beginners", async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      expect(await write("macramé for beginners", `${seed}`)).not.toMatch(/new to macramé/i);
    }
  });

  it("asks about several things in the plural", async () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const [, behind] = (await write("wooden toy boats", `${seed}`)).split("wooden toy boats", 2);
      expect(behind).not.toMatch(/(?:^|[.?!] )(?:How \w+ is|Is|Does|Can) it [^.?!]*\?/);
    }
  });

  it("takes a known town that is called like a sight for a town", () => {
    expect(subjectOf("Hebden Bridge", english).sorts).toEqual(["town"]);
  });

  it("says of a field that somebody works in it, and of its name that it is the firm", () => {
    expect(subjectOf("mountain rescue", english).slots.get("wedo")).toBe("work in mountain rescue");
    expect(subjectOf("Wendle Valley Mountain Rescue", english).slots.get("wedo")).toBe(
      "are Wendle Valley Mountain Rescue",
    );
  });

  it("speaks quietly for undertakers, and of members for clubs", () => {
    expect(subjectOf("Danby Funeral Directors", english).sorts).toEqual(["quiet"]);
    expect(subjectOf("Oakhampton Cricket Club", english).sorts).toEqual(["team", "clubs"]);
  });

  it("builds its texts in at least four ways", async () => {
    for (const keyword of ["guitar", "honey", "cancer", "Jane Miller", "寿司"]) {
      const shapes = new Set<string>();
      for (let seed = 0; seed < 20; seed += 1) {
        const paragraphs = (await write(keyword, `${seed}`)).split("\n\n");
        shapes.add(paragraphs.map((paragraph) => paragraph.split(/[.?!] /).length).join(" "));
      }
      expect(shapes.size, keyword).toBeGreaterThanOrEqual(4);
    }
  });
});

/** The text with the keyword, also in its plural or with its -ing, replaced by one word. */
function masked(text: string, keyword: string): string {
  const forms = [topicOf(keyword) ?? keyword, keyword].sort((a, b) => b.length - a.length);
  const pattern = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "giu"), "keyword");
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Mean BLEU (to four words, 2 to 4 smoothed by one) of each text with the others as references. */
function selfBleu(texts: readonly string[]): number {
  const scores = texts.map((text, index) => {
    const words = wordsOf(text);
    const others = texts.toSpliced(index, 1).map(wordsOf);
    let product = 1;
    for (let size = 1; size <= 4; size += 1) {
      const known = others.map((other) => grams(other, size));
      let matched = size > 1 ? 1 : 0;
      let all = matched;
      for (const [gram, count] of grams(words, size)) {
        all += count;
        matched += Math.min(count, Math.max(...known.map((counts) => counts.get(gram) ?? 0)));
      }
      product *= matched / all;
    }
    const lengths = others.map((other) => other.length);
    const nearest = lengths.reduce((a, b) => (Math.abs(b - words.length) < Math.abs(a - words.length) ? b : a));
    return (words.length >= nearest ? 1 : Math.exp(1 - nearest / words.length)) * product ** (1 / 4);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function grams(words: readonly string[], size: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let index = 0; index + size <= words.length; index += 1) {
    const gram = words.slice(index, index + size).join(" ");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

it("a class with enough texts of its own takes none of those that suit several", async () => {
  const ofGroup = wholeTexts().product.filter(({ sort }) => sort === "equipment");
  const sentences = ofGroup.flatMap(({ steps }) => steps.flatMap(({ ways }) => ways.map(({ spintax }) => spintax)));
  const told = sentences.filter((sentence) => !sentence.includes("{"));
  expect(told.length).toBeGreaterThan(0);
  for (let seed = 0; seed < 30; seed += 1) {
    const text = await writer.aboutMe("cordless drills", { seed: `${seed}`, voice: "product" });
    for (const sentence of told) expect(text).not.toContain(sentence);
  }
});
