/**
 * Keeps one notice of Node 22 off standard error: it calls its SQLite experimental, which later versions no longer do and
 * which tells nobody what to do. Every other warning is passed on.
 */
export function hushSqliteNotice(): void {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (String(warning).startsWith("SQLite is an experimental feature")) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
}
