import { testFirstTasks } from "./first-tasks.js";
import { DURABLE_STORAGES } from "./storages.js";

testFirstTasks(DURABLE_STORAGES);
