/** What a thread of `thread/archive-worker.ts` is for. */
export type ArchivesWorkerData =
  | { readonly job: 'lay-out' }
  /** `now`: for content without a time. */
  | { readonly job: 'read'; readonly path: string; readonly now: number }
