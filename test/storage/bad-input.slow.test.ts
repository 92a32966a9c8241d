import { testBadInput } from "./bad-input.js";
import { POSTGRES } from "./postgres-storages.js";

testBadInput([POSTGRES]);
