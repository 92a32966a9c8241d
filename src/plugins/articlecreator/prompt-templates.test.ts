import { describe, expect, it } from "vitest";
import { cannedWeb, LIGHTHOUSES, outcomeOf } from "../../../test/doubles/article-creator-world.js";
import { cannedPrompts } from "../../adapters/doubles/index.js";
import type { WriteRequest, WriterProvider } from "../../kernel/index.js";

const data = {
  articleKeywordsFile: ["lighthouse||coasts"],
  sourceMode: ["urls"],
  sourceUrlsFile: Object.keys(LIGHTHOUSES),
  articleLengthFrom: 20,
  articleLengthTo: 300,
  articleMode: "ai",
  promptTemplateId: "guide",
};
const prompts = cannedPrompts({ guide: "Write a guide to {{keyword}} for {{ Category }}, {{year}}.", broken: "{{x}}" });
const BODY = "## Towers\n\nA lighthouse is a tower that carries a lamp high enough to be seen from ships [1].";

function writer(asked: WriteRequest[]): WriterProvider {
  const outline = { title: "Light", sections: [{ heading: "Towers", points: ["What they are"] }] };
  return {
    async write(request) {
      asked.push(request);
      const isOutline = request.instructions.startsWith("Task: outline");
      return JSON.stringify(isOutline ? outline : { title: "Light", body: BODY });
    },
  };
}

describe("a prompt template of the server", () => {
  it("takes the place of the form in what the model is told, filled in for the line", async () => {
    const asked: WriteRequest[] = [];
    await outcomeOf(data, { providers: { web: cannedWeb(LIGHTHOUSES), writer: writer(asked), prompts } });
    expect(asked.length).toBe(2);
    for (const { instructions } of asked) {
      expect(instructions).toContain("Write a guide to lighthouse for coasts, 2026.");
      expect(instructions).not.toContain("Write an article: first what the subject is");
    }
  });

  it.each([
    [
      "other",
      'promptTemplateId is "other", and the server has no prompt template with this id. Use "guide" or "broken"',
    ],
    ["broken", "promptTemplateId has {{x}}, which stands for nothing. Use {{keyword}}"],
  ])("is refused before anything is read: %s", async (promptTemplateId, message) => {
    const asked: WriteRequest[] = [];
    const web = cannedWeb(LIGHTHOUSES);
    const world = { providers: { web, writer: writer(asked), prompts } };
    await expect(outcomeOf({ ...data, promptTemplateId }, world)).rejects.toMatchObject({
      code: "bad-input",
      message: expect.stringContaining(message),
    });
    expect([...web.asked, ...asked]).toEqual([]);
  });

  it("is not asked for where no model is", async () => {
    const world = { providers: { web: cannedWeb(LIGHTHOUSES), prompts } };
    const { log, rows } = await outcomeOf({ ...data, articleMode: "compose", promptTemplateId: "other" }, world);
    expect(rows[0]).toMatchObject({ status: "ok" });
    expect(log.join("\n")).toContain('promptTemplateId is set, but articleMode is "compose", so no model is asked.');
  });
});
