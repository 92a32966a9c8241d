import { evaluateXPath } from "fontoxpath";
import { type XpathNode, xpathTree } from "./xpath-tree.js";

/** An XPath 3.1 that is ready: the nodes it finds, and values as texts. Throws for one that cannot be used. */
export function readyXpath(text: string): (context: XpathNode) => (XpathNode | string)[] {
  const evaluate = (context: XpathNode): unknown[] =>
    // The library reads the tree by the members of the DOM that it has.
    evaluateXPath(text, context as never, null, null, evaluateXPath.ALL_RESULTS_TYPE, {
      language: evaluateXPath.XPATH_3_1_LANGUAGE,
    }) as unknown[];
  evaluate(EMPTY.root);
  return (context) => evaluate(context).map((found) => (isNode(found) ? found : String(found)));
}

const EMPTY = xpathTree();

function isNode(found: unknown): found is XpathNode {
  return typeof found === "object" && found !== null && "nodeType" in found;
}
