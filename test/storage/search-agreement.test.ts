import { sparingStorage } from "../kernel/search/sparing-storage.js";
import { testSearchAgreement } from "./search-agreement.js";
import { STORAGES } from "./storages.js";

const SPARING = {
  name: "a storage that hands over only what is read",
  harness: { create: async () => sparingStorage() },
  async end() {},
};

testSearchAgreement([...STORAGES, SPARING]);
