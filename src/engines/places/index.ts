export * from "./area.js";
export { kindsFor, labelOfTag, type PlaceKind, type TagCondition } from "./kinds.js";
export { plusCode } from "./plus-code.js";
export { placesMeant, type SavedPlace, savedPlaces } from "./saved.js";
export { cleanText, digitsOf, isPosition, mailAddresses, numberOf, phoneNumbers, webAddress } from "./values.js";
