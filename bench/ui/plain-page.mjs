// The peer: a page written by hand for one list, which draws all of its rows at once and each change as it comes.

const style = `body { font: 14px sans-serif; margin: 0 } .box { height: 100vh; overflow: auto } table { border-collapse: collapse }
td { height: 43px; padding: 0 8px; border-bottom: 1px solid #ddd; white-space: nowrap }`;

const page = (script) => `<!doctype html><meta charset="utf-8"><title>Plain</title><style>${style}</style>
<div class="box"><table><tbody></tbody></table></div><script type="module">
const body = document.querySelector("tbody");
const text = (value) => String(value ?? "").replace(/[<&]/g, (sign) => "&#" + sign.charCodeAt(0) + ";");
const asked = async (path, body) => (await (await fetch(path, body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json()).result;
${script}
</script>`;

/** All tasks, with the same members as the dashboard asks for. */
export const plainTasks = page(`
const projection = { name: 1, type: 1, group: 1, status: 1, createdAt: 1, updatedAt: 1, "data.tags": 1, progress: 1, "schedule.nextAt": 1, "error.message": 1 };
const tasks = await asked("/projects/find", { projection, sort: "-createdAt", limit: 20000 });
body.innerHTML = tasks.map((task) => "<tr id=t" + task._id + "><td class=task-name>" + text(task.name) + "<td>" + text(task.type) + "<td>" + text(task.status)
  + "<td>" + (task.progress ? task.progress.ok + " of " + task.progress.total : "") + "<td>" + text(task.error?.message) + "<td>" + text(task.updatedAt)).join("");
const events = new EventSource("/events?types=task.updated");
events.addEventListener("task.updated", ({ data }) => {
  const { task } = JSON.parse(data);
  const row = document.getElementById("t" + task.id);
  if (row) row.firstChild.textContent = task.name;
});`);

/** The first rows of the last run of a task. */
export const plainRows = (id, count) =>
  page(`
const { rows } = await asked("/task/results/${id}?limit=${count}");
body.innerHTML = rows.map((row) => "<tr>" + Object.values(row).map((cell) => "<td>" + text(cell)).join("")).join("");`);
