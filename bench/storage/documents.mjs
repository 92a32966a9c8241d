// The tasks that every store of the benchmark holds: data objects of about 1 KB, ten tasks a group.
export const TASKS_OF_A_GROUP = 10;

const idOf = (index) => index.toString(16).padStart(24, "0");

export function task(index) {
  const _id = idOf(index);
  const name = `Task ${index}`;
  const group = groupOf(index);
  const type = index % 2 ? "article creator" : "post uploader";
  return {
    _id,
    group,
    name,
    type,
    status: index % 100 ? "draft" : "complete",
    data: {
      id: _id,
      type,
      jobName: name,
      group,
      articleKeywordsFile: Array.from({ length: 20 }, (_, line) => `keyword ${line} of ${index}`),
      maxResults: index % 200,
      ...(index % 50 ? {} : { note: `seen on page ${index % 700}` }),
      nested: { language: index % 3 ? "en" : "de", depth: index % 7 },
    },
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    revision: 0,
  };
}

function groupOf(index) {
  return `group ${Math.floor(index / TASKS_OF_A_GROUP)}`;
}

/** Searches on indexed fields, each for a task at random. */
export const INDEXED = {
  _id: (size) => ({ _id: idOf(any(size)) }),
  group: (size) => ({ group: groupOf(any(size)) }),
  "data.jobName": (size) => ({ "data.jobName": `Task ${any(size)}` }),
  "group and status": (size) => ({ group: groupOf(any(size)), status: { $in: ["draft", "complete"] } }),
  "range of _id": (size) => {
    const from = any(size);
    return { _id: { $gte: idOf(from), $lt: idOf(from + 10) } };
  },
  "prefix of _id": (size) => ({ _id: { $regex: `^${idOf(any(size)).slice(0, 23)}` } }),
  "group or name": (size) => ({ $or: [{ group: groupOf(any(size)) }, { name: `Task ${any(size)}` }] }),
};

/** Searches that no index answers. */
export const OTHERS = {
  equal: () => ({ "data.maxResults": any(200) }),
  comparison: () => ({ "data.maxResults": { $gt: 197 } }),
  $in: () => ({ "data.nested.depth": { $in: [8, 9, 10] } }),
  $exists: () => ({ "data.note": { $exists: true } }),
  $regex: () => ({ "data.note": { $regex: "page 6[0-9]7$" } }),
  "equal, in a list": () => ({ "data.articleKeywordsFile": `keyword 3 of ${any(1000)}` }),
  "comparison, in a list": () => ({ "data.articleKeywordsFile": { $gt: "keyword 99" } }),
  "$in, in a list": () => ({ "data.articleKeywordsFile": { $in: ["a", `keyword 3 of ${any(1000)}`] } }),
  $all: () => ({ "data.articleKeywordsFile": { $all: ["a", "b"] } }),
  $size: () => ({ "data.articleKeywordsFile": { $size: 7 } }),
  $elemMatch: () => ({ "data.articleKeywordsFile": { $elemMatch: { $gt: "keyword 99", $lt: "l" } } }),
  "$and, $or, $not": () => ({
    $or: [
      { "data.maxResults": any(200), "data.nested.language": "de" },
      { "data.note": { $exists: true }, "data.maxResults": { $not: { $gt: 3 } } },
    ],
  }),
};

export function any(size) {
  return Math.floor(Math.random() * size);
}
