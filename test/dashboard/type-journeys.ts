import type { Json } from "../../src/client.js";
import type { OfflineServices } from "./offline-services.js";

/** How somebody gets from a task type to its result. */
export interface Journey {
  readonly type: string;
  /** What is filled in, by the name of the field. */
  readonly fields: Readonly<Record<string, Json>>;
  /** Stands in one of its rows. */
  readonly row: string;
  /** The name of a file it leaves, and what stands in it. */
  readonly file?: readonly [name: string, text: string];
  /** The title of an article, and what stands in it. */
  readonly article?: readonly [title: string, text: string];
}

const SITE = "https://slow-almanac.example/beekeeping/";
const PAGES = ["life-of-a-honey-bee-colony", "wintering-a-colony", "the-varroa-mite"].map(
  (name) => `${SITE}${name}.html`,
);
const AT_ONCE = { requestDelayFrom: 0, requestDelayTo: 0 };

/** One for each of the built-in types, with an input that needs no network. */
export function typeJourneys({ folder, archive, feed }: OfflineServices): readonly Journey[] {
  const articleFolder = `${folder}/articles`;
  return [
    {
      type: "articlecreator",
      fields: {
        articleKeywordsFile: ["varroa mite"],
        ...{ sourceMode: ["urls"], sourceUrlsFile: PAGES, ...AT_ONCE },
        ...{ articleLengthFrom: 100, articleLengthTo: 400, outputFormats: ["html", "md"] },
      },
      row: "varroa mite",
      file: ["varroa-mite.md", "mite"],
      article: ["Varroa Mite", "mite"],
    },
    {
      type: "articledownloader",
      fields: { urlsFile: PAGES.slice(0, 1), outputFormats: ["txt", "md"], ...AT_ONCE },
      row: "ok",
      file: [".md", "A honey bee colony"],
      article: ["The life of a honey bee colony", "A honey bee colony"],
    },
    {
      type: "bulktranslator",
      fields: {
        textsFile: ["Bees make honey."],
        ...{ articleSpinnerTranslateSource: "en", articleSpinnerTranslateTarget: "de" },
      },
      row: "de",
      file: [".txt", "[de Bees make honey.]"],
    },
    {
      type: "googlemapsscraper",
      fields: { queriesFile: ["bakeries in Bonn"], country: "de", outputFormats: ["csv", "geojson"] },
      row: "Kornblume",
      file: [".geojson", "Kornblume"],
    },
    {
      type: "googlescraper",
      fields: { keywordsFile: ["clay mugs"], resultsPerPage: 5, ...AT_ONCE },
      row: "clay mugs: part 1",
      file: ["results.csv", "clay mugs: part 5"],
    },
    {
      type: "mailmerge",
      fields: {
        rowsFile: ["city,service", "Bonn,repair", "Kiel,sale"],
        template: "# {{service}} in {{city}}\n\nCome to {{city}}.",
        ...{ titleTemplate: "{{service}} in {{city}}", outputFormats: ["html", "md"] },
      },
      row: "repair in Bonn",
      file: ["sale-in-kiel.md", "Come to Kiel."],
    },
    {
      type: "paraphraser",
      fields: { textsFile: ["The keepers wrote down every ship that passed the tower."], strength: "strong" },
      row: "ok",
      file: [".txt", "ship"],
    },
    {
      type: "postemailer",
      fields: {
        ...{ articleFolder, smtpIds: ["Post"], recipientsFile: ["secret@blog.test"], sendNow: true },
        ...{ delay: 0, maxPerHour: 0, articleTitle: "Use first heading" },
      },
      row: "secret@blog.test",
    },
    {
      type: "postuploader",
      fields: { blogIds: ["Journal"], articleFolder, articleTitle: "Use first line", postStatus: "publish" },
      row: "lamps.md",
      file: ["posted.csv", "https://blog.test/?p="],
    },
    {
      type: "rssscraper",
      fields: { feedsFile: [feed], content: "feed", outputFormats: ["html", "md"], ...AT_ONCE },
      row: "Fog",
      file: [".md", "rung by hand"],
      article: ["Oil", "carried up the stairs"],
    },
    {
      type: "urlfinder",
      fields: { queriesFile: ["clay mugs"], resultsPerQuery: 20, ...AT_ONCE },
      row: "kilnworks.example",
      file: [".txt", "https://www.kilnworks.example/"],
    },
    {
      type: "waybackscraper",
      fields: { domainsFile: ["shop.test"], archiveUrl: archive, outputFormats: ["md"], ...AT_ONCE },
      row: "shop.test/ropes",
      file: [".md", "shop on the quay"],
    },
    {
      type: "webcrawler",
      fields: { startUrlsFile: [SITE], scope: "prefix", ...AT_ONCE },
      row: "slow-almanac.example/beekeeping/the-varroa-mite.html",
    },
    {
      type: "webscraper",
      fields: {
        urlsFile: PAGES,
        columns: [
          { name: "heading", css: "h1" },
          { name: "first", css: "article p" },
        ],
        ...AT_ONCE,
      },
      row: "The varroa mite",
      file: ["results.csv", "heading"],
    },
    {
      type: "wpxmlgenerator",
      fields: { articleFolder, articleTitle: "Use first line", siteUrl: "https://journal.test", siteTitle: "Journal" },
      row: "Lenses",
      file: [".xml", "<title>Journal</title>"],
    },
    {
      type: "writingassistant",
      fields: {
        ...{ promptsFile: ["honey bees"], writerProvider: "template" },
        ...{ research: "urls", sourceUrlsFile: PAGES, ...AT_ONCE, articleLengthFrom: 50, articleLengthTo: 400 },
      },
      row: "honey bees",
      article: ["Honey bees", "colony"],
    },
    {
      type: "youtubesubscraper",
      fields: { videosFile: [`${folder}/Bees.en.vtt`], formats: ["txt", "srt"] },
      row: "Bees",
      file: [".srt", "They dry it in the comb."],
    },
  ];
}
