import { describe, expect, it } from "vitest";
import type { FailedLine } from "../../../kernel/index.js";
import { noneFetched } from "./all-failed.js";

const failure = (code: string, message: string, facts: FailedLine["facts"] = {}): FailedLine => ({
  line: "https://a.test/",
  code,
  message,
  facts,
});

describe("the sentence of a run of which nothing came", () => {
  it("counts the lines with the same reason, whatever their addresses", () => {
    const unknown = (host: string) =>
      failure("no-network", `The name ${host} is not known. Check the address.`, { errno: "ENOTFOUND", host });
    expect(noneFetched([unknown("a.test"), unknown("b.test")], 2, "pages")?.message).toBe(
      "None of the 2 pages could be fetched: The name a.test is not known (2 of 2). This machine seems to have no network, or proxyMode is wrong. Nothing was saved.",
    );
  });

  it("counts no line for a reason that is not its own", () => {
    const answered = (url: string, status: number) =>
      failure("blocked", `${url} answered with status ${status} instead of a page. Check the address.`, { url });
    const failures = [
      answered("https://a.test/1", 410),
      answered("https://a.test/2", 404),
      answered("https://b.test/", 404),
    ];
    expect(noneFetched(failures, 3, "pages")).toEqual({
      code: "blocked",
      message:
        "None of the 3 pages could be used: https://a.test/2 answered with status 404 instead of a page (2 of 3). Check the address. Nothing was saved.",
    });
  });
});
