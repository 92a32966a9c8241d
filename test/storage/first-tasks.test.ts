import { testFirstTasks } from "./first-tasks.js";
import { IN_MEMORY } from "./storages.js";

testFirstTasks(IN_MEMORY);
