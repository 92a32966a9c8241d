/** Processor time that this process has used, in milliseconds. Other programs on a busy machine do not lengthen it. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
