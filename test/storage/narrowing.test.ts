import { testNarrowing } from "./narrowing.js";
import { STORAGES } from "./storages.js";

testNarrowing(STORAGES);
