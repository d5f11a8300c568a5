/**
 * What `work` takes of the processor, in milliseconds. A clock goes on while others compute, so a limit on it fails on a busy
 * machine for no fault of the work.
 */
export async function computingMs(work: () => unknown): Promise<number> {
  const since = process.cpuUsage()
  await work()
  return process.cpuUsage(since).user / 1_000
}
