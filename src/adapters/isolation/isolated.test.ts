import { describeIsolated } from "../../../test/kernel/isolated-cases.js";

describeIsolated("thread");
