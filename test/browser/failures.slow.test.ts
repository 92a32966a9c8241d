import { expect, it } from "vitest";
import { browserProcesses } from "./processes.js";
import { browserWorld, calm, closesAfterEach, describeBrowser } from "./world.js";

const html = (code: string) => `<!doctype html><p>A page.</p><script>${code}</script>`;
const HOGS = `const held = []; setInterval(() => { for (let n = 0; n < 40; n += 1) held.push(new Uint8Array(1e6).fill(n)); document.title = String(held.length); }, 20)`;

/** For what takes as long as the machine is busy. */
const soon = <Value>(value: () => Value) => expect.poll(value, { timeout: 60_000 });

const mine = () => browserProcesses(process.pid);
const renderers = () => mine().filter(({ line }) => line.includes("--type=renderer"));

const browsers = () => mine().flatMap(({ pid, group }) => (pid === group ? [pid] : []));

function killBrowser(): void {
  const pids = browsers();
  if (pids.length === 0) throw new Error("There is no browser to kill.");
  for (const pid of pids) process.kill(pid, "SIGKILL");
}

describeBrowser("pages that go wrong", () => {
  closesAfterEach();

  it("a page whose process is killed fails with a reason, and the next page works", async () => {
    const { site, browser, asked } = await browserWorld({
      "/": html("setInterval(() => fetch('/'), 30)"),
      "/fine": "<p>Fine.",
    });
    const failing = browser.render(`${site.url}/`, { signal: calm() }).catch((error: unknown) => error);
    await soon(() => asked.length).toBeGreaterThan(3);
    for (const { pid } of renderers()) process.kill(pid, "SIGKILL");
    expect(await failing).toMatchObject({
      code: "BROWSER_FAILED",
      message: expect.stringContaining("broke down in the browser. Leave it out"),
      facts: { reason: "crash" },
    });
    expect((await browser.render(`${site.url}/fine`, { signal: calm() })).text).toContain("Fine.");
  });

  it("a page is shown in a new browser where the browser is killed, and its helpers end too", async () => {
    const { site, browser, asked } = await browserWorld(
      { "/": html("setInterval(() => fetch('/'), 30)") },
      { settleMs: 2000 },
    );
    const rendering = browser.render(`${site.url}/`, { signal: calm() });
    await soon(() => asked.length).toBeGreaterThan(3);
    const before = mine().map(({ pid }) => pid);
    killBrowser();
    expect((await rendering).text).toContain("A page.");
    await soon(() => mine().filter(({ pid }) => before.includes(pid))).toEqual([]);
  });

  it("a browser that is killed each time is said to have stopped", async () => {
    const { site, browser, asked } = await browserWorld({ "/": html("setInterval(() => fetch('/'), 30)") });
    const rendering = browser.render(`${site.url}/`, { signal: calm() }).catch((error: unknown) => error);
    const killed: number[] = [];
    for (let time = 0; time < 2; time += 1) {
      await soon(() => browsers().filter((pid) => !killed.includes(pid)).length).toBe(1);
      const before = asked.length;
      await soon(() => asked.length).toBeGreaterThan(before + 3);
      killed.push(...browsers());
      killBrowser();
    }
    expect(await rendering).toMatchObject({ code: "BROWSER_FAILED", facts: { reason: "stopped" } });
  });

  it("a page that eats memory is ended, and one beside it lives on", async () => {
    const { site, browser } = await browserWorld(
      {
        "/": html(HOGS),
        "/slow": html("fetch('/late')"),
        "/late": (_request, response) => {
          setTimeout(() => response.end("late"), 3_500);
        },
      },
      { memoryMb: 700, settleMs: 60_000, timeoutMs: 60_000 },
    );
    const beside = browser.render(`${site.url}/slow`, { signal: calm() });
    const hog = browser.render(`${site.url}/`, { signal: calm() });
    await expect(hog).rejects.toMatchObject({
      code: "BROWSER_FAILED",
      message: expect.stringContaining(
        "needed more than the 700 MB of memory that the browser may use. Leave it out, or raise memoryMb",
      ),
      facts: { reason: "memory" },
    });
    expect((await beside).text).toContain("A page.");
  });

  it.for([
    ["a script without end", "while (true);"],
    ["one alert after the other", "for (;;) alert(1)"],
    ["a promise that never rests", "const again = () => Promise.resolve().then(again); again()"],
  ])("%s ends with the time of the page, and costs nothing afterwards", async ([, code]) => {
    const { site, browser } = await browserWorld({ "/": html(code!), "/fine": "<p>Fine." });
    await browser.render(`${site.url}/fine`, { signal: calm() });
    await expect(browser.render(`${site.url}/`, { signal: calm(), timeoutMs: 4000 })).rejects.toMatchObject({
      code: "FETCH_TIMEOUT",
      message: expect.stringContaining("was not ready in the browser within 4 seconds"),
    });
    await soon(() => renderers().length).toBeLessThanOrEqual(1);
    expect((await browser.render(`${site.url}/fine`, { signal: calm() })).text).toContain("Fine.");
  });

  it("dialogs are answered at once, also one that asks whether to leave", async () => {
    const { site, browser } = await browserWorld({
      "/": `<p id=said></p><button id=go>go</button><script>
        onbeforeunload = (event) => { event.preventDefault(); return "stay"; };
        alert("a"); said.textContent = [confirm("b"), prompt("c"), typeof print].join(" ");
      </script>`,
    });
    const steps = [{ do: "click", selector: "#go" } as const];
    const { text } = await browser.render(`${site.url}/`, { signal: calm(), timeoutMs: 15_000, steps });
    expect(text).toContain("false  function");
  });

  it("windows that open without end are closed, and the page is read", async () => {
    const { site, browser } = await browserWorld(
      {
        "/": `<p>Many windows.</p><button id=go>go</button><script>
        go.onclick = () => { for (let n = 0; n < 300; n += 1) window.open("/popup?" + n, "_blank"); };
        setInterval(() => window.open("/popup"), 1);
      </script>`,
        "/popup": "<script>window.open('/popup?again')</script>",
      },
      { settleMs: 2000 },
    );
    const steps = [{ do: "click", selector: "#go" } as const, { do: "click", selector: "#go" } as const];
    const { text } = await browser.render(`${site.url}/`, { signal: calm(), steps });
    expect(text).toContain("Many windows.");
    await soon(() => renderers().length).toBeLessThanOrEqual(2);
  });

  it("what a browser would save is refused by its kind, and nothing is saved", async () => {
    const { site, browser } = await browserWorld({
      "/file": (_request, response) =>
        response.writeHead(200, { "content-type": "application/zip", "content-disposition": "attachment" }).end("PK"),
      "/": html(`const a = document.createElement("a"); a.href = "/file"; a.download = "x"; a.click();`),
    });
    await expect(browser.render(`${site.url}/file`, { signal: calm() })).rejects.toMatchObject({
      code: "FETCH_FAILED",
      message: expect.stringMatching(
        /is not a page that a browser shows but application\/zip\. Give the address of a page\.$/,
      ),
    });
    expect((await browser.render(`${site.url}/`, { signal: calm() })).text).toContain("A page.");
  });

  it("a page that asks for a password is one without access", async () => {
    const { site, browser } = await browserWorld(
      {
        "/": (_request, response) =>
          response.writeHead(401, { "content-type": "text/html", "www-authenticate": 'Basic realm="x"' }).end("<p>No."),
        "/frame": "<p>Outside.</p><iframe src='/'></iframe><script>fetch('/')</script>",
      },
      // A frame that asks never comes to rest.
      { settleMs: 2000 },
    );
    await expect(browser.render(`${site.url}/`, { signal: calm(), timeoutMs: 15_000 })).rejects.toMatchObject({
      facts: { status: 401 },
    });
    expect((await browser.render(`${site.url}/frame`, { signal: calm() })).text).toContain("Outside.");
  });

  it("a page of 50,000 elements and 15 MB is read or refused by its size, in bounded memory", async () => {
    const { site, browser } = await browserWorld({
      "/": html(`const text = "x".repeat(300); for (let n = 0; n < 50_000; n += 1) {
        const p = document.createElement("p"); p.textContent = text; document.body.append(p); }`),
    });
    const page = `${site.url}/`;
    await expect(browser.render(page, { signal: calm(), timeoutMs: 60_000 })).rejects.toMatchObject({
      code: "FETCH_TOO_LARGE",
      message: expect.stringContaining("is larger than 10 MB"),
    });
    const large = await browserWorld({
      "/": html(`for (let n = 0; n < 50_000; n += 1) document.body.append(document.createElement("i"))`),
    });
    expect((await large.browser.render(`${large.site.url}/`, { signal: calm() })).text.match(/<i>/g)).toHaveLength(
      50_000,
    );
  });

  it("a page that loads without end is cut by its size and by its requests", async () => {
    const { site, browser } = await browserWorld(
      {
        "/requests": html(
          "let n = 0; setInterval(() => { for (let i = 0; i < 20; i += 1) fetch('/none?' + n++) }, 10)",
        ),
        "/stream": html("fetch('/endless')"),
        "/endless": (_request, response) => {
          const timer = setInterval(() => response.write(Buffer.alloc(1e6)), 5);
          response.once("close", () => clearInterval(timer));
        },
      },
      { maxLoadedBytes: 2_000_000, maxRequests: 100, settleMs: 20_000 },
    );
    await expect(browser.render(`${site.url}/stream`, { signal: calm() })).rejects.toMatchObject({
      code: "FETCH_TOO_LARGE",
    });
    const many = await browser.render(`${site.url}/requests`, { signal: calm() });
    expect(many.notes).toContain("The page made 100 requests; it was given no more.");
  });

  it("no more pages are open at once than may be, and a browser without work ends by itself", async () => {
    let open = 0;
    let most = 0;
    const second = Promise.withResolvers<void>();
    const { site, browser } = await browserWorld(
      {
        "/": html("fetch('/wait')"),
        "/wait": async (_request, response) => {
          open += 1;
          most = Math.max(most, open);
          response.once("close", () => {
            open -= 1;
          });
          if (open === 2) second.resolve();
          await second.promise;
          // Time for a third page, if it may open.
          setTimeout(() => response.end("done"), 1_500);
        },
      },
      { maxPages: 2, idleMs: 300, settleMs: 30_000 },
    );
    await Promise.all(Array.from({ length: 5 }, () => browser.render(`${site.url}/`, { signal: calm() })));
    expect(most).toBe(2);
    await soon(() => mine().length).toBe(0);
    expect(await browser.probe(calm())).toMatch(/^Chromium \d+/);
  });

  it("a page that is aborted ends at once", async () => {
    const { site, browser, asked } = await browserWorld({ "/": html("setInterval(() => fetch('/'), 30)") });
    const control = new AbortController();
    const rendering = browser.render(`${site.url}/`, { signal: control.signal });
    await soon(() => asked.length).toBeGreaterThan(3);
    control.abort(new Error("enough"));
    const begun = performance.now();
    await expect(rendering).rejects.toThrow("enough");
    expect(performance.now() - begun).toBeLessThan(3_000);
  });
});
