/** What a thread of `thread/worker.ts` is for. */
export type ArchivesWorkerData = { readonly job: 'lay-out' }
