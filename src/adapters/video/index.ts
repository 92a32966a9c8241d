export { type BuiltinVideoOptions, createBuiltinVideo } from "./builtin.js";
export { combineVideo } from "./combine.js";
export { videoKinds } from "./kinds.js";
export { createYtDlp, type YtDlp, type YtDlpOptions } from "./yt-dlp.js";
