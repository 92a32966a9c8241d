import { z } from "zod";
import { basic, marked } from "../../kernel/index.js";
import { articleFields } from "../_kit/articles-in/index.js";
import { dripFields } from "../_kit/drip/index.js";
import { choice, flag, lines, text, whole } from "../_kit/option-fields.js";

export const SHORTCODES = ["none", "wordpress", "postie", "blogger"] as const;

/** The data object of a post emailer, besides the fields every task has. */
export const postEmailerOptions = z.object({
  ...articleFields,
  smtpIds: basic(
    lines("Mail accounts of this server: ids, names or `group:<name>`. Messages go out through them in turn."),
    ["Office"],
  ),
  recipientsFile: basic(
    lines(
      "Who gets the articles, one per line: `address|category|tags`, with commas between several categories or tags; or a table with a header line that has a column `address`.",
    ),
    ["secret-address@blog.example|News|bees,honey"],
  ),
  recipientKind: basic(
    choice(
      { of: ["post-by-email", "people"], usual: "post-by-email" },
      "`post-by-email`: secret addresses of blogs that make posts of mails. `people`: readers, who have agreed to it.",
    ),
    "people",
  ),
  fromName: text("", "Name of the sender; that of the account when empty."),
  fromAddress: text("", "Address of the sender; that of the account when empty."),
  replyTo: text("", "Where answers go; to the sender when empty."),
  subjectTemplate: basic(text("{title}", "Subject of a message."), "{title}"),
  bodyTemplate: marked(
    text(
      "{html}",
      "Text of a message, as HTML: `{html}` is the article. Also `{title}`, `{excerpt}`, `{author}`, `{date}`, `{category}`, `{tags}`, `{file}`, `{address}`, `{unsubscribe}` and the columns of `recipientsFile`.",
    ),
    { examples: ["<p>Dear readers,</p>\n{html}\n<p>Written on {date}</p>"] },
  ),
  bodyFormat: choice({ of: ["html+text", "html", "text"], usual: "html+text" }, "Forms of the text in a message."),
  shortcodes: choice(
    { of: SHORTCODES, usual: "wordpress" },
    "How a blog is told categories, tags and status: shortcodes of `wordpress` (Jetpack, WordPress.com), lines of `postie`, the end mark of `blogger`, or `none`. Not written for `people`.",
  ),
  postStatus: basic(
    choice(
      { of: ["draft", "publish", "pending", "private"], usual: "draft" },
      "What the blog is asked to make of it, where the shortcodes can say so.",
    ),
    "publish",
  ),
  postDelay: text(
    "",
    "How long the blog is asked to wait before it publishes, where the shortcodes can say so: `+2 hours`, `+1 day 30 minutes`, at most a year.",
  ),
  attachImages: flag(
    true,
    "Takes the images of an article along in the message. Off: images of the web stay links, others go.",
  ),
  ...dripFields,
  sendNow: marked(
    basic(flag(false, "Sends everything as fast as `maxPerHour` and `delay` allow, without a plan of days."), true),
    { group: "plan" },
  ),
  whenNotDue: marked(
    choice(
      { of: ["wait", "end"], usual: "wait" },
      "What a run does when nothing is due yet: `wait`, or `end`, so that the next run (see `jobCron`) goes on.",
    ),
    { group: "plan" },
  ),
  maxPerHour: marked(
    whole(
      { from: 0, to: 100_000, usual: 30 },
      "Most messages of one account in an hour, all tasks together; 0 for no limit.",
    ),
    { group: "plan" },
  ),
  delay: marked(whole({ from: 0, to: 86_400, usual: 20 }, "Seconds between two messages."), { group: "plan" }),
  sendAgain: flag(false, "Sends what an earlier run of this task has sent already, too."),
  unsubscribeUrl: text(
    "",
    "Address that ends a subscription, for `people`: https, and answering a POST. `{address}` in it is that of the recipient.",
  ),
  suppressionFile: lines("Addresses that get nothing, one per line; `@example.com` is all of a domain."),
  consentNote: text("", "How and when the people on the list have agreed to get these messages. Needed for `people`."),
  testAddress: basic(
    text("", "Sends the first message to this address alone, at once, and nothing else."),
    "me@example.com",
  ),
  saveEml: marked(flag(false, "Keeps a copy of every message as an `.eml` file."), { group: "output" }),
  dryRun: flag(false, "Sends nothing; the messages are written as `.eml` files."),
});

export type PostEmailerOptions = z.output<typeof postEmailerOptions>;
