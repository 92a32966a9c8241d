import { type FullerArea, NotedReply, post } from "./fuller.js";

/** What a task would do, without a run. Nothing is stored, but pages are fetched: other sites' pages have no business here. */
export const tries: FullerArea = ({ kernel, knownForm }) => [
  {
    ...post("/task/try/:id", '{"url": "https://example.org/", "rows": 5}', async ({ parameters, object, request }) => {
      const asked = await object();
      const { signal } = request;
      const tried = await kernel.tasks.try(knownForm(parameters["id"]), asked, signal === undefined ? {} : { signal });
      return new NotedReply(tried.shown, tried.notes);
    }),
    isLarge: true,
  },
];
