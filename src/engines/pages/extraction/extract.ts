import { createAddressResolver } from "./address-resolver.js";
import { analysed, type Classifier, loadClassifier, type Opinion } from "./classifier.js";
import { commentsOf } from "./comments.js";
import { contentImages, contentOf } from "./content.js";
import { selectContent } from "./content-selection.js";
import { embeddedText } from "./embedded-text.js";
import { metadataOfPage, readMetadata } from "./metadata.js";
import type { ExtractedPage, ExtractOptions } from "./page.js";
import { parsedPage } from "./page-tree.js";
import { checkSelectors, selectedTree } from "./selectors.js";
import { wordsIn } from "./surroundings.js";
import { threadPosts } from "./thread-posts.js";

export { checkSelectors } from "./selectors.js";

/**
 * The content of a page with what it says of itself. Nothing is fetched. Never fails on a page, whatever it holds: what
 * cannot be understood is a page without content. In the mode `fast` nobody looks at what kind of page it is, and it is
 * reported as an article. Throws `bad-input` when a selector of the options cannot be used.
 */
export async function extractPage(html: string, options: ExtractOptions = {}): Promise<ExtractedPage> {
  await checkSelectors(options);
  const classifier = options.mode === "fast" ? undefined : await loadClassifier();
  try {
    return await extracted(html, options, classifier);
  } catch {
    // The parsers are not made for every page there is, and one page less is all that is lost.
    const metadata = readMetadata(html, options.url);
    return { type: "article", metadata, content: [], comments: [], words: 0, method: "none" };
  }
}

async function extracted(html: string, options: ExtractOptions, classifier?: Classifier): Promise<ExtractedPage> {
  const { url = "", mode = "balanced", include = [], exclude = [], comments = false } = options;
  const selecting = include.length > 0 || exclude.length > 0;
  const page = parsedPage(html);
  const tree = selecting ? await selectedTree(html, options) : page.tree;
  const analysis = analysed(tree, html, url);
  const { blocks } = analysis.facts;
  const opinion: Opinion = classifier?.opinion(analysis) ?? {
    type: "article",
    chances: new Float32Array(blocks.length),
  };
  const { kept, method, doubtful } = selectContent(analysis.facts, opinion, mode);
  for (const block of blocks) if (block.path.some((element) => element.included)) kept[block.index] = 1;
  const whole = createAddressResolver(tree, url);
  const postOf = opinion.type === "forum" ? threadPosts(blocks, kept) : undefined;
  const content = contentOf(blocks, kept, contentImages(analysis.walked.images, whole), whole, postOf);
  const metadata = metadataOfPage(page, url, new Date(), opinion.type);
  if (content.length === 0 && !selecting) {
    const embedded = embeddedText(html, tree, metadata, whole);
    const method = embedded.content.length === 0 ? "none" : "rules";
    return { type: opinion.type, metadata, ...embedded, comments: [], method };
  }
  return {
    type: opinion.type,
    metadata,
    content,
    comments: comments && opinion.type !== "forum" ? commentsOf(analysis.facts, kept, whole) : [],
    words: wordsIn(blocks, kept),
    method: content.length === 0 ? "none" : method,
    ...(doubtful && content.length > 0 && { doubtful }),
  };
}
