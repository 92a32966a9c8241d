export type { ServiceLimits } from "../network/service-client.js";
export { type ApertiumOptions, apertium } from "./apertium.js";
export { type DeepLOptions, deepL } from "./deepl.js";
export { firstOf } from "./first-of.js";
export { type LibreTranslateOptions, libreTranslate } from "./libre-translate.js";
export { pivoting } from "./pivoting.js";
export { type WriterTranslatorOptions, writerTranslator } from "./writer-translator.js";
