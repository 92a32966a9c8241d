import { POSTGRES, POSTGRES_ON_A_POOL } from "./postgres-storages.js";
import { testStorageContract } from "./storage-contract.js";

testStorageContract([POSTGRES, POSTGRES_ON_A_POOL]);
