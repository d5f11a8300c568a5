/**
 * What one view asks of the user: to open a link, to send a message, to save files, to ask a model. One question of a view waits at a time,
 * and the view learns nothing but whether it was done, or the model's answer. How each ended is in the activity log.
 */
import type { ContentBlock } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { Ask } from '../../consent/interface'
import { readMailLink, writeMailLink } from '../../contract/approval/mail-link'
import type { ResourcePart } from '../../contract/conversations'
import type { LocalizedText } from '../../contract/localized-text'
import type { ResourceContents } from '../../contract/offers'
import type { SamplingRequest, SamplingResult } from '../../contract/requests'
import type { TurnCalls } from '../../conversation/calls/turn-calls'
import type { Conversations } from '../../conversation/conversations'
import type { Ledger, LedgerPlace } from '../../ledger/interface'
import { recordViewRequest, type ViewRequestEnd } from '../../ledger/record-view-requests'
import type { ServerReply } from '../../mcp/interface'
import { judgeLink, type JudgedLink } from '../../server-requests/judge-link'
import { refusedCode } from '../../server-requests/request-context'
import type { ServerRequests } from '../../server-requests/server-requests'
import type { Servers } from '../../servers/interface'
import { quote, say } from '../../texts/render-localized'
import type { ViewDownload } from '../../views/interface'

/** The call that the view shows. Without a conversation, the user inspects the view. */
export interface ViewPlace extends LedgerPlace {
  readonly serverName: string
  readonly toolName: string
  readonly callId: string
  /** What questions and limits of a conversation are about: its id, or one that no conversation has. */
  readonly scopeId: string
}

export interface ViewRequestsOptions {
  readonly consent: { readonly ask: Pick<Ask, 'link' | 'view-message' | 'view-files'> }
  readonly servers: Pick<Servers, 'readResource'>
  readonly conversations: Pick<Conversations, 'send' | 'noteForCall'>
  readonly sampleForView: ServerRequests['sampleForView']
  readonly runningCalls: Pick<TurnCalls, 'followView'>
  readonly ledger: Pick<Ledger, 'record'>
  /** @throws HostError LINK_REFUSED */
  readonly openLink: (url: string, from: LedgerPlace) => Promise<void>
  /** In a system dialog; null: the user cancelled it. @throws HostError FILE_WRITE_FAILED */
  readonly saveFile: (suggestedName: string, content: Uint8Array) => Promise<string | null>
  /** Removes secrets from texts of servers. */
  readonly redact: <T>(value: T) => T
  readonly now: () => number
  readonly log: Logger
}

/** What of the view's goes along with its message, and what to do once it is sent. */
export interface GivenContext {
  readonly contents: readonly ResourceContents[]
  readonly part: ResourcePart
  readonly onSent: () => void
}

type Wish = 'link' | 'message' | 'files'

interface Handled {
  readonly end: ViewRequestEnd
  /** What the view got. */
  readonly received?: string
}

/** In bytes. */
const mostSaved = 100_000_000

export class ViewRequests {
  readonly #options: ViewRequestsOptions
  readonly #place: ViewPlace
  #isAsking = false

  constructor(options: ViewRequestsOptions, place: ViewPlace) {
    this.#options = options
    this.#place = place
  }

  openLink(address: string, signal: AbortSignal): Promise<boolean> {
    return this.#ask('link', address, async () => {
      const { consent, openLink, redact } = this.#options
      const link = judgeAddress(address)
      if (link.host === null) return 'failed'
      const shown = redact({ ...this.#origin(), ...link, warnings: [...link.warnings], message: '' })
      const decision = await consent.ask.link(shown, signal)
      if (decision.type !== 'agreed') return endOf(decision)
      await openLink(link.url, this.#place)
      return 'done'
    })
  }

  message(
    content: readonly ContentBlock[],
    given: GivenContext | null,
    signal: AbortSignal
  ): Promise<boolean> {
    const text = this.#options.redact(
      content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
    )
    if (text.trim() === '') return Promise.resolve(false)
    const { conversationId } = this.#place
    if (conversationId === null) throw refused('views.noConversation')
    return this.#ask('message', text, async () => {
      const { consent, conversations } = this.#options
      const context = given === null ? null : [...given.contents]
      const question = { ...this.#origin(), text, context }
      const decision = await consent.ask['view-message'](question, signal)
      if (decision.type !== 'send') return endOf(decision)
      await conversations.send({
        conversationId,
        text: '',
        toolRequest: null,
        resources: [],
        prompt: null,
        viewParts: [...(given === null ? [] : [given.part]), this.#messagePart(text)],
        ifBusy: 'queue'
      })
      given?.onSent()
      return 'done'
    })
  }

  downloadFile(files: readonly ViewDownload[], signal: AbortSignal): Promise<boolean> {
    const names = files.map(({ name }) => name)
    return this.#ask('files', names.join('\n'), async () => {
      const { consent, saveFile } = this.#options
      const read = await this.#readFiles(files, signal)
      const shown = read.map(({ name, mimeType, data }) => ({ name, mimeType, size: data.byteLength }))
      const decision = await consent.ask['view-files']({ ...this.#origin(), files: shown }, signal)
      if (decision.type !== 'save') return endOf(decision)
      for (const { name, data } of read) if ((await saveFile(name, data)) === null) return 'declined'
      return 'done'
    })
  }

  /** As if its server asked. Null: the user declined. @throws HostError REQUEST_REFUSED */
  async sample(request: SamplingRequest, signal: AbortSignal): Promise<SamplingResult | null> {
    const { end, reply } = await this.#handle('sampling', textOf(request.messages), async () => {
      const { sampleForView, runningCalls } = this.#options
      const { serverName, callId } = this.#place
      // The request finds its conversation by the call.
      const endFollowing = runningCalls.followView(this.#place)
      try {
        const answer = await sampleForView({ serverName, callId, request }, signal)
        const received = answer.type === 'sampling' ? textOf([answer.result]) : ''
        return { end: endOfReply(answer, signal), reply: answer, received }
      } finally {
        endFollowing()
      }
    })
    if (reply.type === 'sampling') return reply.result
    if (end === 'declined') return null
    throw new HostError('REQUEST_REFUSED', explainRefusal(reply))
  }

  async #readFiles(files: readonly ViewDownload[], signal: AbortSignal): Promise<readonly ReadFile[]> {
    const read: ReadFile[] = []
    let size = 0
    for (const file of files) {
      signal.throwIfAborted()
      const { data, mimeType } = file.type === 'content' ? file : await this.#readLinked(file.uri)
      size += data.byteLength
      if (size > mostSaved) throw refused('views.filesTooLarge')
      read.push({ name: file.name, mimeType: mimeType ?? file.mimeType, data })
    }
    return read
  }

  /** Only from the view's own server: Parley loads no address for a view. */
  async #readLinked(uri: string): Promise<Omit<ReadFile, 'name'>> {
    const { servers, ledger } = this.#options
    if (/^https?:/iu.test(uri)) throw refused('views.fileOnTheWeb')
    recordViewRequest(ledger, this.#place, { what: 'resource', end: 'done', content: uri })
    const [content] = await servers.readResource(this.#place.serverName, uri)
    const { text = null, blob = null, mimeType = null } = content ?? {}
    return { mimeType, data: blob === null ? Buffer.from(text ?? '') : Buffer.from(blob, 'base64') }
  }

  async #ask(what: Wish, content: string, work: () => Promise<ViewRequestEnd>): Promise<boolean> {
    const { end } = await this.#handle(what, content, async () => ({ end: await work() }))
    if (end === 'withdrawn') this.#noteClosed(what)
    return end === 'done'
  }

  /** One request at a time. Each is in the activity log with what came of it. */
  async #handle<T extends Handled>(
    what: Wish | 'sampling',
    content: string,
    work: () => Promise<T>
  ): Promise<T> {
    if (this.#isAsking) throw refused('views.alreadyAsking')
    this.#isAsking = true
    let handled: Handled = { end: 'failed' }
    try {
      const result = await work()
      handled = result
      return result
    } finally {
      this.#isAsking = false
      const { end, received = '' } = handled
      const texts = [content, received].filter((text) => text !== '')
      recordViewRequest(this.#options.ledger, this.#place, { what, end, content: texts.join('\n\n') })
    }
  }

  #noteClosed(what: Wish): void {
    const { serverName, conversationId, messageId, callId } = this.#place
    if (conversationId === null || messageId === null) return
    const text = say('views.questionClosed', { what })
    this.#options.conversations.noteForCall({ conversationId, messageId, callId }, { serverName, text })
  }

  #origin() {
    const { serverName, scopeId, callId, toolName } = this.#place
    return { serverName, conversationId: scopeId, callId, toolName, isFromView: true } as const
  }

  #messagePart(text: string): ResourcePart {
    const { serverName, toolName } = this.#place
    const uri = `ui://${toolName}/message`
    const contents = [{ uri, mimeType: 'text/plain', text, blob: null }]
    return {
      type: 'resource',
      serverName,
      uri,
      name: toolName,
      mimeType: 'text/plain',
      readAt: this.#options.now(),
      contents,
      hasChanged: false,
      fromView: 'message'
    }
  }
}

interface ReadFile extends Pick<ViewDownload, 'name' | 'mimeType'> {
  readonly data: Uint8Array
}

function explainRefusal(reply: ServerReply): LocalizedText {
  return reply.type === 'error' ? quote(reply.message) : say('requests.notAnswered')
}

/** For the activity log, which has what reached the model in a record of its own. */
function textOf(messages: readonly Pick<SamplingResult, 'content'>[]): string {
  const blocks = messages.flatMap(({ content }) => content)
  return blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n')
}

/** A mail address is shown by the host of its first receiver. */
function judgeAddress(address: string): JudgedLink {
  const url = new URL(address)
  if (url.protocol !== 'mailto:') return judgeLink(address)
  const mail = readMailLink(url)
  const host = mail?.to[0]?.split('@')[1] ?? null
  return { url: mail === null ? address : writeMailLink(mail), host, warnings: [] }
}

function endOfReply(reply: ServerReply, signal: AbortSignal): ViewRequestEnd {
  if (reply.type === 'sampling') return 'done'
  if (signal.aborted) return 'withdrawn'
  return reply.type === 'error' && reply.code === refusedCode ? 'declined' : 'failed'
}

function endOf({ type }: { readonly type: string }): ViewRequestEnd {
  return type === 'withdrawn' ? 'withdrawn' : 'declined'
}

function refused(
  text: 'views.alreadyAsking' | 'views.noConversation' | 'views.filesTooLarge' | 'views.fileOnTheWeb'
): HostError {
  return new HostError('REQUEST_REFUSED', say(text))
}
