import { testNarrowing } from "./narrowing.js";
import { POSTGRES } from "./postgres-storages.js";

testNarrowing([POSTGRES]);
