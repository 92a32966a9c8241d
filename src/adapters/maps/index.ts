export { combineMaps } from "./combine.js";
export { createGooglePlaces, type GooglePlacesOptions } from "./google-places.js";
export { createGosom, type GosomOptions } from "./gosom.js";
export { mapsKinds } from "./kinds.js";
export { createOsm, type OsmOptions } from "./osm.js";
export { createPlacesFile } from "./places-file.js";
