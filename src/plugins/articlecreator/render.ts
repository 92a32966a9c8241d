import type { JsonObject } from "../../kernel/index.js";
import {
  BODY_MEDIA_TYPES,
  type BodyFormat,
  exportedBody,
  exportedName,
  fileEnding,
  isWebAddress,
  textsOf,
} from "../_kit/article-body/index.js";
import { numberedName } from "./file-names.js";
import { schemaOf } from "./forming.js";
import type { Material } from "./material.js";
import type { ArticleCreatorOptions } from "./options.js";
import type { Context } from "./sources.js";
import type { FormedArticle } from "./templates/formed.js";

/** Where the files of an article are, without their endings. */
export interface ArticlePlace {
  /** Of its line, in all files of the run. */
  readonly name: string;
  readonly n: number;
}

/** Puts the files of an article out and gives their paths, in the order of the formats. */
export function putFiles(
  article: FormedArticle,
  place: ArticlePlace,
  material: Material,
  formats: readonly BodyFormat[],
  { options, output, clock }: Context,
): string[] {
  const { body } = article;
  const { exportTemplate } = options;
  const slug = numberedName(place.name, place.n);
  const date = clock.now().toISOString().slice(0, 10);
  const name = exportedName(exportTemplate, { slug, keyword: body.keyword, title: body.title, n: place.n, date });
  return formats.map((format) => {
    const path = `articles/${name}.${fileEnding(format, exportTemplate)}`;
    const content = fileContent(article, material, format, options);
    if (exportTemplate.append) output.append(path, content, BODY_MEDIA_TYPES[format]);
    else output.file(path, content, BODY_MEDIA_TYPES[format]);
    return path;
  });
}

function fileContent(
  article: FormedArticle,
  material: Material,
  format: BodyFormat,
  options: ArticleCreatorOptions,
): string {
  const look = { citing: options.citeSources, ...schemaOf(article.form, options) };
  const more = { sources: sourcesOf(article, material) };
  return exportedBody(article.body, format, look, options.exportTemplate, more);
}

/**
 * Sources as rows and files name them: `url` for a page of the web, with why a browser was used for it, `path` for anything
 * else.
 */
export function sourcesOf({ body, sourcePlaces, cells }: FormedArticle, material: Material): JsonObject[] {
  const texts = [...body.blocks.flatMap(textsOf), ...cells];
  return body.sources.map(({ title, address }, at): JsonObject => {
    const sentences = texts.filter(({ source }) => source === at).length;
    if (!isWebAddress(address)) return { title, path: address, sentences };
    return { title, url: address, sentences, rendered: material.sources[sourcePlaces[at] ?? -1]?.rendered ?? "" };
  });
}
