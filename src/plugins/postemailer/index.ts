import { defineTaskPlugin, ScriptoriumError, shown } from "../../kernel/index.js";
import { noProvider, toHaveProvider } from "../../kernel/values/provider-settings.js";
import { articleFilesIn } from "../_kit/articles-in/index.js";
import { postEmailerProblems } from "./checks.js";
import type { Context } from "./context.js";
import { postEmailerOptions } from "./options.js";
import { duePlan } from "./plan.js";
import { noteOnBad, notesOnEmptyCells } from "./recipient-notes.js";
import { type BadRecipient, readRecipients, suppression } from "./recipients.js";
import { BEGUN, sendAll } from "./sending.js";

export const postemailer = defineTaskPlugin({
  type: "postemailer",
  words: "post emailer",
  title: "Post Emailer",
  summary: "Sends articles by mail: to blogs that make posts of mails, and to readers who have agreed to get them.",
  uses: ["mailer", "folder", "web"],
  usuallyNeeds: ["mailer", "folder"],
  options: postEmailerOptions,
  // The articles are found when the run begins, and one sender keeps the pace of all of them.
  inputs: ({ articleFolder }) => [articleFolder],
  check: (options, { providers }) => postEmailerProblems(options, providers),
  run: (_line, context) => emailed(context),
  // Every message has its own row.
  failure: () => null,
});

async function emailed(context: Context): Promise<void> {
  const { options, providers, random, output, checkpoint } = context;
  const seed = String(random.next());
  const { mailer } = providers;
  if (mailer === undefined) {
    throw new ScriptoriumError("PROVIDER_MISSING", `${noProvider("mailer")} ${toHaveProvider("mailer")}`, {
      provider: "mailer",
    });
  }
  const found = await articleFiles(context);
  const isTest = options.testAddress.trim() !== "";
  const files = isTest ? found.slice(0, 1) : found;
  const { good, bad } = readRecipients(isTest ? [options.testAddress] : options.recipientsFile);
  const total = files.length * good.length;
  const ids = options.smtpIds.filter((id) => id.trim() !== "");
  if (ids.length === 0 && !options.dryRun) {
    throw new ScriptoriumError(
      "no-input",
      `No mail account is configured: set smtpIds to a stored mail account. 0 of ${total} messages were sent.`,
      { field: "smtpIds" },
    );
  }
  const accounts = ids.length === 0 ? [] : await mailer.accounts(ids);
  if (accounts.length === 0 && options.fromAddress.trim() === "") {
    context.log.warn(
      "The messages have no sender, because neither smtpIds nor fromAddress names one. Set one of them.",
    );
  }
  const target = good.length === 1 ? good[0]!.address : `${good.length} recipients`;
  const plan = await duePlan(files, context, seed, target);
  for (const row of bad) output.row(badRow(row));
  if (bad.length > 0) context.log.warn(noteOnBad(bad));
  for (const { message } of notesOnEmptyCells(options, good)) context.log.warn(message);
  await checkpoint(BEGUN, { status: BEGUN }, { replacesRows: true });
  await sendAll(
    {
      ...{ plan, recipients: good, bad: bad.length, accounts, mailer, seed },
      isSuppressed: suppression(options.suppressionFile),
    },
    context,
  );
}

async function articleFiles({ options, providers, signal }: Context): Promise<readonly string[]> {
  try {
    return await articleFilesIn(options, providers.folder, signal);
  } catch (error) {
    // Of a task that there is not, no files are known either.
    if (
      !ScriptoriumError.is(error) ||
      error.code !== "no-input" ||
      !/^\s*task:[^@/]+(?:\/|\s*$)/.test(options.articleFolder)
    )
      throw error;
    const message = `No article file was found in ${shown(options.articleFolder.trim())}. Check whether there is a task with this id and whether its runs have stored html, md or txt files.`;
    throw new ScriptoriumError("no-input", message, { ...error.facts }, { cause: error });
  }
}

function badRow({ line, problem }: BadRecipient) {
  return { file: "", recipient: line, smtpId: "", messageId: "", status: "failed", sentAt: "", error: problem };
}
