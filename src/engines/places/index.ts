export * from "./area.js";
export { kindsFor, labelOfTag, type PlaceKind, type TagCondition } from "./kinds.js";
export { plusCode } from "./plus-code.js";
export { leftOutNote, placesMeant, type SavedPlace, savedPlaces, whyNoPlaces } from "./saved.js";
export { SAVED_PLACES } from "./saved-title.js";
export { cleanText, digitsOf, isPosition, mailAddresses, numberOf, phoneNumbers, webAddress } from "./values.js";
