import type { Browser } from "../../src/adapters/browser/index.js";
import type { WebOptions } from "../../src/adapters/web/index.js";
import { createScriptorium, type JsonObject } from "../../src/index.js";
import type { Loopback } from "../doubles/loopback.js";

const QUICK = {
  requestDelayFrom: 0,
  requestDelayTo: 0,
  maxRetries: 0,
  minWords: 50,
  dedupeContent: "off",
  saveRaw: false,
};

/** What a run of one task leaves. */
export async function ran(
  site: Loopback,
  browser: Browser | undefined,
  type: string,
  data: JsonObject,
  webOptions: WebOptions = {},
) {
  const scriptorium = createScriptorium({
    web: { allowPrivate: [site.host], ...webOptions },
    ...(browser === undefined ? {} : { providers: { browser } }),
  });
  await scriptorium.start();
  try {
    const { tasks, content } = scriptorium.kernel;
    const { _id } = await tasks.create(type, { ...QUICK, ...data });
    await tasks.run(_id);
    const { status, error } = await tasks.settled(_id);
    const rows = await Array.fromAsync(content.rows(_id));
    const log = (await Array.fromAsync(content.log(_id))).map(({ level, msg }) => `${level}: ${msg}`);
    return { status, error, rows, log };
  } finally {
    await scriptorium.stop();
  }
}
