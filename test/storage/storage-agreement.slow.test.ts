import { POSTGRES } from "./postgres-storages.js";
import { testStorageAgreement } from "./storage-agreement.js";
import { DURABLE_STORAGES } from "./storages.js";

testStorageAgreement([...DURABLE_STORAGES, POSTGRES]);
