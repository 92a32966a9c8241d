import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { allReaders } from "./readers.mjs";
import { Absent, atLeast } from "./report.mjs";
import { shingleF1, shingleShares } from "./shingles.mjs";

const BAR = atLeast(0.96, 0.975);

/** The text of articles that nothing of ours was made from: the article extraction benchmark, with its own measure. */
export async function measure(report, { aeb = process.env.AEB ?? "article-extraction-benchmark" }) {
  const truths = path.join(aeb, "ground-truth.json");
  if (!existsSync(truths)) {
    throw new Absent(
      "The article extraction benchmark is not on this machine. Get it from " +
        "https://github.com/scrapinghub/article-extraction-benchmark and name its folder, which holds html and " +
        "ground-truth.json: npm run quality -- aeb --aeb <folder>, or set AEB.",
    );
  }
  const pages = Object.entries(JSON.parse(readFileSync(truths, "utf8"))).map(
    ([id, { articleBody = "", url = "" }]) => ({
      html: () => gunzipSync(readFileSync(path.join(aeb, "html", `${id}.html.gz`))).toString("utf8"),
      url,
      wanted: articleBody,
    }),
  );
  for (const { name, ours, read } of await allReaders()) {
    const shares = new Map();
    let errors = 0;
    for (const { html, url, wanted } of pages) {
      let texts;
      try {
        ({ texts } = await read(html(), url));
      } catch {
        errors += 1;
      }
      const kinds = texts === undefined ? [...shares.keys()] : Object.keys(texts);
      for (const kind of kinds) {
        if (!shares.has(kind)) shares.set(kind, []);
        shares.get(kind).push(shingleShares(texts?.[kind] ?? "", wanted));
      }
    }
    const title = ours ? "Shipped weights" : name;
    for (const [kind, own] of shares) {
      report.figure(kind === "" ? title : `${title}, ${kind}`, shingleF1(own), {
        digits: 4,
        ...(ours && { bar: BAR }),
      });
    }
    report.figure("  errors", errors, { digits: 0 });
  }
}
