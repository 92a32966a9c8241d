import { z } from "zod";
import { basic, IMAGE_LICENCES, type ImageLicence, inGroup, marked } from "../../../kernel/index.js";
import { flag } from "../option-fields.js";

/** What is done with images: stored as files of the task, linked to, or stored for the post uploader. */
export const INSERT_TYPES = ["local", "hotlink", "upload"] as const;
export type InsertType = (typeof INSERT_TYPES)[number];

export const imageInsert = z.looseObject({
  InsertType: z.string().default("local"),
  InsertAtStartOfBody: z.boolean().default(true),
  FrequencyFrom: z.int().min(0).max(100).default(1),
  FrequencyTo: z.int().min(0).max(100).default(3),
  UseBing: z.boolean().default(false),
  UseBingCC: z.boolean().default(false),
  UseYoutube: z.boolean().default(false),
  UseCreativeCommons: z.boolean().default(true),
  UseUnsplash: z.boolean().default(false),
  UsePixaBay: z.boolean().default(false),
  UsePexels: z.boolean().default(false),
  UseOpenverse: z.boolean().default(true),
  UseWikimedia: z.boolean().default(true),
  UseFolder: z.string().default(""),
  UseAi: z.boolean().default(false),
  Licences: z.array(z.string()).default(["cc0", "pdm", "by", "by-sa"]),
  WriteCredit: z.boolean().default(true),
  AltTemplate: z.string().default("{keyword}"),
  MinWidth: z.int().min(0).max(10_000).default(600),
  SetFeatured: z.boolean().default(true),
});
export type ImageInsert = z.output<typeof imageInsert>;

/** The fields of a task type that can put images into its articles. */
export const imageInsertFields = inGroup("images", {
  articleUseImages: marked(basic(flag(false, "Puts images into articles, as `imageInsert` says."), true), {
    title: "Put images into articles",
  }),
  imageInsert: marked(
    imageInsert
      .default(() => imageInsert.parse({}))
      .describe(
        "Images: how many (`FrequencyFrom`, `FrequencyTo`), from where (`UseFolder`, `UseOpenverse`, `UseWikimedia`, and with a key of the server `UseUnsplash`, `UsePexels`, `UsePixaBay`), under which `Licences`, how wide at least (`MinWidth`), whether as files (`InsertType` `local`, `upload`) or links (`hotlink`).",
      ),
    { title: "Images" },
  ),
});
export interface ImageInsertOptions {
  readonly articleUseImages: boolean;
  readonly imageInsert: ImageInsert;
}

/** Services with licences of their own, which are taken when the service is. */
const OWN_LICENCES: Readonly<Record<string, ImageLicence>> = {
  unsplash: "unsplash",
  pexels: "pexels",
  pixabay: "pixabay",
};

/** The kinds of services that are switched on. Creative Commons is the switch of those that have such images. */
export function servicesOf(insert: ImageInsert): readonly string[] {
  const { UseCreativeCommons: common } = insert;
  const switches: readonly (readonly [kind: string, isOn: boolean])[] = [
    ["openverse", common && insert.UseOpenverse],
    ["wikimedia", common && insert.UseWikimedia],
    ["unsplash", insert.UseUnsplash],
    ["pexels", insert.UsePexels],
    ["pixabay", insert.UsePixaBay],
  ];
  return switches.filter(([, isOn]) => isOn).map(([kind]) => kind);
}

/** The kinds that a switch is for; others are providers of the server's own, which are always asked. */
export const SWITCHED = ["openverse", "wikimedia", "unsplash", "pexels", "pixabay"];

/** Licences that an image may have. */
export function licencesOf(insert: ImageInsert): ImageLicence[] {
  const { known } = readLicences(insert);
  const own = servicesOf(insert).flatMap((kind) => OWN_LICENCES[kind] ?? []);
  return [...new Set([...known, ...own])];
}

export function readLicences({ Licences }: Pick<ImageInsert, "Licences">): {
  readonly known: readonly ImageLicence[];
  readonly strange: readonly string[];
} {
  const names = Licences.map((name) => name.trim().toLowerCase()).filter((name) => name !== "");
  const read = names.map((name) => {
    const plain = name.replace(/^cc[- ](?=by)/, "").replace(/(?<=^by[a-z-]*)[- ]\d(?:\.\d)?$/, "");
    if (plain === "unknown") return "";
    return IMAGE_LICENCES.find((one) => one === plain && one !== "");
  });
  return {
    known: read.filter((licence) => licence !== undefined),
    strange: names.filter((_, index) => read[index] === undefined),
  };
}

export function insertTypeOf({ InsertType }: Pick<ImageInsert, "InsertType">): InsertType {
  return INSERT_TYPES.find((type) => type === InsertType.trim().toLowerCase()) ?? "local";
}
