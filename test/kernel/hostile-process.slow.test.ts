import { describeHostile, describeReports } from "./hostile-cases.js";

describeHostile(2, 3);
describeReports(0, 3, 1_000_000);
