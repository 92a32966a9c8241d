import type { FullerArea } from "./fuller.js";

const view = async () => (await import("../../../kernel/attendants/schedule/view.js")).scheduleView;

/** When tasks run by themselves. */
export const schedule: FullerArea = ({ kernel, knownForm }) => [
  {
    method: "GET",
    path: "/task/schedule/:id",
    acts: false,
    async reply({ parameters }) {
      const task = await kernel.tasks.existing(knownForm(parameters["id"]));
      return (await view())(task, new Date());
    },
  },
  {
    method: "POST",
    path: "/task/schedule/preview",
    // It changes nothing, but pages of other sites have no business here.
    acts: true,
    example: '{"cron": "0 9 * * 1-5", "timezone": "Europe/Berlin"}',
    async reply({ object }) {
      const { cron = "", timezone = "" } = await object();
      const data = { jobCron: cron, jobCronTimezone: timezone };
      const { next, trouble, ...read } = (await view())({ data, status: "complete" }, new Date());
      return { cron: read.cron, timezone: read.timezone, next, trouble };
    },
  },
];
