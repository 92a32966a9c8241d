export { createRewriter, type KeptToken, type Rewrite, type Rewriter } from "./rewriter.js";
