import { badField, givenLines } from "../../engines/pages/fields.js";
import { type OptionProblem, type Providers, shown } from "../../kernel/index.js";
import { articleProblems } from "../_kit/articles-in/index.js";
import { namesAmong, problemsOf } from "../_kit/checks.js";
import { dripProblems } from "../_kit/drip/index.js";
import { refuseFolder } from "../_kit/folders.js";
import { FORMATS, type WpXmlGeneratorOptions } from "./options.js";

/** What is wrong with the data object of a WordPress XML generator. */
export async function wpXmlGeneratorProblems(
  options: WpXmlGeneratorOptions,
  { folder }: Partial<Pick<Providers, "folder">>,
): Promise<OptionProblem[]> {
  if (givenLines(options.wxrFile).length > 0) return [];
  return [
    ...(await problemsOf([
      () => refuseFolder(options.articleFolder, "articleFolder", folder),
      () => refuseSite(options.siteUrl),
      () => refuseType(options.postType),
      () => namesAmong(FORMATS, options.alsoWrite, "alsoWrite"),
    ])),
    ...(await articleProblems(options)),
    ...dripProblems(options),
  ];
}

function refuseSite(siteUrl: string): void {
  const url = URL.parse(siteUrl.trim());
  if (url?.protocol === "http:" || url?.protocol === "https:") return;
  throw badField(
    "siteUrl",
    `siteUrl is "${shown(siteUrl)}", which is no web address. Write it as https://example.com.`,
  );
}

/** What the database of WordPress has room for. */
function refuseType(postType: string): void {
  if (/^[a-z0-9_-]{1,20}$/.test(postType.trim())) return;
  throw badField(
    "postType",
    `postType is "${shown(postType)}", which no type of posts can be called. Use post, page or the name of a type of the blog: up to 20 of a to z, 0 to 9, - and _.`,
  );
}
