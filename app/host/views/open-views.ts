/** Opens the views of calls in conversations, and follows the calls. */
import { HostError } from '../../base/host-error'
import type { CallInput } from '../../contract/bridge/calls'
import type { ToolCallPart } from '../../contract/conversations'
import type { ConversationEvent } from '../../conversation/messages/conversation-event'
import { findCall } from '../../conversation/messages/transcript'
import type { Servers } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import { describeContext, type ContextSources } from './describe-context'
import { readViewPage } from './read-view-page'
import type { Opening, ShownViews } from './shown-views'
import { readStoredCall, type StoredCalls } from './stored-call'
import type { ViewAccess } from './view-access'
import type { ViewTraces } from './view-traces'
import { ViewedCall, type ViewedCallOptions } from './viewed-call'

export interface OpenViewsOptions
  extends StoredCalls, Omit<ViewedCallOptions, 'conversations'>, ContextSources {
  readonly views: ShownViews
  readonly access: ViewAccess
  readonly traces: ViewTraces
  readonly servers: ContextSources['servers'] & Pick<Servers, 'list' | 'readResource'>
}

export class OpenViews {
  readonly #options: OpenViewsOptions

  constructor(options: OpenViewsOptions) {
    this.#options = options
  }

  readonly open = async (input: CallInput<'view.open'>): Promise<void> => {
    const call = await readStoredCall(input, this.#options)
    if (call === null || call.serverName === null || call.viewUri === undefined)
      throw new HostError('TOOL_UNKNOWN', say('views.none'))
    const { serverName, toolName, viewUri } = call
    const { viewId, conversationId, messageId, callId } = input
    const place = { conversationId, messageId, callId, serverName, toolName, scopeId: conversationId }
    const viewed = new ViewedCall(place, call, this.#options)
    await this.#options.views.open(viewId, viewed, () =>
      this.#read(input, viewed, { call, uri: viewUri, viewId })
    )
  }

  readonly show = ({ viewId, surroundings, displayMode, setsMode }: CallInput<'view.show'>): void => {
    const { views } = this.#options
    const entry = views.find(viewId)
    if (entry === undefined) return
    const { shown, view, session } = entry
    if (displayMode !== 'inline' && !view.displayModes.includes(displayMode)) return
    if (setsMode !== true && displayMode !== view.displayMode) return
    session.changeContext(describeContext({ call: shown.place, surroundings, displayMode }, this.#options))
    if (setsMode !== true) return
    if (view.displayMode === displayMode && view.wantedMode === null) return
    // There is one place for each other mode. The window then shows the view in its card.
    if (displayMode !== 'inline')
      for (const other of views.findShownIn(displayMode)) views.change(other, { displayMode: 'inline' })
    views.change(viewId, { displayMode, wantedMode: null })
  }

  /** Call with every event of a conversation. */
  readonly follow = ({ name, payload }: ConversationEvent): void => {
    if (name === 'conversation.removed' || name === 'message.removed') this.#options.traces.forget(payload)
    for (const [viewId, viewed] of this.#options.views.calls) {
      if (!(viewed instanceof ViewedCall)) continue
      const { conversationId, messageId, callId } = viewed.place
      const isRemoved =
        (name === 'conversation.removed' && payload.conversationId === conversationId) ||
        (name === 'message.removed' && payload.messageId === messageId)
      const call = name === 'message.changed' && payload.id === messageId ? findCall(payload, callId) : null
      if (call !== null) void viewed.follow(call)
      if (isRemoved) viewed.end('removed')
      if (isRemoved || viewed.isRefused) void this.#options.views.close({ viewId })
    }
  }

  async #read(
    input: CallInput<'view.open'>,
    viewed: ViewedCall,
    { call, uri, viewId }: { readonly call: ToolCallPart; readonly uri: string; readonly viewId: string }
  ): Promise<Opening> {
    const { servers, access, traces } = this.#options
    const { place } = viewed
    const readNow = async (): Promise<ToolCallPart> => (await readStoredCall(input, this.#options)) ?? call
    const page = await readViewPage({ serverName: place.serverName, uri }, servers)
    // The call may be approved, or over, by now.
    await viewed.follow(await readNow())
    if (viewed.isRefused) throw new HostError('VIEW_UNAVAILABLE', say('views.none'))
    // What it declares is asked after the question about the call.
    if (page.hasDeclared) await viewed.approved
    const { surroundings, asksAgain } = input
    return {
      uri,
      page,
      access: await access.open(place, page.metadata, asksAgain),
      hostContext: describeContext({ call: place, surroundings, displayMode: 'inline' }, this.#options),
      trace: traces.begin(viewId, place),
      begin: async (session) => viewed.show(session, await readNow())
    }
  }
}
