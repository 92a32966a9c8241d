import { POSTGRES } from "./postgres-storages.js";
import { testStorageAgreement } from "./storage-agreement.js";

testStorageAgreement([POSTGRES]);
