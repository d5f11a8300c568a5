/** The used part of `Worker` in `node:worker_threads`. */
export interface WorkerLike {
  postMessage(value: unknown): void
  on(event: 'message' | 'error', listener: (value: unknown) => void): unknown
  on(event: 'exit', listener: (exitCode: number) => void): unknown
  terminate(): Promise<unknown>
}
