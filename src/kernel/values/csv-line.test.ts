import { describe, expect, it } from "vitest";
import { csvLine, withoutFormulaGuard } from "./csv-line.js";

describe("a line of a table", () => {
  it("quotes what would end a cell, and doubles quotation marks", () => {
    expect(csvLine(["a,b", 'say "no"', "two\nlines", "plain", ""])).toBe('"a,b","say ""no""","two\nlines",plain,\n');
  });

  it.each(["=1+1", " =1+1", "\u00a0=1+1", "\u0000+1", "@SUM(A1)", "-1", "\t=1", "\r=1", "\n=1", "\uff1d1"])(
    "keeps %j a text",
    (text) => {
      expect(csvLine([text], { quoteWidely: true })).toBe(`"'${text}"\n`);
      expect(csvLine([text]).replace(/^"|"\n$|\n$/g, "")).toBe(`'${text}`);
    },
  );

  it("leaves formulas as they are where they are wanted", () => {
    expect(csvLine(["=1+1"], { escapeFormulas: false })).toBe("=1+1\n");
  });

  it("keeps numbers numbers, negative ones too", () => {
    expect(csvLine([-1, 2.5, true], { lineBreak: "\r\n" })).toBe("-1,2.5,true\r\n");
  });

  it("gives a cell that was kept a text back as it was", () => {
    const cells = ["+49 30 123", "=x", "@tag", " -1", "\t=1", "it's", "'tis", "'", "plain", ""];
    const written = cells.map((cell) => csvLine([cell]).replace(/\n$/, ""));
    expect(written.map(withoutFormulaGuard)).toEqual(cells);
  });

  it("keeps texts that are numbers with a sign as they are, when asked, and nothing else", () => {
    expect(csvLine(["-1", "-1.50", "-12%", "-1,5", "+5", "+2.5%"], { keepNumbers: true })).toBe(
      '-1,-1.50,-12%,"-1,5",+5,+2.5%\n',
    );
    expect(csvLine(["-1-1", "-a1", "+1+1", "+4930123456", " -1", "-1%+1"], { keepNumbers: true })).toBe(
      "'-1-1,'-a1,'+1+1,'+4930123456,' -1,'-1%+1\n",
    );
  });

  it("quotes, when asked, what other readers take for separators, and blanks at the ends", () => {
    expect(csvLine(["a;b", " a", "a ", "it's", "a"], { quoteWidely: true })).toBe('"a;b"," a","a ","it\'s",a\n');
  });

  it("holds lists and objects as JSON", () => {
    expect(csvLine([["a", 1], { b: null }])).toBe('"[""a"",1]","{""b"":null}"\n');
  });
});
