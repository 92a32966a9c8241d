import { type FullerArea, rawReply, read } from "./fuller.js";

/** For Prometheus and its like; there only where something is counted. */
export const metrics: FullerArea = ({ metrics }) =>
  metrics === undefined
    ? []
    : [
        read("/metrics", async ({ request }) => {
          const { type, text } = await metrics.page(String(request.headers["accept"] ?? ""));
          return rawReply({ headers: ["Content-Type", type, "Vary", "Accept"], body: text });
        }),
      ];
