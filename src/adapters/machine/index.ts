export { createMachine, type MachineOptions } from "./machine.js";
export { memoryGuard } from "./memory-guard.js";
