export {
  EXPORT_TEMPLATE_MEANING,
  type ExportTemplate,
  exportedName,
  exportTemplate,
  type FileNameValues,
} from "./export-template.js";
export { bodyWords, sourceRecords } from "./json.js";
export { BODY_FORMATS, BODY_MEDIA_TYPES, type BodyFormat, type BodyLook, type SchemaKind } from "./look.js";
export type { ArticleBody, BodyBlock, BodyImage, BodyLink, BodySource, BodyText } from "./model.js";
export { isWebAddress, textsOf } from "./texts.js";
export { exportedBody, fileEnding, renderedBody } from "./written-body.js";
