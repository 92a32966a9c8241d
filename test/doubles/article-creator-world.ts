import { extractPage } from "../../src/engines/pages/extraction/extract.js";
import {
  type Article,
  type JsonObject,
  type Providers,
  ScriptoriumError,
  seededRandom,
} from "../../src/kernel/index.js";
import { articlecreator } from "../../src/plugins/articlecreator/index.js";

/** Reads pages in place. */
const reader: Providers["reader"] = {
  page: (html, options) => extractPage(html, options),
  pdf: async () => {
    throw new Error("An article creator reads no PDF files.");
  },
};

/** What one run of the task type left behind. */
export interface Outcome {
  readonly articles: ReadonlyMap<string, Article>;
  readonly rows: readonly JsonObject[];
  /** Those of the articles. */
  readonly files: ReadonlyMap<string, string>;
  /** What is said of all articles or of one, by path. */
  readonly reports: ReadonlyMap<string, string>;
  /** What failed, by line. */
  readonly failures: ReadonlyMap<string, ScriptoriumError>;
  readonly log: readonly string[];
}

export interface World {
  readonly providers?: Partial<
    Pick<
      Providers,
      | "web"
      | "search"
      | "folder"
      | "spinner"
      | "paraphraser"
      | "browser"
      | "writer"
      | "translator"
      | "video"
      | "images"
      | "prompts"
    >
  >;
  readonly seed?: string;
  readonly signal?: AbortSignal;
}

/** The methods as those of a class, which are called on their object alone. */
function ofOneObject<Methods extends object>(methods: Methods): Methods {
  const bound: Record<string, unknown> = {};
  for (const [name, method] of Object.entries(methods)) {
    bound[name] = function (this: unknown, ...parts: unknown[]) {
      if (this !== bound) throw new TypeError(`${name} was called apart from its object.`);
      return method(...parts);
    };
  }
  return bound as Methods;
}

/** Runs the task type line by line, as the kernel does, with everything in memory. Rejects with what `begin` throws. */
export async function outcomeOf(data: Record<string, unknown>, world: World = {}): Promise<Outcome> {
  const options = articlecreator.options.parse(data);
  const articles = new Map<string, Article>();
  const rows: JsonObject[] = [];
  const files = new Map<string, string>();
  const failures = new Map<string, ScriptoriumError>();
  const memory = new Map<string, string>();
  const log: string[] = [];
  const say = (level: string) => (message: string) => void log.push(`${level}: ${message}`);
  const context = (seed: string) => ({
    taskId: "0".repeat(24),
    runId: "1".repeat(24),
    options,
    providers: { reader, ...world.providers },
    output: ofOneObject({
      article: (keyword: string, article: Article) => void articles.set(keyword, article),
      row: (record: JsonObject) => void rows.push(record),
      file: (path: string, content: string | Uint8Array) => void files.set(path, String(content)),
      append: (path: string, content: string | Uint8Array) =>
        void files.set(path, (files.get(path) ?? "") + String(content)),
      remove: (path: string) => void files.delete(path),
      remember: (name: string, content: string | Uint8Array) => void memory.set(name, String(content)),
    }),
    progress: () => {},
    effect: async () => {
      throw new Error("An article creator does nothing that others see.");
    },
    checkpoint: async () => {},
    checkpoints: async function* () {},
    stored: async () => undefined,
    remembered: async (name: string) => {
      const content = memory.get(name);
      return content === undefined ? undefined : Buffer.from(content);
    },
    signal: world.signal ?? new AbortController().signal,
    log: { debug: say("debug"), info: say("info"), warn: say("warn"), error: say("error") },
    random: seededRandom(`${world.seed ?? "seed"}:${seed}`),
    clock: { now: () => new Date("2026-03-01T00:00:00Z"), monotonic: () => 0, sleep: async () => {} },
    attempt: 1,
  });
  const lines = [...new Set(articlecreator.inputs(options).map((line) => line.trim()))].filter((line) => line !== "");
  const state = await articlecreator.begin!({ ...context("begin"), lines });
  for (const line of lines) {
    try {
      await articlecreator.run(line, { ...context(line), state });
    } catch (error) {
      if (!ScriptoriumError.is(error)) throw error;
      failures.set(line, error);
    }
  }
  await articlecreator.finish?.({ ...context("finish"), state });
  const [own, reports] = [true, false].map(
    (isOwn) => new Map([...files].filter(([path]) => path.startsWith("articles/") === isOwn)),
  );
  return { articles, rows, files: own!, reports: reports!, failures, log };
}

/** A web of these pages; any other address refuses the connection. */
export function cannedWeb(pages: Readonly<Record<string, string>>): Providers["web"] & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async fetch(url) {
      asked.push(url);
      const text = pages[url];
      if (text === undefined) {
        throw new ScriptoriumError("FETCH_FAILED", `${new URL(url).host} refused the connection. Try again later.`, {
          errno: "ECONNREFUSED",
        });
      }
      return { url, status: 200, mediaType: "text/html", text, bytes: text.length };
    },
  };
}

export function cannedFolder(files: Readonly<Record<string, string>>): Providers["folder"] {
  return {
    list: async () =>
      Object.keys(files)
        .sort()
        .map((path) => ({ path, size: files[path]!.length })),
    read: async (_folder, path) => files[path]!,
  };
}

/** A page with the furniture that pages have. */
export function page(title: string, body: string): string {
  return `<!DOCTYPE html><html><head><title>${title} | The Almanac</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li></ul></nav>
<article><h1>${title}</h1>${body}</article>
<div class="newsletter"><p>Subscribe to our newsletter for more.</p></div><footer>Copyright The Almanac</footer></body></html>`;
}

const section = (heading: string, ...paragraphs: readonly string[]) =>
  `<h2>${heading}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join("")}`;

/** Five pages about lighthouses, enough for an article and a second one. */
export const LIGHTHOUSES: Readonly<Record<string, string>> = {
  "https://a.test/towers": page(
    "How Lighthouses Are Built",
    `<p>A lighthouse is a tower that carries a lamp high enough to be seen from ships. Masons raised the first ones of cut stone on headlands near busy harbours. Later builders learned to anchor them on rocks that the sea covers at every tide.</p>${section(
      "Foundations on the rock",
      "Workers cut steps into the reef during the few hours when the water was low. Blocks of granite were then dovetailed so that waves could not pull them apart. Iron rods bound the lowest courses of a lighthouse to the bedrock below.",
      "Boats carried every stone across from a yard on the mainland. Storms often stopped the landing of materials for weeks on end. A tower of forty metres could take five summers to finish.",
    )}${section(
      "Walls that bend the waves",
      "The curved profile of a lighthouse throws the force of a wave upward and away. Engineers copied the shape from the trunk of an oak, which widens toward its roots. Heavy masonry at the base keeps the centre of gravity low.",
    )}`,
  ),
  "https://b.test/lamps": page(
    "Lamps and Lenses",
    `<p>Lamps inside a lighthouse burned wood, coal and oil before electricity reached the coast. Each fuel gave a steadier flame than the one before. Keepers spent most of the night trimming wicks and filling tanks.</p>${section(
      "The stepped lens",
      "Augustin Fresnel divided a thick lens into rings, which saved most of the glass. His panels gather light from a small flame and send it out as a narrow beam. Mariners could see the lighthouse at Cordouan from thirty kilometres away.",
      "Rotating panels turn a constant lamp into flashes. Clockwork driven by a falling weight moved several tonnes of glass. Mercury baths reduced the friction until a finger could push the lens.",
    )}${section(
      "Electric light",
      "Arc lamps were tried at South Foreland in 1858 and proved costly to run. Filament bulbs replaced oil burners in most towers between the wars. Modern lighthouse lamps draw less power than a kettle and change themselves when they fail.",
    )}`,
  ),
  "https://c.test/keepers": page(
    "The Life of a Lighthouse Keeper",
    `<p>A lighthouse keeper lived in the tower and tended its lamp from dusk until dawn. Three men usually shared the watches at a station far from shore. Relief boats arrived once a month when the weather was kind.</p>${section(
      "Daily work",
      "Mornings began with polishing brass and washing the panes of the lantern. Keepers wrote the weather, the ships that passed and the oil used into a log. Painting the lighthouse filled the quiet weeks of summer.",
      "Fog called for a bell or a horn through every hour of the day. Explosive charges were fired from the gallery at some stations. Families ashore heard the signals and knew that somebody was awake.",
    )}${section(
      "The last watch",
      "Automatic valves and sensors took over the duties one by one. Britain withdrew its final lighthouse keepers in November 1998. Many cottages beside the towers now house visitors instead.",
    )}`,
  ),
  "https://d.test/signals": page(
    "Reading the Signals of a Lighthouse",
    `<p>Every lighthouse shows a pattern of light that tells sailors which one they see. Charts print its colour, its rhythm and the distance at which it is visible. Navigators time the flashes with a watch to be certain.</p>${section(
      "Colours and sectors",
      "Red glass marks a dangerous sector over shoals and reefs. White light reaches farthest because filters absorb part of the beam. Green sectors often guide ships through the entrance of a harbour.",
      "Painted bands make a lighthouse stand out by day against snow or sand. Spirals of black and white belong to Cape Hatteras alone. Pilots recognise a coast from such marks before the lamps are lit.",
    )}${section(
      "Radio and satellites",
      "Radio beacons let ships take bearings in thick weather from the twenties onward. Satellites have since made positions exact to a few metres. Authorities keep the lighthouse burning because electronics fail and eyes seldom do.",
    )}`,
  ),
  "https://e.test/history": page(
    "A Short History of the Lighthouse",
    `<p>The history of the lighthouse begins with fires that villagers lit on hills. Ptolemy built a tower at Alexandria that stood for fifteen centuries. Romans copied it along the shores of Spain, Gaul and Britain.</p>${section(
      "Private lights",
      "Owners of private lighthouses collected dues from every vessel that passed. Some of them grew rich while letting the fires burn low. Parliament bought the remaining privileges in 1836 and gave them to Trinity House.",
      "Wreckers are said to have lured ships with false lanterns. Historians have found almost no proof of such crimes. Insurance records blame fog and poor charts for most losses.",
    )}${section(
      "Preserving old towers",
      "Charities restore abandoned lighthouses with lime mortar and volunteer labour. Erosion has forced several communities to move a whole tower inland on rails. Museums collect the great lenses before damp and thieves reach them.",
    )}`,
  ),
};

/** The plain text of an article in a form about a keyword, from pages by their addresses. */
export async function articleInForm(
  form: string,
  keyword: string,
  pages: Readonly<Record<string, string>>,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { files } = await outcomeOf(
    {
      articleKeywordsFile: [keyword],
      articleTemplateInfo: form,
      sourceMode: ["urls"],
      sourceUrlsFile: Object.keys(pages),
      articleLengthFrom: 100,
      articleLengthTo: 500,
      maxSentencesPerSource: 40,
      sentenceMinWords: 3,
      outputFormats: ["txt"],
      citeSources: "none",
      ...more,
    },
    { providers: { web: cannedWeb(pages) } },
  );
  return [...files.values()][0]!;
}

/** The files that an article about a keyword has from these texts: Markdown, without a list of sources. */
export async function articleFrom(keyword: string, texts: Record<string, string>, more: object = {}) {
  const { files } = await outcomeOf(
    {
      articleKeywordsFile: [keyword],
      sourceMode: ["folder"],
      sourceFolder: "texts",
      outputFormats: ["md"],
      citeSources: "none",
      ...more,
    },
    { providers: { folder: cannedFolder(texts) } },
  );
  return [...files.values()];
}
