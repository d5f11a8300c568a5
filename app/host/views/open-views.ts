/**
 * The open views: reads each from the server of its call, opens its frame and its session, and follows the
 * call.
 */
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { CallInput, CallOutput } from '../../contract/bridge/calls'
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge'
import type { OpenView, ViewSurroundings } from '../../contract/bridge/view-calls'
import type { ToolCallPart } from '../../contract/conversations'
import type { ConversationEvent } from '../../conversation/messages/conversation-event'
import { findCall } from '../../conversation/messages/transcript'
import type { Servers } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import type { OpenViewFrame, ViewFrame, ViewSession, ViewState } from '../../views/interface'
import { buildHostContext, type HostContextValues } from '../../views/session/host-context'
import { readViewPage, type ViewPage } from './read-view-page'
import { readStoredCall, readWholeResult, type StoredCallPlace, type StoredCalls } from './stored-call'
import { toWireTool, ViewCalls, type ViewCallsOptions } from './view-calls'
import { createViewHandlers, viewCapabilities } from './view-handlers'

export interface OpenViewsOptions extends StoredCalls, Omit<ViewCallsOptions, 'servers'> {
  /** Undefined: there is no window. */
  readonly openViewFrame: OpenViewFrame | undefined
  readonly servers: Pick<Servers, 'list' | 'readResource'> & ViewCallsOptions['servers']
  /** A language tag. */
  readonly readLanguage: () => string
  readonly version: string
  readonly publish: (view: OpenView) => void
  readonly log: Logger
}

/** At once, in all windows. */
const mostViews = 20
const startLimitMs = 10_000
const wishLimitMs = 500

interface Entry {
  readonly place: StoredCallPlace
  readonly call: ToolCallPart
  readonly frame: ViewFrame
  readonly session: ViewSession
  readonly startLimit: NodeJS.Timeout
  view: OpenView
  /** The view knows how its call ended. */
  isSettled: boolean
}

export class OpenViews {
  readonly #options: OpenViewsOptions
  readonly #entries = new Map<string, Entry>()

  constructor(options: OpenViewsOptions) {
    this.#options = options
  }

  readonly open = async (input: CallInput<'view.open'>): Promise<CallOutput<'view.open'>> => {
    const { servers, newId } = this.#options
    const call = await readStoredCall(input, this.#options)
    if (call === null || call.serverName === null || call.viewUri === undefined)
      throw new HostError('TOOL_UNKNOWN', say('views.none'))
    const { serverName, viewUri } = call
    const { openViewFrame } = this.#options
    if (openViewFrame === undefined) throw new HostError('VIEW_UNAVAILABLE', say('views.none'))
    const page = await readViewPage({ serverName, uri: viewUri }, servers)
    // Its library takes time to load, and most runs of Parley show no view.
    const { createViewSession } = await import('../../views/session/view-session')
    if (this.#entries.size >= mostViews) throw new HostError('VIEW_UNAVAILABLE', say('views.tooMany'))
    const viewId = newId()
    const { frame, session } = this.#start(viewId, page, { input, call, openViewFrame, createViewSession })
    const { address, partition } = frame
    this.#entries.set(viewId, {
      place: input,
      call,
      frame,
      session,
      startLimit: setTimeout(() => this.#end(viewId, 'silent'), startLimitMs),
      view: { viewId, state: 'loading', reason: null, height: null, displayMode: 'inline', wantedMode: null },
      isSettled: false
    })
    session.sendInput(call.arguments)
    // The call may have ended while the page was read.
    await this.#passOn(viewId, (await readStoredCall(input, this.#options)) ?? call)
    return { viewId, address, partition }
  }

  #start(
    viewId: string,
    page: ViewPage,
    {
      input,
      call,
      openViewFrame,
      createViewSession
    }: {
      readonly input: CallInput<'view.open'>
      readonly call: ToolCallPart
      readonly openViewFrame: OpenViewFrame
      readonly createViewSession: typeof import('../../views/session/view-session').createViewSession
    }
  ): Pick<Entry, 'frame' | 'session'> {
    const { version, log } = this.#options
    const frame = openViewFrame({
      ...page,
      onMessage: (text) => session.receive(text),
      onEscape: () => this.#leaveFullScreen(viewId),
      onEnd: (reason) => this.#end(viewId, reason)
    })
    const session = createViewSession({
      version,
      hostContext: this.#describeContext(call, input.surroundings, 'inline'),
      sandbox: {},
      capabilities: viewCapabilities,
      handlers: createViewHandlers(
        {
          // The context of the view names no other modes.
          requestDisplayMode: (mode) => this.#wish(viewId, mode === 'pip' ? 'inline' : mode),
          requestTeardown: () => void this.close({ viewId })
        },
        new ViewCalls(this.#options, { ...input, serverName: call.serverName ?? '' })
      ),
      send: (message) => frame.send(message),
      onState: (state) => this.#changeState(viewId, state),
      onSize: ({ height }) => {
        if (height !== undefined) this.#change(viewId, { height: Math.round(height) })
      },
      now: () => performance.now(),
      log: (level, text) => log[level]('view', { text })
    })
    return { frame, session }
  }

  readonly close = async ({ viewId }: { readonly viewId: string }): Promise<void> => {
    const entry = this.#entries.get(viewId)
    if (entry === undefined) return
    await entry.session.teardown('closed')
    this.#end(viewId, null)
  }

  readonly show = ({ viewId, surroundings, displayMode }: CallInput<'view.show'>): void => {
    const entry = this.#entries.get(viewId)
    if (entry === undefined) return
    entry.session.changeContext(this.#describeContext(entry.call, surroundings, displayMode))
    if (entry.view.displayMode === displayMode && entry.view.wantedMode === null) return
    this.#change(viewId, { displayMode, wantedMode: null })
  }

  /** Call with every event of a conversation. */
  readonly follow = ({ name, payload }: ConversationEvent): void => {
    for (const [viewId, { place }] of this.#entries) {
      if (name === 'conversation.removed' && payload.conversationId === place.conversationId)
        this.#end(viewId, null)
      if (name === 'message.removed' && payload.messageId === place.messageId) this.#end(viewId, null)
      if (name !== 'message.changed' || payload.id !== place.messageId) continue
      const call = findCall(payload, place.callId)
      if (call !== null) void this.#passOn(viewId, call)
    }
  }

  dispose(): void {
    for (const viewId of this.#entries.keys()) this.#end(viewId, null)
  }

  /** The view learns once how its call ended. */
  async #passOn(viewId: string, call: ToolCallPart): Promise<void> {
    const entry = this.#entries.get(viewId)
    if (entry === undefined || entry.isSettled) return
    const { session, place } = entry
    const { state, failure } = call
    if (state === 'denied' || state === 'failed' || state === 'cancelled') {
      entry.isSettled = true
      session.sendCancelled(failure?.code ?? state)
    }
    if (state !== 'done') return
    entry.isSettled = true
    try {
      session.sendResult(await readWholeResult(call, place.conversationId, this.#options))
    } catch (error) {
      this.#options.log.warn('The result for a view could not be read', { error })
      session.sendCancelled('HISTORY_UNAVAILABLE')
    }
  }

  /** The window grants it or not, within a moment. */
  async #wish(viewId: string, wantedMode: OpenView['displayMode']): Promise<OpenView['displayMode']> {
    this.#change(viewId, { wantedMode })
    await new Promise((resolve) => setTimeout(resolve, wishLimitMs))
    this.#change(viewId, { wantedMode: null })
    return this.#entries.get(viewId)?.view.displayMode ?? 'inline'
  }

  #change(viewId: string, change: Partial<OpenView>): void {
    const entry = this.#entries.get(viewId)
    if (entry === undefined) return
    entry.view = { ...entry.view, ...change }
    this.#options.publish(entry.view)
  }

  #leaveFullScreen(viewId: string): void {
    if (this.#entries.get(viewId)?.view.displayMode === 'fullscreen')
      this.#change(viewId, { displayMode: 'inline' })
  }

  #changeState(viewId: string, state: ViewState): void {
    if (state.type === 'ended') return this.#end(viewId, state.reason)
    if (state.type === 'ready') clearTimeout(this.#entries.get(viewId)?.startLimit)
    this.#change(viewId, { state: state.type })
  }

  #end(viewId: string, reason: OpenView['reason']): void {
    const entry = this.#entries.get(viewId)
    if (entry === undefined) return
    clearTimeout(entry.startLimit)
    this.#change(viewId, { state: 'ended', reason })
    this.#entries.delete(viewId)
    entry.frame.close()
    entry.session.end(reason)
  }

  #describeContext(
    call: ToolCallPart,
    { theme, tokens, width, height }: ViewSurroundings,
    displayMode: OpenView['displayMode']
  ): McpUiHostContext {
    const { readLanguage, version } = this.#options
    return buildHostContext({
      version,
      theme,
      tokens,
      locale: readLanguage(),
      timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      displayMode,
      availableDisplayModes: ['inline', 'fullscreen'],
      size: { width, height },
      hasTouch: false,
      hasHover: true,
      call: this.#describeCall(call)
    })
  }

  /** Null: the server no longer lists the tool. */
  #describeCall({ callId, serverName, toolName }: ToolCallPart): HostContextValues['call'] {
    const tools = serverName === null ? [] : this.#options.servers.tools(serverName)
    const tool = tools.find(({ name }) => name === toolName)
    if (tool === undefined) return null
    return { callId, tool: toWireTool(tool) }
  }
}
