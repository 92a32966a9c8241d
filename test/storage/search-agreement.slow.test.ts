import { POSTGRES } from "./postgres-storages.js";
import { ANY_STORAGE, testSearchAgreement } from "./search-agreement.js";

testSearchAgreement([...ANY_STORAGE, POSTGRES]);
