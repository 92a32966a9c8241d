import { expect, it } from "vitest";
import { browserWorld, calm, closesAfterEach, describeBrowser } from "./world.js";

const WORDS = "The beekeeper walked along the hives and counted the frames that were full of honey. ".repeat(5);

describeBrowser("pages in a browser", () => {
  closesAfterEach();

  it("a list that a script draws from data that come later is read", async () => {
    const { site, browser } = await browserWorld({
      "/": `<!doctype html><title>Hives</title><ul></ul><script>
        setTimeout(async () => {
          const names = await (await fetch("/names.json")).json();
          document.querySelector("ul").innerHTML = names.map((name) => "<li>" + name).join("");
        }, 700);
      </script>`,
      "/names.json": (_request, response) => {
        setTimeout(
          () => response.writeHead(200, { "content-type": "application/json" }).end('["North", "South"]'),
          600,
        );
      },
    });
    const page = await browser.render(`${site.url}/`, { signal: calm() });
    expect(page).toMatchObject({ url: `${site.url}/`, status: 200, mediaType: "text/html", notes: [] });
    expect(page.text).toContain("<li>North</li><li>South</li>");
    expect(page.requests).toEqual({ made: 2, refused: 0 });
  });

  it("what open shadow roots and frames show stands where a visitor sees it", async () => {
    const { site, browser } = await browserWorld({
      "/": `<p>before</p><my-card><b>slotted</b></my-card><iframe src="/frame"></iframe><p>after</p><script>
        customElements.define("my-card", class extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: "open" }).innerHTML = "<style>p{color:red}</style><p>shadow <slot></slot> end</p>";
          }
        });
      </script>`,
      "/frame": `<body><p>framed <a href="next">link</a></p><iframe src="/inner"></iframe>`,
      "/inner": "<p>inner</p>",
    });
    const { text } = await browser.render(`${site.url}/`, { signal: calm() });
    expect(text).toContain("<my-card><p>shadow <b>slotted</b> end</p></my-card>");
    expect(text).toContain(`<div data-frame="${site.url}/frame"><p>framed <a href="${site.url}/next">link</a></p>`);
    expect(text).toContain(`<div data-frame="${site.url}/inner"><p>inner</p></div>`);
    const places = ["before", "shadow", "framed", "inner", "after"].map((word) => text.indexOf(word));
    expect(places).toEqual([...places].sort((one, other) => one - other));
  });

  it("redirects, the final address and its status are told, and a status of an error is one", async () => {
    const { site, browser } = await browserWorld({
      "/old": (_request, response) => response.writeHead(301, { location: "/new" }).end(),
      "/new": WORDS,
      "/gone": (_request, response) => response.writeHead(410, { "content-type": "text/html" }).end("<p>Gone."),
    });
    const page = await browser.render(`${site.url}/old`, { signal: calm() });
    expect(page).toMatchObject({ url: `${site.url}/new`, redirects: [{ url: `${site.url}/old`, status: 301 }] });
    const failing = browser.render(`${site.url}/gone`, { signal: calm() });
    await expect(failing).rejects.toMatchObject({ code: "FETCH_FAILED", facts: { status: 410 } });
    const any = await browser.render(`${site.url}/gone`, { signal: calm(), statuses: "any" });
    expect(any).toMatchObject({ status: 410, text: expect.stringContaining("Gone.") });
  });

  it("a page that never goes idle is read after a bounded time, with a note", async () => {
    const { site, browser } = await browserWorld(
      {
        "/": `<p>${WORDS}<p id=tick></p><script>
          setInterval(() => { tick.textContent = Math.random(); fetch("/ping").catch(() => {}); }, 50);
        </script>`,
        "/ping": "",
      },
      { settleMs: 1500 },
    );
    const page = await browser.render(`${site.url}/`, { signal: calm() });
    expect(page.text).toContain("beekeeper");
    expect(page.notes).toEqual(["The page did not come to rest; it was read as it stood."]);
  });

  it("pictures that a script puts in place of emoji are read as the emoji", async () => {
    const { site, browser } = await browserWorld({
      "/": `<p>Bees <img class="emoji" alt="🐝" src="/bee.svg"> fly.</p><p><img class="emoji" alt="A bee" src="/bee.svg"></p>
        <script>document.body.insertAdjacentHTML("beforeend", "<p>Much 🙂".replace("🙂", '<img class=emoji alt="🙂" src=/x.svg>'))</script>`,
    });
    const { text } = await browser.render(`${site.url}/`, { signal: calm() });
    expect(text).toContain("<p>Bees 🐝 fly.</p>");
    expect(text).toContain("<p>Much 🙂</p>");
    expect(text).toContain('alt="A bee"');
  });

  it("a page that leads on by itself is read where it leads", async () => {
    const html = { "content-type": "text/html" };
    const { site, browser } = await browserWorld({
      "/tag": '<meta http-equiv=Refresh content="0; url=/story"><p>Moved.',
      "/header": (_request, response) => response.writeHead(200, { ...html, refresh: "0;url=/story" }).end("<p>Moved."),
      "/story": WORDS,
    });
    for (const path of ["/tag", "/header"]) {
      const page = await browser.render(`${site.url}${path}`, { signal: calm(), session: { id: "one" } });
      expect([page.url, page.text.includes("beekeeper")]).toEqual([`${site.url}/story`, true]);
    }
  });

  it("a page that shows nothing but a frame is read with what scripts draw in the frame", async () => {
    const { site, browser } = await browserWorld({
      "/": "<!doctype html><title>Hives</title><iframe src=/frame width=600 height=400></iframe>",
      "/frame": `<main></main><script>setTimeout(() => { document.querySelector("main").innerHTML = "<p>${WORDS}"; }, 700)</script>`,
    });
    const { text, notes } = await browser.render(`${site.url}/`, { signal: calm() });
    expect(text).toContain("beekeeper");
    expect(notes).toEqual([]);
  });

  it("pages without scripts are read as they stand, one after the other and at once, by one session", async () => {
    const paths = Array.from({ length: 12 }, (_, n) => `/still-${n}`);
    const still = (path: string) => `<!DOCTYPE html><html><head></head><body><p>${path}.</p></body></html>`;
    const { site, browser, asked } = await browserWorld(Object.fromEntries(paths.map((path) => [path, still(path)])));
    const read = async (path: string) =>
      (await browser.render(`${site.url}${path}`, { signal: calm(), session: { id: "one" } })).text;
    for (const path of paths.slice(0, 4)) expect(await read(path)).toBe(still(path));
    expect(await Promise.all(paths.slice(4).map(read))).toEqual(paths.slice(4).map(still));
    expect(asked.toSorted()).toEqual(paths.toSorted());
  });

  it("an endless list is scrolled as often as asked for, or until something is there", async () => {
    const page = `<div id=list></div><script>
      let shown = 0;
      const more = () => {
        for (let row = 0; row < 10; row += 1) {
          shown += 1;
          list.insertAdjacentHTML("beforeend", "<p style='height:200px' id=row-" + shown + ">row " + shown + "</p>");
        }
      };
      more();
      addEventListener("scroll", () => {
        if (innerHeight + scrollY >= document.body.scrollHeight - 50) setTimeout(more, 60);
      });
    </script>`;
    const { site, browser } = await browserWorld({ "/": page });
    const rows = (text: string) => text.match(/id="row-/g)?.length ?? 0;
    const twice = await browser.render(`${site.url}/`, { signal: calm(), scroll: { times: 2, delayMs: 300 } });
    expect(rows(twice.text)).toBe(30);
    const until = await browser.render(`${site.url}/`, {
      signal: calm(),
      scroll: { times: 50, delayMs: 300, untilSelector: "#row-45" },
    });
    expect(rows(until.text)).toBe(50);
  });

  it("a button is clicked for the next page until it is gone, and each stand is given", async () => {
    const { site, browser } = await browserWorld({
      "/": `<p id=page>page 1</p><button id=next>next</button><script>
        let at = 1;
        next.onclick = () => setTimeout(() => { at += 1; page.textContent = "page " + at; if (at === 3) next.remove(); }, 100);
      </script>`,
    });
    const { pages = [], text } = await browser.render(`${site.url}/`, {
      signal: calm(),
      next: { selector: "#next", times: 10 },
    });
    expect(pages.map((html) => /page \d/.exec(html)?.[0])).toEqual(["page 1", "page 2", "page 3"]);
    expect(text).toBe(pages[2]);
  });

  it("steps are done in order; one that finds nothing is noted and the others go on", async () => {
    const { site, browser } = await browserWorld({
      "/": `<input id=name><button id=go>go</button><p id=said></p><script>
        go.onclick = () => { said.textContent = "Hello " + document.querySelector("#name").value; };
        document.querySelector("#name").onkeydown = (event) => { if (event.key === "Enter") said.append("!"); };
      </script>`,
    });
    const page = await browser.render(`${site.url}/`, {
      signal: calm(),
      steps: [
        { do: "type", selector: "#name", text: "Ada" },
        { do: "click", selector: "#go" },
        { do: "press", key: "Enter", selector: "#name" },
        { do: "evaluate", script: "document.body.dataset.seen = 'yes'" },
        { do: "screenshot" },
        { do: "click", selector: "#missing" },
      ],
    });
    expect(page.text).toContain("Hello Ada!");
    expect(page.text).toContain('data-seen="yes"');
    expect(page.screenshots?.map((image) => Buffer.from(image.subarray(1, 4)).toString())).toEqual(["PNG"]);
    expect(page.notes).toEqual(["Step 6 (click) found nothing for #missing."]);
    expect(page.undone).toEqual(page.notes);
  });

  it("pictures, a PDF, a phone, a language and a time zone are as asked for", async () => {
    const { site, browser } = await browserWorld({
      "/": `<meta name=viewport content="width=device-width"><p id=p></p><div style="height:3000px"></div><script>
        p.textContent = [innerWidth, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.maxTouchPoints > 0].join(" ");
      </script>`,
    });
    const page = await browser.render(`${site.url}/`, {
      signal: calm(),
      mobile: true,
      locale: "de-DE",
      timezone: "Asia/Tokyo",
      screenshot: "full",
      pdf: true,
    });
    expect(page.text).toContain("412 de-DE Asia/Tokyo true");
    expect(
      Buffer.from(page.pdf ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    const image = Buffer.from(page.screenshots?.[0] ?? []);
    expect(image.readUInt32BE(20)).toBeGreaterThan(3000);
    const wrong = browser.render(`${site.url}/`, { signal: calm(), timezone: "Moon/Base" });
    await expect(wrong).rejects.toMatchObject({ code: "bad-input" });
  });
});
