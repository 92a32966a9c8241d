import { testBadInput } from "./bad-input.js";
import { MEMORY, STORAGES } from "./storages.js";

testBadInput(STORAGES.filter((storage) => storage !== MEMORY));
