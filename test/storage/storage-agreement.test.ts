import { testStorageAgreement } from "./storage-agreement.js";
import { DURABLE_STORAGES } from "./storages.js";

testStorageAgreement(DURABLE_STORAGES.map((storage) => ({ ...storage, cases: 20 })));
