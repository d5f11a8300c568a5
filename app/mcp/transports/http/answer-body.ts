/**
 * Detects the content of an HTTP response by its first bytes: JSON, an event stream, or a web page. Servers and proxies
 * send wrong content types, or none.
 */
import { mediaType } from './http-messages'

export type AnswerBody =
  | { readonly kind: 'json'; readonly bytes: Buffer }
  | { readonly kind: 'events'; readonly body: ReadableStream<Uint8Array> }
  | { readonly kind: 'page' | 'other'; readonly bytes: Buffer }

const eventStream = 'text/event-stream'
/** Lines of an event stream, including the comment that keeps it open. */
const beginsEvents = /^(:|data:|event:|id:|retry:)/
const beginsPage = /^<(!doctype html|html|head|body|h1|title|center)\b/i
/** In bytes; a page may begin with comments. */
const headLimit = 1_024
const titleLimit = 200

/** A body of the type `text/event-stream` isn't inspected, because it may send nothing for a long time. */
export async function readAnswerBody(response: Response): Promise<AnswerBody> {
  const { body } = response
  const type = mediaType(response)
  if (body === null) return { kind: type === 'application/json' ? 'json' : 'other', bytes: Buffer.alloc(0) }
  if (type === eventStream) return { kind: 'events', body: body.pipeThrough(createUnwrapper()) }
  const { head, rest } = await peek(body)
  if (beginsEvents.test(head)) return { kind: 'events', body: rest }
  const bytes = Buffer.from(await new Response(rest).arrayBuffer())
  if (isPage(head) || type === 'text/html') return { kind: /^[{[]/.test(head) ? 'json' : 'page', bytes }
  return { kind: /^[{[]/.test(head) || type === 'application/json' ? 'json' : 'other', bytes }
}

function isPage(head: string): boolean {
  return beginsPage.test(head.replace(/^(<\?xml[^>]*>|<!--[\s\S]*?-->|\s)+/, ''))
}

/** The title of a web page in plain text; null if it has none. */
export function readTitle(page: string): string | null {
  const [, title = ''] = /<title[^>]*>([^<]*)/i.exec(page) ?? []
  const [, heading = ''] = /<h1[^>]*>([^<]*)/i.exec(page) ?? []
  const words = (title.trim() || heading).replace(/\s+/g, ' ').trim()
  return words === '' ? null : words.slice(0, titleLimit)
}

/** True if the body of an error response is a web page. */
export function looksLikePage(text: string): boolean {
  return isPage(text.trimStart().slice(0, headLimit))
}

/** Returns the first characters, and the whole body to read again. */
async function peek(
  body: ReadableStream<Uint8Array>
): Promise<{ readonly head: string; readonly rest: ReadableStream<Uint8Array> }> {
  const reader = body.getReader()
  const first: Uint8Array[] = []
  let size = 0
  for (let isOver = false; !isOver && textOf(first).trimStart() === '' && size < headLimit;) {
    const { done, value } = await reader.read()
    isOver = done
    if (value !== undefined) first.push(value)
    size += value?.length ?? 0
  }
  const rest = new ReadableStream<Uint8Array>({
    start: (controller) => first.forEach((chunk) => controller.enqueue(chunk)),
    pull: async (controller) => {
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: (reason) => reader.cancel(reason)
  })
  return { head: textOf(first).trimStart().slice(0, headLimit), rest }
}

/** Without a byte order mark. */
function textOf(chunks: readonly Uint8Array[]): string {
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, headLimit))
}

/** Some servers declare JSON as an event stream; it becomes an event. A real event stream passes unchanged. */
function createUnwrapper(): TransformStream<Uint8Array, Uint8Array> {
  const held: Uint8Array[] = []
  let isJson: boolean | null = null
  return new TransformStream({
    transform: (chunk, controller) => {
      const [head = ''] = isJson === null ? textOf([chunk]).trimStart() : []
      if (isJson === null && head !== '') isJson = head === '{' || head === '['
      if (isJson === true) held.push(chunk)
      else controller.enqueue(chunk)
    },
    flush: (controller) => {
      if (held.length === 0) return
      const lines = new TextDecoder().decode(Buffer.concat(held)).split(/\r\n|\r|\n/)
      controller.enqueue(Buffer.from(`${lines.map((line) => `data: ${line}`).join('\n')}\n\n`))
    }
  })
}
