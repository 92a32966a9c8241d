import type { Accounts } from "../../../../kernel/index.js";
import type { AccountTests, Given } from "../../command.js";

/** Parts of the program that only some actions need. */
export interface ActionParts {
  tests(): Promise<AccountTests>;
}

/** What one does with the accounts of a store that is open. */
export type Action = (accounts: Accounts, given: Given, parts: ActionParts) => Promise<void>;
