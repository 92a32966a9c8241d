// Serves the store at a path on a free port, by Scriptorium or by hand: node server-process.mjs ours store.db
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { createScriptorium, nodeListener, sqliteStorage } from "scriptorium";

const [who, path] = process.argv.slice(2);

async function ours() {
  const { api, start } = createScriptorium({ storage: sqliteStorage({ path }) });
  await start();
  return nodeListener(api);
}

/** The same lists from the same tables, by statements written for them, a part of some thousand tasks at a time. */
function byHand() {
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec("PRAGMA cache_size = -16384");
  const prepared = (columns, where) => {
    const statement = database.prepare(
      `SELECT seq, id, grp, name, type, status ${columns} FROM task WHERE ${where} seq > ? ORDER BY seq LIMIT 2000`,
    );
    statement.setReturnArrays(true);
    return statement;
  };
  const keywords = `, CASE status WHEN 'draft' THEN '[]' ELSE (
    SELECT json_group_array(keyword) FROM article INDEXED BY article_keyword WHERE task = task.seq) END`;
  const projects = prepared(keywords, "type = 'article creator' AND");
  const tasks = prepared("", "");
  const sorted = database.prepare("SELECT grp, name, type, status, id FROM task ORDER BY name LIMIT 50");
  const project = ([, id, group, name, , , list]) => ({
    keywords: JSON.parse(list),
    group,
    name,
    type: "Article Creator",
    id,
  });
  const summary = ([, id, group, name, type, status]) => ({ group, name, type, status, id });

  async function send(response, statement, shown) {
    response.writeHead(200, { "content-type": "application/json" });
    response.write('{"success":true,"message":null,"result":[');
    for (let rows = statement.all(0), first = true; rows.length > 0; rows = statement.all(rows.at(-1)[0])) {
      const text = JSON.stringify(rows.map(shown)).slice(1, -1);
      if (!response.write(first ? text : `,${text}`)) await new Promise((go) => response.once("drain", go));
      first = false;
      await new Promise(setImmediate);
    }
    response.end("]}");
  }

  return ({ url }, response) => {
    if (url.includes("sort=")) response.end(JSON.stringify({ success: true, message: null, result: sorted.all() }));
    else if (url === "/projects") void send(response, projects, project);
    else void send(response, tasks, summary);
  };
}

const server = createServer(who === "ours" ? await ours() : byHand());
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send({ cpuMs: (user + system) / 1000, mostMb: process.resourceUsage().maxRSS / 1024 });
});
process.on("disconnect", () => process.exit());
