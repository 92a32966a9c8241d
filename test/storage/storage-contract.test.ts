import { testStorageContract } from "./storage-contract.js";
import { STORAGES } from "./storages.js";

testStorageContract(STORAGES);
