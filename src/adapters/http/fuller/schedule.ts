import type { FullerArea } from "./fuller.js";

/** When tasks run by themselves. */
export const schedule: FullerArea = ({ kernel, knownForm }) => [
  {
    method: "GET",
    path: "/task/schedule/:id",
    acts: false,
    async reply({ parameters }) {
      const task = await kernel.tasks.existing(knownForm(parameters["id"]));
      return kernel.schedule.view(task);
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
      const { next, trouble, ...read } = await kernel.schedule.view({ data, status: "complete" });
      return { cron: read.cron, timezone: read.timezone, next, trouble };
    },
  },
];
