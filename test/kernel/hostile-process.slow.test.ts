import { describeHostile } from "./hostile-cases.js";

describeHostile(2, 3);
