import { chainTree, type Linked } from "../../../kernel/attendants/chain/tree.js";
import { BodyRefused } from "../json-body.js";
import { type FullerArea, NotedReply, post, read } from "./fuller.js";
import { wholeNumber } from "./queries.js";

/** Next times of a schedule in one answer: those of an hourly one for three weeks. */
const MOST_TIMES = 500;
const LINK = { name: 1, type: 1, status: 1, "data.chainJobId": 1, "data.chainOn": 1 };

/** When tasks run by themselves, and which of them start each other. */
export const schedule: FullerArea = ({ kernel, knownForm }) => [
  read("/task/schedule/:id", async ({ parameters, query }) => {
    const count = wholeNumber(query, "count", MOST_TIMES) ?? 5;
    return kernel.schedule.view(await kernel.tasks.existing(knownForm(parameters["id"])), { count });
  }),
  // It changes nothing, but pages of other sites have no business here.
  post("/task/schedule/preview", '{"cron": "0 9 * * 1-5", "timezone": "Europe/Berlin"}', async ({ object }) => {
    const body = await object();
    const { cron: jobCron, timezone: jobCronTimezone = "" } = body;
    const { previewRefusal, unreadMembers } = await import("../unread.js");
    const refusal = previewRefusal(body);
    if (refusal !== undefined) throw new BodyRefused(refusal);
    const data = { jobCron: jobCron ?? "", jobCronTimezone };
    const { cron, timezone, next, trouble } = await kernel.schedule.view({ data, status: "complete" });
    const ofThisCall = trouble.replaceAll('"jobCronTimezone"', '"timezone"').replaceAll('"jobCron"', '"cron"');
    return new NotedReply({ cron, timezone, next, trouble: ofThisCall }, unreadMembers(body, "preview"));
  }),
  read("/task/tree/:id", async ({ parameters }) => {
    const { tasks } = kernel;
    const task = await tasks.existing(knownForm(parameters["id"]));
    const leadingTo = (id: string, limit: number) => {
      const found: AsyncIterable<unknown> = tasks.search({
        query: { "data.chainJobId": id },
        projection: LINK,
        limit,
      });
      // The projection leaves of each task what a link is made of.
      return found as AsyncIterable<Linked>;
    };
    return chainTree({ get: (id) => tasks.get(id), leadingTo }, task);
  }),
];
