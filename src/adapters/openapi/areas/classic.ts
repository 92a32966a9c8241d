import { ABOUT_ME_VOICES, LANGUAGES, SPIN_STRENGTHS } from "../../../kernel/index.js";
import * as s from "../json-schema.js";
import { alias, type Operation, type Operations } from "../operation.js";
import { filters, listPage, origin, seed, wait } from "./shared.js";

const LANGUAGE_CODES = Object.keys(LANGUAGES);

const summaries: Operation = {
  id: "listTasks",
  tag: "tasks",
  summary: "Lists tasks of every type",
  about: "All of them, or those that pass the filters, in creation order unless sorted. An empty value is no filter.",
  query: { ...filters, ...listPage },
  result: s.list(s.ref("TaskSummary")),
  errors: ["QUERY_REFUSED", "SEARCH_BUSY"],
};
const status: Operation = {
  id: "taskStatus",
  tag: "tasks",
  summary: "Returns the state of a task",
  about: "The result is a list that holds one summary.",
  result: s.list(s.ref("TaskSummary")),
  errors: ["TASK_NOT_FOUND"],
};
const remove: Operation = {
  id: "deleteTask",
  tag: "tasks",
  summary: "Deletes a task with all it has stored",
  about: "A running one is aborted first. It is a success, too, when there is no such task.",
  result: s.nothing,
};
const readData: Operation = {
  id: "taskData",
  tag: "tasks",
  summary: "Returns the data object of a task",
  about:
    "Secrets are masked in it; a mask that is posted back keeps its secret. The header `ETag` names what it holds, for `If-Match` " +
    "of a post.",
  result: s.ref("DataObject"),
  errors: ["TASK_NOT_FOUND"],
};
const postData: Operation = {
  id: "updateTaskData",
  tag: "tasks",
  summary: "Changes the data object of a task",
  about:
    "What is posted is merged into it: objects deeply, lists and other values as a whole. Nothing runs; the next run uses it. " +
    "A value is never refused for its form: what a run could not use, and unknown fields, are told in `notes`. " +
    "The result is null, or the whole data object where the server is set so.",
  query: {
    replace: s.text("Members, separated by commas, whose objects are replaced and not merged."),
    nulls: s.choice(["keep", "remove"], "With `remove`, a null takes a member out that the task type does not have.", {
      default: "keep",
    }),
  },
  headers: { "if-match": s.text("The `ETag` of what was read: nothing is stored when somebody has changed it since.") },
  body: { schema: s.ref("TaskData"), example: { jobName: "My task" }, optional: true },
  result: s.orNull(s.ref("DataObject")),
  errors: ["TASK_NOT_FOUND", "DATA_CHANGED", "DATA_REFUSED", "SECRETS_UNAVAILABLE", "BUSY"],
};
const duplicate: Operation = {
  id: "duplicateTask",
  tag: "tasks",
  summary: "Copies a task",
  about: "The copy is a draft with the same data and without results; its schedule is off. The result is its id.",
  result: s.text("The id of the copy."),
  errors: ["TASK_NOT_FOUND"],
};
const run: Operation = {
  id: "runTask",
  tag: "runs",
  summary: "Sets a task running",
  about:
    "An unfinished run goes on with the lines that are left. One that waits or runs already stays as it is. With `wait` the " +
    "result is the summary of the task when it is at rest or the time is over.",
  query: { ...wait, ...origin },
  result: s.orNull(s.ref("TaskSummary")),
  errors: ["TASK_NOT_FOUND", "TRANSITION_REFUSED", "QUERY_REFUSED"],
};
const abort: Operation = {
  id: "abortTask",
  tag: "runs",
  summary: "Aborts the run of a task",
  about: "A task at rest stays as it is.",
  result: s.nothing,
  errors: ["TASK_NOT_FOUND"],
};
const aboutMe: Operation = {
  id: "aboutMe",
  tag: "text",
  summary: "Writes an about-me text for a keyword",
  body: {
    schema: s.object({
      keyword: s.text("What the person has to do with."),
      "voice?": s.choice(ABOUT_ME_VOICES, "Who speaks."),
      "seed?": seed,
    }),
    example: { keyword: "gardening" },
  },
  result: s.text("The text."),
  errors: ["INPUT_REFUSED", "TEXT_TIMEOUT", "TEXT_FAILED"],
};
const aboutMeByQuery: Operation = {
  id: "aboutMeByQuery",
  tag: "text",
  summary: "Writes an about-me text for a keyword of the query",
  query: {
    keyword: { ...s.text("What the person has to do with."), "x-required": true },
    voice: s.choice(ABOUT_ME_VOICES, "Who speaks."),
    seed: s.text("The same seed gives the same text."),
  },
  result: s.text("The text."),
  errors: ["INPUT_REFUSED", "TEXT_TIMEOUT", "TEXT_FAILED"],
};
const article: Operation = {
  id: "article",
  tag: "results",
  summary: "Returns the content that an article creator has written for a keyword",
  result: s.ref("Article"),
  errors: ["CONTENT_NOT_FOUND"],
};

/** The routes of the specification and their aliases. */
export const classic: Operations = {
  "GET /": {
    id: "serverInfo",
    tag: "server",
    summary: "Returns name and version of the server",
    result: s.ref("ServerInfo"),
  },
  "GET /test": { id: "test", tag: "server", summary: "Says that the server is ready", result: s.nothing },
  "POST /spin": {
    id: "spin",
    tag: "text",
    summary: "Makes spintax of a text",
    about: "Markup, addresses, numbers, placeholders and spintax that is there already come through unchanged.",
    body: {
      schema: s.object({
        text: s.text("The text to spin."),
        "csvprotectedwords?": s.text("Words and phrases that are left alone, separated by commas."),
        "strength?": s.choice(SPIN_STRENGTHS, "How far it goes."),
        "language?": s.text("The language of the text, when it should not be found out."),
        "seed?": seed,
      }),
      example: { text: "The quick brown fox jumps over the lazy dog.", csvprotectedwords: "fox" },
    },
    result: s.text("The text in spintax form."),
    errors: ["INPUT_REFUSED", "TEXT_TIMEOUT", "TEXT_FAILED"],
  },
  "POST /paraphrase": {
    id: "paraphrase",
    tag: "text",
    summary: "Says a text in other words",
    body: {
      schema: s.object({
        text: s.text("Short sentences or one paragraph."),
        login: s.text("The login e-mail of the account."),
        "sourcelanguage?": s.choice(LANGUAGE_CODES, "The language of the text.", { default: "en" }),
        "finallanguage?": s.choice(LANGUAGE_CODES, "The language to translate the result into."),
        "csvprotectedwords?": s.text("Words and phrases that are left alone, separated by commas."),
        "seed?": seed,
      }),
      example: { text: "Bees make honey in summer.", login: "you@example.com" },
    },
    result: s.text("The text in spintax form."),
    errors: ["INPUT_REFUSED", "NOT_ENTITLED", "PROVIDER_MISSING", "TEXT_TIMEOUT", "TEXT_FAILED", "TRANSLATION_FAILED"],
  },
  "POST /aboutme": aboutMe,
  "POST /task/aboutme": alias(aboutMe),
  "GET /aboutme": aboutMeByQuery,
  "GET /task/aboutme": alias(aboutMeByQuery),
  "GET /projects": {
    id: "listArticleCreators",
    tag: "results",
    summary: "Lists article creators with the keywords that have content",
    query: listPage,
    result: s.list(s.ref("ArticleCreatorItem")),
    errors: ["QUERY_REFUSED"],
  },
  "GET /project/:id/:keyword?": [
    { ...article, id: "firstArticle", path: "/project/{id}", summary: "Returns the content of the first keyword" },
    article,
  ],
  "GET /all-projects": summaries,
  "GET /all-tasks": alias(summaries),
  "POST /projects/find": {
    id: "findTasks",
    tag: "tasks",
    summary: "Finds tasks by a MongoDB-style query",
    body: {
      schema: s.object({
        "query?": s.anyObject("The filter; an empty one matches all tasks."),
        "projection?": s.anyObject("Members that are sent (1) or left out (0); all when empty."),
        "skip?": s.whole(),
        "limit?": s.whole(),
        "sort?": s.anything('`-createdAt`, or an object such as `{"createdAt": -1}`.'),
      }),
      example: { query: { status: "complete" }, projection: { name: 1 } },
    },
    query: listPage,
    result: s.list(s.ref("ProjectedTask")),
    errors: ["QUERY_REFUSED", "QUERY_TOO_SLOW", "SEARCH_BUSY"],
  },
  "GET /task/find": {
    id: "listTaskDocuments",
    tag: "tasks",
    summary: "Lists whole tasks that pass the filters",
    query: { ...filters, ...listPage },
    result: s.list(s.ref("TaskDocument")),
    errors: ["QUERY_REFUSED", "SEARCH_BUSY"],
  },
  "GET /task/groups": {
    id: "taskGroups",
    tag: "tasks",
    summary: "Lists the groups that tasks are in",
    result: s.texts(),
  },
  "GET /project/status/:id?": status,
  "GET /task/status/:id?": alias(status),
  "GET /project/delete/:id?": remove,
  "GET /task/delete/:id?": alias(remove),
  "GET /project/data/:id?": readData,
  "GET /task/data/:id?": alias(readData),
  "POST /project/data/:id?": postData,
  "POST /task/data/:id?": alias(postData),
  "GET /project/duplicate/:id?": duplicate,
  "GET /task/duplicate/:id?": alias(duplicate),
  "GET /project/run/:id?": run,
  "GET /task/start/:id?": alias(run),
  "POST /project/abort/:id?": abort,
  "POST /task/abort/:id?": alias(abort),
  "GET /project/abort/:id?": alias(abort, "abortTaskByGet"),
  "GET /task/abort/:id?": alias(abort, "abortTaskByGetAlias"),
  "GET /create/:taskname?": {
    id: "createTask",
    tag: "tasks",
    summary: "Creates a draft of a task type",
    about: "The data object of the new task has a default for every field.",
    result: s.ref("CreatedTask"),
    errors: ["TASK_TYPE_UNKNOWN"],
  },
  "GET /task/content/:id?/*path": [
    {
      id: "taskContent",
      tag: "results",
      path: "/task/content/{id}",
      summary: "Lists what a task has stored",
      result: s.ref("ContentListing"),
      errors: ["TASK_NOT_FOUND"],
    },
    {
      id: "taskContentAt",
      tag: "results",
      summary: "Returns a file of a task, or the content of a keyword",
      path: "/task/content/{id}/{path}",
      result: s.anyOf(s.ref("FileContent"), s.ref("Article")),
      errors: ["TASK_NOT_FOUND", "CONTENT_NOT_FOUND"],
    },
  ],
};

/** What is otherwise in the reduced edition. */
export const REDUCED: Readonly<Record<string, Partial<Operation>>> = {
  taskData: { about: "Secrets are masked in it; a mask that is posted back keeps its secret." },
  updateTaskData: {
    headers: {},
    query: {},
    about:
      "What is posted takes the place of the whole data object, and the task is set running. The result is null, or the whole " +
      "data object where the server is set so.",
  },
  runTask: {
    about: "An unfinished run goes on with the lines that are left. One that waits or runs already stays as it is.",
    query: {},
    result: s.nothing,
  },
  createTask: { path: "/create/articlecreator", summary: "Creates a draft of an article creator" },
};
