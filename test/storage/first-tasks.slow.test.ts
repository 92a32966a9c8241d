import { testFirstTasks, testFirstTasksOfMany } from "./first-tasks.js";
import { DURABLE_STORAGES, STORAGES } from "./storages.js";

testFirstTasksOfMany(STORAGES);
testFirstTasks(DURABLE_STORAGES);
