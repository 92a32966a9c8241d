import { givenLines } from "../../engines/pages/fields.js";
import { defineTaskPlugin } from "../../kernel/index.js";
import { wpXmlGeneratorProblems } from "./checks.js";
import { exportFolder } from "./export-folder.js";
import { importFile } from "./import-file.js";
import { wpXmlGeneratorOptions } from "./options.js";

export const wpxmlgenerator = defineTaskPlugin({
  type: "wpxmlgenerator",
  words: "wp xml generator",
  title: "WordPress XML Generator",
  summary:
    "Makes files for the importer of WordPress of a folder of articles, with dates for them; and articles of such files.",
  uses: ["folder"],
  options: wpXmlGeneratorOptions,
  inputs: ({ articleFolder, wxrFile }) => {
    const files = givenLines(wxrFile);
    return files.length > 0 ? files : givenLines([articleFolder]);
  },
  check: (options, { providers }) => wpXmlGeneratorProblems(options, providers),
  run: (line, context) =>
    givenLines(context.options.wxrFile).length > 0 ? importFile(line, context) : exportFolder(context),
});
