/** The job of a thread of `thread/archive-worker.ts`. */
export type ArchivesWorkerData =
  | { readonly job: 'lay-out' }
  /** `now`: for content without a time. */
  | { readonly job: 'read'; readonly path: string; readonly now: number }
