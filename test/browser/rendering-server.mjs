// Shows the page at an address until it is ended; SIGTERM lets it end in order.
import { createBrowser } from "../../dist/adapters/browser/index.js";
import { createWeb } from "../../dist/adapters/web/index.js";

const [address] = process.argv.slice(2);
const web = createWeb({ version: "0", allowPrivate: [new URL(address).host] });
const browser = createBrowser({ web, allowNoSandbox: true, settleMs: 60_000, timeoutMs: 60_000 });
process.once("SIGTERM", async () => {
  await browser.close();
  await web.close();
  process.exit(0);
});
await browser.render(address, { signal: new AbortController().signal }).catch(() => {});
