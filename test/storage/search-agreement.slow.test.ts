import { POSTGRES } from "./postgres-storages.js";
import { testSearchAgreement } from "./search-agreement.js";

testSearchAgreement([POSTGRES]);
