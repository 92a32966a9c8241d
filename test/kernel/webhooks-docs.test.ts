import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { signatureOf } from "../../src/kernel/attendants/webhooks/sender.js";
import { readTemplate, VARIABLES } from "../../src/kernel/attendants/webhooks/template.js";
import { EVENT_NAMES } from "../../src/kernel/events.js";

const page = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8");
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, code]) => code!);

it("the check of signatures on the page takes genuine messages and no others", async () => {
  const [code] = blocks(page("webhooks"), "js");
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code!)}`)) as {
    isGenuine(body: Buffer, signature: string | undefined, secret: string): boolean;
  };
  const body = Buffer.from('{"a":"ä"}');
  const signature = signatureOf(body.toString(), "secret");
  expect(isGenuine(body, signature, "secret")).toBe(true);
  expect(isGenuine(body, signature, "another")).toBe(false);
  expect(isGenuine(Buffer.from('{"a":"a"}'), signature, "secret")).toBe(false);
  expect(isGenuine(body, undefined, "secret")).toBe(false);
});

it("the template on the page can be used, and all variables are there", () => {
  const template = blocks(page("webhooks"), "json").find((block) => block.includes("{{"));
  expect(readTemplate(template!)).not.toHaveProperty("problem");
  const listed = page("webhooks").split("| Variables |")[1]!.split("\n\n")[0]!;
  const missing = VARIABLES.filter((path) => {
    const inProgress = /^run\.progress(\.\w+)$/.exec(path)?.[1];
    return !listed.includes(`\`${path}\``) && !(inProgress !== undefined && listed.includes(`\`${inProgress}\``));
  });
  expect(missing).toEqual([]);
});

it("all names of events are on their page", () => {
  const text = page("events");
  expect(EVENT_NAMES.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
