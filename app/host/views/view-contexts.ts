/**
 * What open views gave for the model. Each update of a view replaces the one before. It goes with the user's next message,
 * if the window showed exactly this update when the user sent it.
 */
import type { ContentBlock } from '@modelcontextprotocol/client'
import type { ViewContext } from '../../contract/bridge/view-calls'
import type { ResourcePart } from '../../contract/conversations'
import type { ResourceContents } from '../../contract/offers'
import type { ViewModelContext } from '../../views/interface'
import type { Ledger } from '../../ledger/interface'
import { recordViewRequest } from '../../ledger/record-view-requests'
import type { ViewPlace } from './view-requests'

export interface ViewContextsOptions {
  /** `context`: null if the view gives nothing anymore. */
  readonly publishContext: (change: { readonly viewId: string; readonly context: ViewContext | null }) => void
  /** Removes secrets from texts of servers. */
  readonly redact: <T>(value: T) => T
  readonly ledger: Pick<Ledger, 'record'>
  readonly newId: () => string
  readonly now: () => number
}

interface Entry {
  readonly context: ViewContext
  readonly place: ViewPlace
}

export class ViewContexts {
  readonly #options: ViewContextsOptions
  /** By view. */
  readonly #entries = new Map<string, Entry>()

  constructor(options: ViewContextsOptions) {
    this.#options = options
  }

  /** An update without content removes the one before. Without a conversation, there is no model to give it to. */
  update(viewId: string, place: ViewPlace, update: ViewModelContext): void {
    const { publishContext, redact, newId } = this.#options
    const { serverName, toolName, conversationId } = place
    const contents = redact(readContents(`ui://${toolName}/context`, update))
    if (contents.length === 0 || conversationId === null) return this.forgetView(viewId)
    const context = { contextId: newId(), viewId, conversationId, serverName, toolName, contents }
    this.#entries.set(viewId, { context, place })
    publishContext({ viewId, context })
  }

  ofView(viewId: string): ViewContext | null {
    return this.#entries.get(viewId)?.context ?? null
  }

  /** Updates that were replaced meanwhile are left out. */
  find(conversationId: string, contextIds: readonly string[]): readonly ViewContext[] {
    return [...this.#entries.values()]
      .map(({ context }) => context)
      .filter((one) => one.conversationId === conversationId && contextIds.includes(one.contextId))
  }

  /** As part of a message. */
  toPart({ serverName, toolName, contents }: ViewContext): ResourcePart {
    return {
      type: 'resource',
      serverName,
      uri: `ui://${toolName}/context`,
      name: toolName,
      mimeType: contents[0]?.mimeType ?? null,
      readAt: this.#options.now(),
      contents,
      hasChanged: false,
      fromView: 'context'
    }
  }

  /** `done`: they were sent. `declined`: the user removed them. The activity log has only how they ended. */
  forget(contextIds: readonly string[], end: 'done' | 'declined'): void {
    for (const { context, place } of this.#entries.values()) {
      const { contextId, viewId, contents } = context
      if (!contextIds.includes(contextId)) continue
      const content = contents.map(({ text, mimeType }) => text ?? mimeType).join('\n')
      recordViewRequest(this.#options.ledger, place, { what: 'context', end, content })
      this.forgetView(viewId)
    }
  }

  forgetView(viewId: string): void {
    if (this.#entries.delete(viewId)) this.#options.publishContext({ viewId, context: null })
  }
}

function readContents(
  uri: string,
  { content = [], structuredContent }: ViewModelContext
): ResourceContents[] {
  const own = content.flatMap((block) => readBlock(uri, block))
  if (structuredContent === undefined) return own
  const text = JSON.stringify(structuredContent, null, 2)
  return [...own, { uri, mimeType: 'application/json', text, blob: null }]
}

function readBlock(uri: string, block: ContentBlock): readonly ResourceContents[] {
  if (block.type === 'text') return [{ uri, mimeType: 'text/plain', text: block.text, blob: null }]
  return block.type === 'image' ? [{ uri, mimeType: block.mimeType, text: null, blob: block.data }] : []
}
