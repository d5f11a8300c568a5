/** Renders Markdown as HTML in a thread. A text that takes too long is cancelled and written as plain text. */
import type { WorkerLike } from '../../base/worker-like'
import type { RenderMarkdown } from './html'

/** Time limit per message. */
const longestMs = 10_000
/** Characters. */
const longestText = 1_000_000

interface LayOutThread {
  /** One text at a time. */
  readonly layOut: RenderMarkdown
  readonly close: () => Promise<void>
}

interface Thread {
  readonly worker: WorkerLike
  /** Gets the next answer; null: the thread has failed or takes too long. */
  take: (html: string | null) => void
}

/** `spawn` starts a thread for the first text, and for the next one after each cancellation. */
export function createMarkdownRenderer(spawn: () => WorkerLike): LayOutThread {
  let thread: Thread | null = null
  const close = async () => {
    const ended = thread
    thread = null
    await ended?.worker.terminate()
  }
  return {
    layOut: async (markdown) => {
      if (markdown.length > longestText) return null
      thread ??= start(spawn())
      const html = await ask(thread, markdown)
      if (html === null) await close()
      return html
    },
    close
  }
}

function start(worker: WorkerLike): Thread {
  const thread: Thread = { worker, take: () => {} }
  worker.on('message', (html) => thread.take(typeof html === 'string' ? html : null))
  worker.on('error', () => thread.take(null))
  worker.on('exit', () => thread.take(null))
  return thread
}

async function ask(thread: Thread, markdown: string): Promise<string | null> {
  const late = setTimeout(() => thread.take(null), longestMs)
  const laidOut = new Promise<string | null>((resolve) => {
    thread.take = resolve
  })
  thread.worker.postMessage(markdown)
  try {
    return await laidOut
  } finally {
    clearTimeout(late)
  }
}
