/** The part of `node:worker_threads`' Worker that is used. */
export interface WorkerLike {
  postMessage(value: unknown): void
  on(event: 'message' | 'error', listener: (value: unknown) => void): unknown
  on(event: 'exit', listener: (exitCode: number) => void): unknown
  terminate(): Promise<unknown>
}
