/** Lines of one request to a translator; services take more, but answer sooner when several requests share the work. */
const MOST_LINES = 40;
const MOST_CHARACTERS = 6000;

/** The lines in the requests by which a translator is asked for them, in their order. */
export function linesInRequests(lines: readonly string[]): readonly (readonly string[])[] {
  const requests: string[][] = [];
  let room = 0;
  for (const line of lines) {
    const last = requests.at(-1);
    if (last === undefined || last.length === MOST_LINES || line.length > room) {
      requests.push([line]);
      room = MOST_CHARACTERS - line.length;
    } else {
      last.push(line);
      room -= line.length + 1;
    }
  }
  return requests;
}
