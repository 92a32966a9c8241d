import { afterAll } from "vitest";
import { removeFolders } from "./folders-of-file.js";

// Modules outlive a file of tests, so what they made for it is removed here: this is run for every file.
afterAll(removeFolders);
