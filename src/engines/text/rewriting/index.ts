export { createRewriter, type Rewrite, type Rewriter } from "./rewriter.js";
