import type { ArgsDef } from "citty";
import { ABOUT_ME_VOICES } from "../../../kernel/providers.js";
import type { ScriptoriumClient } from "../../client/index.js";
import type { Command, Given } from "../command.js";
import { connected, SERVER_FLAGS } from "../connection/connect.js";
import { readFileText, readInput } from "../fields/given-data.js";
import { needed, OPTIONAL, unknown } from "../flags.js";
import { printJson, write } from "../printing.js";
import { settingFlags } from "../setting-flags.js";

const COMMON: ArgsDef = {
  seed: { type: "string", description: "The same text and seed give the same result", valueHint: "TEXT" },
  json: { type: "boolean", description: "Answer in JSON" },
  ...SERVER_FLAGS,
};
const TEXT: ArgsDef = {
  text: {
    type: "positional",
    description: "The text, @FILE, or - for standard input, as without one",
    required: false,
    valueHint: OPTIONAL,
  },
  protect: { type: "string", description: "Words that stay as they are, separated by commas", valueHint: "WORDS" },
};

/** A command that sends a text and prints what came of it. */
function textCommand(args: ArgsDef, call: (client: ScriptoriumClient, given: Given) => Promise<string>): Command {
  return {
    args: { ...args, ...COMMON, ...settingFlags(["providers", "languagePacks", "textTimeLimit", "logins"]) },
    run: (given, assembly) =>
      connected(given, assembly, { use: "none" }, async ({ client }) => {
        const result = await call(client, given);
        if (given["json"] === true) await printJson({ result });
        else await write(result.endsWith("\n") ? result : `${result}\n`);
      }),
  };
}

export const spinCommand = textCommand(
  {
    ...TEXT,
    strength: { type: "string", description: "How much is changed", valueHint: "conservative|default|bold" },
    language: {
      type: "string",
      description: "Language of the text, such as de; recognised without it",
      valueHint: "CODE",
    },
  },
  async (client, given) => {
    const { strength } = given;
    if (strength !== undefined && strength !== "conservative" && strength !== "default" && strength !== "bold") {
      throw unknown('The option "--strength" must be conservative, default or bold.', "spin");
    }
    const language = given["language"];
    return client.spin({
      ...(await textIn(given, "spin")),
      ...(strength === undefined ? {} : { strength }),
      ...(typeof language === "string" ? { language } : {}),
    });
  },
);

export const paraphraseCommand = textCommand(
  {
    ...TEXT,
    login: { type: "string", description: "E-mail address of the account", valueHint: "ADDRESS" },
    from: { type: "string", description: "Language of the text, such as en", valueHint: "CODE" },
    to: { type: "string", description: "Language to write in, such as de", valueHint: "CODE" },
  },
  async (client, given) => {
    const login = needed(given["login"], 'an e-mail address with "--login"', "paraphrase");
    const { from, to } = given;
    return client.paraphrase({
      ...(await textIn(given, "paraphrase")),
      login,
      ...(typeof from === "string" ? { sourcelanguage: from } : {}),
      ...(typeof to === "string" ? { finallanguage: to } : {}),
    });
  },
);

export const aboutMeCommand = textCommand(
  {
    keyword: { type: "positional", description: "What the text is about, such as gardener", required: false },
    voice: {
      type: "string",
      description: "Who speaks; found out from the keyword without it",
      valueHint: ABOUT_ME_VOICES.join("|"),
    },
  },
  (client, given) => {
    const keyword = needed(given["keyword"], "a keyword", "aboutme");
    const { voice, seed } = given;
    return client.aboutMe({
      keyword,
      ...(typeof voice === "string" ? { voice } : {}),
      ...(typeof seed === "string" ? { seed } : {}),
    });
  },
);

async function textIn(
  { text = "-", protect, seed }: Given,
  command: string,
): Promise<{ text: string; csvprotectedwords?: string; seed?: string }> {
  const read = text === "-" ? await readInput() : bareText(String(text));
  return {
    text: needed(read.trim() && read, "a text that is not empty, as a word, @FILE or on standard input", command),
    ...(typeof protect === "string" ? { csvprotectedwords: protect } : {}),
    ...(typeof seed === "string" ? { seed } : {}),
  };
}

function bareText(given: string): string {
  if (given.startsWith("@@")) return given.slice(1);
  return given.startsWith("@") ? readFileText(given.slice(1)) : given;
}
