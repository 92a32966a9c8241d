import { type SecretBox, Vault } from "../secrets/vault.js";
import type { StorageAdapter } from "../storage.js";
import { systemClock } from "../values/clock.js";
import { objectIds } from "../values/ids.js";
import { AccountService, type Accounts } from "./account-service.js";

/** The accounts of a storage that is open, without a kernel: nothing else of the store is read or changed. */
export function accountsOfStore(storage: StorageAdapter, secrets: SecretBox | undefined): Accounts {
  return new AccountService(storage, systemClock, objectIds(systemClock), new Vault(secrets));
}
