/** For authors of plugins, storages and queues: the contracts as named cases, and doubles for the outside world. */
export * from "./adapters/doubles/index.js";
export { type PluginCase, type PluginHarness, pluginContract } from "./kernel/contracts/plugin-contract.js";
export {
  type ProviderCase,
  type ProviderHarness,
  type ProviderSamples,
  providerContract,
} from "./kernel/contracts/provider-contract.js";
export {
  type ContractLimits,
  type QueueCase,
  type QueueHarness,
  queueContract,
} from "./kernel/contracts/queue-contract.js";
export { type ContractCase, type StorageHarness, storageContract } from "./kernel/contracts/storage-contract.js";
export {
  type PutExchange,
  type ReadExchange,
  type RecordedExchange,
  recordedWeb,
  replayedWeb,
} from "./plugins/_kit/web/exchanges.js";
