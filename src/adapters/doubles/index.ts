export { cannedFolder, type MemoryOutput, memoryOutput } from "./canned-files.js";
export { cannedBrowser, cannedMaps, cannedVideo } from "./canned-finding.js";
export { type CannedImages, cannedImages } from "./canned-images.js";
export { type CannedMailer, cannedMailer } from "./canned-mailer.js";
export { type CannedPublisher, cannedPublisher } from "./canned-publisher.js";
export { cannedReader } from "./canned-reader.js";
export {
  type CannedMessenger,
  cannedLicence,
  cannedMachine,
  cannedMessenger,
  cannedPrompts,
  cannedSearch,
  type SentMessage,
} from "./canned-services.js";
export {
  type CannedWriter,
  cannedAboutMe,
  cannedParaphraser,
  cannedSpinner,
  cannedTranslator,
  cannedWriter,
} from "./canned-texts.js";
export { type CannedWeb, cannedWeb, never } from "./canned-web.js";
export { type TestClock, testClock } from "./test-clock.js";
