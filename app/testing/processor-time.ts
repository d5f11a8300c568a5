/**
 * Processor time of `work` in milliseconds. A wall clock includes other processes, so a limit on it would fail on a
 * busy computer.
 */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const since = process.cpuUsage()
  await work()
  return process.cpuUsage(since).user / 1_000
}
