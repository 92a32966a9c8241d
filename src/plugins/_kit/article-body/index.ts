export { EXPORT_TEMPLATE_MEANING, exportedName, exportTemplate } from "./export-template.js";
export { bodyWords } from "./json.js";
export { BODY_FORMATS, BODY_MEDIA_TYPES, type BodyFormat } from "./look.js";
export type { ArticleBody, BodyBlock, BodySource, BodyText } from "./model.js";
export { isWebAddress, shownTexts, textsOf } from "./texts.js";
export { exportedBody, fileEnding, renderedBody } from "./written-body.js";
