import { IMAGE_LICENCES, type ImagesProvider, type OptionProblem, shown } from "../../../kernel/index.js";
import { listed } from "../../../kernel/values/in-brief.js";
import { noProvider, settingsFor, toHaveProvider } from "../../../kernel/values/provider-settings.js";
import {
  type ImageInsert,
  type ImageInsertOptions,
  INSERT_TYPES,
  readLicences,
  SWITCHED,
  servicesOf,
} from "./options.js";

const IMPOSSIBLE = [
  ["UseBing", "Bing has no search of images that a program may use"],
  ["UseBingCC", "Bing has no search of images that a program may use"],
  ["UseYoutube", "thumbnails of YouTube have no licence under which others may show them"],
  ["UseAi", "images cannot be made by a model"],
] as const satisfies readonly (readonly [keyof ImageInsert, string])[];

const SWITCHES: Readonly<Record<string, string>> = {
  openverse: "UseOpenverse",
  wikimedia: "UseWikimedia",
  unsplash: "UseUnsplash",
  pexels: "UsePexels",
  pixabay: "UsePixaBay",
};

/** What of `imageInsert` cannot be done as it is set, a sentence each and what to do; a run says the same. Empty while images are off. */
export function imageInsertWarnings(
  { articleUseImages, imageInsert: insert }: ImageInsertOptions,
  images: Pick<ImagesProvider, "engines"> | undefined,
): string[] {
  if (!articleUseImages) return [];
  const { InsertType, FrequencyFrom, FrequencyTo } = insert;
  const { strange } = readLicences(insert);
  return [
    ...IMPOSSIBLE.filter(([name]) => insert[name] === true).map(
      ([name, why]) =>
        `imageInsert.${name} is on, but ${why}. Use UseOpenverse, UseWikimedia or UseFolder, or a service with a key of the server.`,
    ),
    ...(INSERT_TYPES.some((type) => type === InsertType.trim().toLowerCase())
      ? []
      : [
          `imageInsert.InsertType is "${shown(InsertType)}", which is not known: images are stored as files. Use "local", "hotlink" or "upload".`,
        ]),
    ...(FrequencyFrom > FrequencyTo
      ? [
          `imageInsert.FrequencyFrom is ${FrequencyFrom}, which is more than FrequencyTo, ${FrequencyTo}. Exchange the two, as a run does, or correct one.`,
        ]
      : []),
    ...(strange.length === 0
      ? []
      : [
          `imageInsert.Licences has ${listed(strange.slice(0, 10).map((name) => `"${shown(name)}"`))}, which ${strange.length === 1 ? "is" : "are"} not known. Use ${listed([...IMAGE_LICENCES.filter((name) => name !== "" && name !== "own"), "unknown"], "or")}.`,
        ]),
    ...lacking(insert, images),
  ];
}

/** The same as warnings of the data post. */
export function imageInsertProblems(
  options: ImageInsertOptions,
  images: Pick<ImagesProvider, "engines"> | undefined,
): OptionProblem[] {
  return imageInsertWarnings(options, images).map((message) => ({
    field: "imageInsert",
    message,
    code: "bad-input",
    severity: "warning",
  }));
}

function lacking(insert: ImageInsert, images: Pick<ImagesProvider, "engines"> | undefined): string[] {
  const kinds = servicesOf(insert);
  const hasFolder = insert.UseFolder.trim() !== "";
  if (images === undefined) {
    return hasFolder ? [] : [`${noProvider("images")} ${toHaveProvider("images")}`];
  }
  const there = new Set(images.engines().map(({ kind }) => kind));
  if (kinds.length === 0 && !hasFolder && [...there].every((kind) => SWITCHED.includes(kind))) {
    return [
      "imageInsert has no source of images switched on. Switch UseOpenverse or another one on, or set UseFolder.",
    ];
  }
  // These two are on without anybody having asked for them.
  const asked = kinds.filter((kind) => kind !== "openverse" && kind !== "wikimedia");
  const isServed = hasFolder || [...there].some((kind) => kinds.includes(kind) || !SWITCHED.includes(kind));
  return (isServed ? asked : kinds)
    .filter((kind) => !there.has(kind))
    .map(
      (kind) =>
        `imageInsert.${SWITCHES[kind]} is on, but the server has no provider of the kind "${kind}". Add it to ${settingsFor("images")} in the config file of the server${kind === "openverse" || kind === "wikimedia" ? "" : ", with its key"}.`,
    );
}
