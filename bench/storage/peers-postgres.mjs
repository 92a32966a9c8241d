// What a hand would write for Postgres: real columns with an index each, and a named statement for each search.
import pg from "pg";
import { task } from "./documents.mjs";

const BATCH = 1000;

export async function handPostgres(size, connectionString) {
  if (connectionString === undefined) return undefined;
  const pool = new pg.Pool({ connectionString, max: 1 });
  pool.on("error", () => {});
  await pool.query(`
    DROP TABLE IF EXISTS hand;
    CREATE TABLE hand (seq bigserial PRIMARY KEY, id text COLLATE "C" UNIQUE, grp text COLLATE "C", name text COLLATE "C",
      type text COLLATE "C", status text COLLATE "C", body text)`);
  for (const column of ["grp", "name", "type", "status"]) await pool.query(`CREATE INDEX ON hand (${column})`);
  for (let start = 0; start < size; start += BATCH) {
    const tasks = Array.from({ length: Math.min(BATCH, size - start) }, (_, offset) => task(start + offset));
    const column = (form) => tasks.map(form);
    await pool.query(
      "INSERT INTO hand (id, grp, name, type, status, body) SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])",
      [
        column(({ _id }) => _id),
        column(({ group }) => group),
        column(({ name }) => name),
        column(({ type }) => type),
        column(({ status }) => status),
        column((one) => JSON.stringify(one)),
      ],
    );
  }
  await pool.query("ANALYZE hand");
  const conditions = {
    _id: ["id = $1", (query) => [query._id]],
    group: ["grp = $1", (query) => [query.group]],
    "data.jobName": ["name = $1", (query) => [query["data.jobName"]]],
    "group and status": ["grp = $1 AND status = ANY($2)", (query) => [query.group, query.status.$in]],
    "range of _id": ["id >= $1 AND id < $2", (query) => [query._id.$gte, query._id.$lt]],
    "prefix of _id": ["id >= $1 AND id < $2", ({ _id }) => [_id.$regex.slice(1), `${_id.$regex.slice(1)}g`]],
    "group or name": ["grp = $1 OR name = $2", ({ $or: [one, other] }) => [one.group, other.name]],
  };
  return {
    async find(shape, query) {
      const [condition, values] = conditions[shape];
      const text = `SELECT body FROM hand WHERE ${condition} ORDER BY seq`;
      const { rows } = await pool.query({ name: `hand ${shape}`, text, values: values(query) });
      return rows.map(({ body }) => JSON.parse(body));
    },
    async close() {
      await pool.query("DROP TABLE hand");
      await pool.end();
    },
  };
}
