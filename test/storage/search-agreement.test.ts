import { CASES } from "../kernel/search/generated.js";
import { ANY_STORAGE, testSearchAgreement } from "./search-agreement.js";

testSearchAgreement(ANY_STORAGE, CASES / 5);
