/** Reads a file of conversations in a thread, which ends with the reading. */
import type { WorkerLike } from '../../base/worker-like'
import { HostError } from '../../base/host-error'
import { sizeText } from '../../contract/content/amounts'
import { importLimits } from '../../contract/conversation/import-limits'
import type { ArchiveItem } from '../read/read-archive'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { shownLanguage } from '../../texts/translated'
import type { ReadingReply } from './serve-reading'

/** Time limit between two conversations. */
const longestMs = 120_000

/** Closing the generator ends the thread. @throws HostError ARCHIVE_UNREADABLE */
export async function* readInThread(worker: WorkerLike, name: string): AsyncGenerator<ArchiveItem> {
  let take: (reply: ReadingReply) => void = () => {}
  const gone = () => take({ type: 'problem', code: 'damaged', at: 0, reason: '' })
  worker.on('message', (reply) => take(reply as ReadingReply))
  worker.on('error', gone)
  worker.on('exit', gone)
  const ask = async () => {
    const late = setTimeout(() => gone(), longestMs)
    const answered = new Promise<ReadingReply>((resolve) => {
      take = resolve
    })
    worker.postMessage('next')
    try {
      return await answered
    } finally {
      clearTimeout(late)
    }
  }
  try {
    for (let reply = await ask(); reply.type !== 'end'; reply = await ask()) {
      if (reply.type === 'problem') throw new HostError('ARCHIVE_UNREADABLE', toSaid(reply, name))
      yield reply
    }
  } finally {
    await worker.terminate()
  }
}

type Problem = Extract<ReadingReply, { readonly type: 'problem' }>

/** What went wrong, where, and what to do. */
function toSaid({ code, at, reason }: Problem, file: string): LocalizedText {
  const place = sizeText(at, shownLanguage())
  switch (code) {
    case 'damaged':
      return say('archives.damaged', { file, place })
    case 'locked':
      return say('archives.locked', { file })
    case 'no-conversations':
      return say('archives.noConversations', { file })
    case 'not-json':
      return say('archives.notJson', { file, place })
    case 'cut-off':
      return say('archives.cutOff', { file, place })
    case 'too-large':
      return say('archives.tooLarge', { file, limit: sizeText(importLimits.all, shownLanguage()) })
    case 'unreadable':
      return say('archives.unreadable', { file, reason })
  }
}
