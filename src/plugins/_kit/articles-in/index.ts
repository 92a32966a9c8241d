// Articles as files of a folder: HTML, Markdown and text, with or without settings at their heads.

export { articleFilesIn, articleForms } from "./article-files-in.js";
export { articleImage } from "./article-image.js";
export { articleProblems } from "./checks.js";
export { filePattern } from "./file-pattern.js";
export { filledFields } from "./filled-fields.js";
export { elementsOf, type HtmlElement, type HtmlNode, htmlTree, textOf } from "./html-tree.js";
export { type ArticleOptions, articleFields } from "./options.js";
export { readArticle, readArticleTerms, type SourceArticle } from "./read-article.js";
export { htmlOf, safeNodes } from "./safe-html.js";
export { leftOutForKeyword, wantsKeyword } from "./title.js";
