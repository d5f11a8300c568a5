/** Reads a file of conversations and sends one at a time, on request. */
import { ArchiveProblem } from '../read/archive-problem'
import type { ArchiveProblemCode } from '../read/archive-problem'
import { readArchive } from '../read/read-archive'
import type { ArchiveItem } from '../read/read-archive'

export type ReadingReply =
  | ArchiveItem
  | { readonly type: 'end' }
  /** Reading stopped. `at`: bytes before; `reason`: the system's error. */
  | {
      readonly type: 'problem'
      readonly code: ArchiveProblemCode
      readonly at: number
      readonly reason: string
    }

export interface ReadingPort {
  postMessage(reply: ReadingReply): void
  on(event: 'message', listener: () => void): unknown
}

export interface FileToRead {
  readonly path: string
  /** For content without a time. */
  readonly now: number
}

/** Each message requests one more. */
export function serveReading(port: ReadingPort, { path, now }: FileToRead): void {
  const items = readArchive(path, now)
  const next = async (): Promise<ReadingReply> => {
    try {
      const found = await items.next()
      return found.done === true ? { type: 'end' } : found.value
    } catch (error) {
      if (!(error instanceof ArchiveProblem)) throw error
      const { code, at, cause } = error
      const reason = (cause as NodeJS.ErrnoException | undefined)?.code ?? ''
      return { type: 'problem', code, at, reason }
    }
  }
  let last = Promise.resolve()
  const answer = async (before: Promise<void>) => {
    await before
    port.postMessage(await next())
  }
  // A bug ends the thread, and the waiting caller gets the error.
  port.on('message', () => void (last = answer(last)))
}
