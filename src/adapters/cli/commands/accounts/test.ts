import type { Accounts } from "../../../../kernel/index.js";
import { ScriptoriumError, type ShownAccount } from "../../../../kernel/index.js";
import type { AccountTest } from "../../../accounts/index.js";
import type { AccountTests, Given } from "../../command.js";
import type { Action } from "./action.js";
import { named, print, referred, wanted } from "./answers.js";

/** Logs in to one account, or to all of a kind or group, one after the other. Exit code 1 where one does not work. */
export const test: Action = async (accounts, given, parts) => {
  const chosen = await accountsToTest(accounts, given);
  const tests = await parts.tests();
  try {
    const answers: AccountTest[] = [];
    for (const account of chosen) answers.push(await tested(accounts, tests, account));
    if (answers.some(({ ok }) => !ok)) process.exitCode = 1;
    const lines = answers.map((one) => `${one.ok ? "ok  " : "FAIL"}  ${one.kind} "${one.name}": ${one.says}`);
    print(given, answers, lines.length === 0 ? ["There are no accounts to test."] : lines);
  } finally {
    await tests.close();
  }
};

async function accountsToTest(accounts: Accounts, given: Given): Promise<readonly ShownAccount[]> {
  if (given["name"] !== undefined) return [await referred(accounts, named(given))];
  const all = await wanted(accounts, given);
  return all.filter(({ kind }) => kind === "blog" || kind === "mail");
}

async function tested(accounts: Accounts, tests: AccountTests, { id, name, kind }: ShownAccount): Promise<AccountTest> {
  try {
    return await tests.test(await accounts.opened(id));
  } catch (error) {
    if (!ScriptoriumError.is(error)) throw error;
    return { id, name, kind, ok: false, code: error.code, says: error.message };
  }
}
