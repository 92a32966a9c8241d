import { expect, it } from "vitest";
import { cannedWriter } from "../../../adapters/doubles/index.js";
import { ScriptoriumError, type WriteRequest, type WriterProvider } from "../../../kernel/index.js";
import { budgetedWriter } from "./budgeted-writer.js";
import { usageCsv, usageLedger } from "./usage.js";

const none = { maxTokensPerArticle: 0, maxCostPerRun: 0, currency: "" };
const signal = new AbortController().signal;
const request = { instructions: "x".repeat(400), text: "", signal };

/** Answers with 100 tokens given and 200 answered, at 10 and 50 a million. */
function priced(prices = { input: 10, output: 50, currency: "USD" }) {
  const requests: WriteRequest[] = [];
  const writer: WriterProvider = {
    prices: () => prices,
    write: async () => "",
    async answer(asked) {
      requests.push(asked);
      const usage = { input: 100, output: 200, cost: 0.011 };
      return { text: "Bees.", provider: "a", model: "m", usage, cached: false, cut: false };
    },
  };
  return { writer, requests };
}

it("what calls take is in the ledger and its table", async () => {
  const ledger = usageLedger();
  const { writer } = priced();
  const article = budgetedWriter(writer, none, ledger);
  await article.answer({ ...request, for: "=bees", step: "draft" });
  expect(article.tokens()).toBe(300);
  expect(ledger.cost()).toBeCloseTo(0.011);
  expect(usageCsv(ledger.rows)).toBe(
    "for,step,provider,model,tokensIn,tokensOut,cost,currency,cached\n'=bees,draft,a,m,100,200,0.011,USD,false\n",
  );
});

it("a call that would bring an article above its tokens is not made, and another article has its own", async () => {
  const { writer, requests } = priced();
  const ledger = usageLedger();
  const budget = { ...none, maxTokensPerArticle: 1000 };
  const article = budgetedWriter(writer, budget, ledger);
  await article.answer({ ...request, maxTokens: 500 });
  await article.answer({ ...request, maxWords: 200 });
  // What is left of the budget is the greatest length of the answer.
  expect(requests.map(({ maxTokens }) => maxTokens)).toEqual([500, 600]);
  await expect(article.answer({ ...request, maxTokens: 500 })).rejects.toMatchObject({
    code: "budget",
    facts: { field: "maxTokensPerArticle", would: 1200, most: 1000 },
  });
  expect(requests).toHaveLength(2);
  await budgetedWriter(writer, budget, ledger).answer({ ...request, maxTokens: 500 });
});

it("calls at the same time share what is left of the cost of a run", async () => {
  const { writer, requests } = priced();
  const ledger = usageLedger([
    {
      for: "",
      step: "",
      provider: "a",
      model: "m",
      tokensIn: 0,
      tokensOut: 0,
      cost: 0.02,
      currency: "USD",
      cached: false,
    },
  ]);
  const budget = { ...none, maxCostPerRun: 0.08 };
  const calls = [1, 2, 3].map(() => budgetedWriter(writer, budget, ledger).answer({ ...request, maxTokens: 500 }));
  const settled = await Promise.allSettled(calls);
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
  expect(settled[2]).toMatchObject({ reason: { code: "budget", facts: { field: "maxCostPerRun" } } });
  expect(requests).toHaveLength(2);
  expect(ledger.cost()).toBeCloseTo(0.042);
});

it("a limit of cost needs prices, in its currency", async () => {
  const budget = { ...none, maxCostPerRun: 1, currency: "EUR" };
  await expect(budgetedWriter(cannedWriter("a"), budget, usageLedger()).answer(request)).rejects.toMatchObject({
    code: "bad-input",
    facts: { field: "maxCostPerRun" },
  });
  await expect(budgetedWriter(priced().writer, budget, usageLedger()).answer(request)).rejects.toMatchObject({
    code: "bad-input",
    facts: { field: "currency" },
  });
});

it("a failed call that cost something counts, and writers that say no tokens are estimated", async () => {
  const ledger = usageLedger();
  const failing: WriterProvider = {
    ...priced().writer,
    async answer() {
      throw new ScriptoriumError("WRITER_FAILED", "It gave no JSON. Try again.", { usage: { input: 100, output: 40 } });
    },
  };
  const article = budgetedWriter(failing, none, ledger);
  await expect(article.answer(request)).rejects.toMatchObject({ code: "WRITER_FAILED" });
  expect(ledger.rows).toMatchObject([{ tokensIn: 100, tokensOut: 40, cost: 0.003 }]);
  await budgetedWriter(cannedWriter("a".repeat(40)), none, ledger).answer(request);
  expect(ledger.rows[1]).toMatchObject({ tokensIn: 100, tokensOut: 10 });
});
