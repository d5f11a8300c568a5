/**
 * The open views: reads each from the server of its call, opens its frame and its session, and follows the
 * call.
 */
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { CallInput, CallOutput } from '../../contract/bridge/calls'
import type { OpenView } from '../../contract/bridge/view-calls'
import type { ViewPermission } from '../../contract/consent/view-access'
import type { ToolCallPart } from '../../contract/conversations'
import type { ServerLogLine } from '../../contract/servers'
import type { ConversationEvent } from '../../conversation/messages/conversation-event'
import { findCall } from '../../conversation/messages/transcript'
import type { Servers } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import type { OpenViewFrame, ViewFrame, ViewSession, ViewState } from '../../views/interface'
import { describeContext } from './describe-context'
import { holdRequests } from './hold-requests'
import { readViewPage, type ViewPage } from './read-view-page'
import { readStoredCall, type StoredCalls } from './stored-call'
import { ViewAccess, type OpenAccess, type ViewAccessOptions } from './view-access'
import { ViewContexts, type ViewContextsOptions } from './view-contexts'
import { createViewHandlers, describeCapabilities, type ViewHandlersOptions } from './view-handlers'
import type { ViewTools } from './view-tools'
import { ViewedCall, type ViewedCallOptions } from './viewed-call'

type RequestOptions = Omit<ViewHandlersOptions, 'contexts'> & ViewContextsOptions

export interface OpenViewsOptions
  extends StoredCalls, Omit<RequestOptions, 'servers' | 'conversations' | 'runningCalls' | 'consent'> {
  readonly policy: ViewAccessOptions['policy']
  /** Undefined: there is no window. */
  readonly openViewFrame: OpenViewFrame | undefined
  readonly servers: Pick<Servers, 'list'> & RequestOptions['servers']
  readonly consent: RequestOptions['consent'] & ViewAccessOptions['consent']
  readonly conversations: StoredCalls['conversations'] & RequestOptions['conversations']
  readonly runningCalls: RequestOptions['runningCalls'] & ViewedCallOptions['runningCalls']
  /** A line of a view for its server's log. */
  readonly noteLog: (serverName: string, line: Pick<ServerLogLine, 'level' | 'text'>) => void
  readonly viewTools: Pick<ViewTools, 'read' | 'forget'>
  /** Whether there is a model, and sampling isn't off for the server. */
  readonly canSample: (serverName: string) => boolean
  /** A language tag. */
  readonly readLanguage: () => string
  readonly version: string
  readonly publish: (view: OpenView) => void
  readonly log: Logger
}

/** At once, in all windows. */
const mostViews = 20
/** Many may start at once, on a slow computer. */
const startLimitMs = 30_000
const wishLimitMs = 500

const newView: Omit<OpenView, 'viewId'> = {
  state: 'loading',
  reason: null,
  height: null,
  displayMode: 'inline',
  displayModes: [],
  wantedMode: null,
  hosts: [],
  refusedHosts: [],
  permissions: []
}

interface Entry {
  readonly call: ToolCallPart
  readonly access: OpenAccess
  readonly frame: ViewFrame
  readonly session: ViewSession
  readonly startLimit: NodeJS.Timeout
  view: OpenView
}

interface Opening {
  readonly input: CallInput<'view.open'>
  readonly call: ToolCallPart
  readonly viewed: ViewedCall
  readonly access: OpenAccess
  readonly openViewFrame: OpenViewFrame
}

export class OpenViews {
  readonly #options: OpenViewsOptions
  /** What the views gave for the model. */
  readonly contexts: ViewContexts
  readonly #entries = new Map<string, Entry>()
  /** Also of views that open. By view. */
  readonly #calls = new Map<string, ViewedCall>()
  readonly #access: ViewAccess

  constructor(options: OpenViewsOptions) {
    this.#options = options
    this.contexts = new ViewContexts(options)
    this.#access = new ViewAccess(options)
  }

  readonly open = async (input: CallInput<'view.open'>): Promise<CallOutput<'view.open'>> => {
    const { servers, newId } = this.#options
    const call = await readStoredCall(input, this.#options)
    if (call === null || call.serverName === null || call.viewUri === undefined)
      throw new HostError('TOOL_UNKNOWN', say('views.none'))
    const { serverName, toolName, viewUri } = call
    const { openViewFrame } = this.#options
    if (openViewFrame === undefined) throw new HostError('VIEW_UNAVAILABLE', say('views.none'))
    const viewId = newId()
    const viewed = new ViewedCall(input, call, this.#options)
    this.#calls.set(viewId, viewed)
    try {
      const page = await readViewPage({ serverName, uri: viewUri }, servers)
      // The call may be approved, or over, by now.
      await viewed.follow((await readStoredCall(input, this.#options)) ?? call)
      if (viewed.isRefused) throw new HostError('VIEW_UNAVAILABLE', say('views.none'))
      // What it declares is asked after the question about the call.
      if (page.hasDeclared) await viewed.approved
      const shown = { ...viewed.place, serverName, toolName }
      const access = await this.#access.open(shown, page.metadata, input.asksAgain)
      return await this.#openPage(viewId, page, { input, call, viewed, access, openViewFrame })
    } catch (error) {
      this.#calls.delete(viewId)
      throw error
    }
  }

  async #openPage(viewId: string, page: ViewPage, opening: Opening): Promise<CallOutput<'view.open'>> {
    const { call, viewed, input, access } = opening
    // Its library takes time to load, and most runs of Parley show no view.
    const { createViewSession } = await import('../../views/session/view-session')
    if (this.#entries.size >= mostViews) throw new HostError('VIEW_UNAVAILABLE', say('views.tooMany'))
    const { frame, session } = this.#start(viewId, page, { ...opening, createViewSession })
    const { address, partition } = frame
    const { serverName: server, viewUri: uri } = call
    const policy = access.page.policy(address.replace(/\/$/u, ''))
    this.#options.log.info('opened a view', { server, uri, policy })
    this.#entries.set(viewId, {
      call,
      access,
      frame,
      session,
      startLimit: setTimeout(() => this.#end(viewId, 'silent'), startLimitMs),
      view: { ...newView, viewId, hosts: [...access.hosts], refusedHosts: [...access.refusedHosts] }
    })
    await viewed.show(session, (await readStoredCall(input, this.#options)) ?? call)
    return { viewId, address, partition }
  }

  #start(
    viewId: string,
    { html }: ViewPage,
    {
      input,
      call,
      viewed,
      access,
      openViewFrame,
      createViewSession
    }: Opening & {
      readonly createViewSession: typeof import('../../views/session/view-session').createViewSession
    }
  ): Pick<Entry, 'frame' | 'session'> {
    const { version, noteLog } = this.#options
    const { toolName } = call
    const serverName = call.serverName ?? ''
    const frame = openViewFrame({
      html,
      ...access.page,
      onPermission: (permission) => this.#decidePermission(viewId, permission),
      onMessage: (text) => session.receive(text),
      onEscape: () => this.#leaveFullScreen(viewId),
      onEnd: (reason) => this.#end(viewId, reason)
    })
    const session = createViewSession({
      version,
      hostContext: describeContext({ call, ...input, displayMode: 'inline' }, this.#options),
      sandbox: access.sandbox,
      capabilities: describeCapabilities(this.#options.canSample(serverName)),
      handlers: holdRequests(
        createViewHandlers(
          {
            viewId,
            requestDisplayMode: (mode) => this.#wish(viewId, mode),
            requestTeardown: () => void this.close({ viewId })
          },
          { ...input, serverName, toolName },
          { ...this.#options, contexts: this.contexts }
        ),
        viewed.approved
      ),
      send: (message) => frame.send(message),
      onState: (state) => this.#changeState(viewId, state),
      onToolsChanged: () => this.#offerTools(viewId),
      onSize: ({ height }) => {
        // A page that measures itself while its frame isn't laid out has no height.
        if (height !== undefined && height > 0) this.#change(viewId, { height: Math.round(height) })
      },
      now: () => performance.now(),
      log: (level, text) =>
        noteLog(serverName, { level: level === 'warn' ? 'warning' : level, text: `${toolName}: ${text}` })
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
    const { view } = entry
    if (displayMode !== 'inline' && !view.displayModes.includes(displayMode)) return
    entry.session.changeContext(
      describeContext({ call: entry.call, surroundings, displayMode }, this.#options)
    )
    if (view.displayMode === displayMode && view.wantedMode === null) return
    if (displayMode !== 'inline') this.#bringBack(displayMode)
    this.#change(viewId, { displayMode, wantedMode: null })
  }

  /** There is one place for each other mode. The window then shows the view in its card. */
  #bringBack(mode: OpenView['displayMode']): void {
    for (const [viewId, { view }] of this.#entries)
      if (view.displayMode === mode) this.#change(viewId, { displayMode: 'inline' })
  }

  /** Call with every event of a conversation. */
  readonly follow = ({ name, payload }: ConversationEvent): void => {
    for (const [viewId, viewed] of this.#calls) {
      const { conversationId, messageId, callId } = viewed.place
      const isRemoved =
        (name === 'conversation.removed' && payload.conversationId === conversationId) ||
        (name === 'message.removed' && payload.messageId === messageId)
      const call = name === 'message.changed' && payload.id === messageId ? findCall(payload, callId) : null
      if (call !== null) void viewed.follow(call)
      if (isRemoved) viewed.end('removed')
      if (isRemoved || viewed.isRefused) void this.close({ viewId })
    }
  }

  /** The user stopped what a view asks for. */
  closeOfCall(callId: string): void {
    for (const [viewId, { place }] of this.#calls) if (place.callId === callId) this.#end(viewId, 'removed')
  }

  dispose(): void {
    for (const viewId of this.#entries.keys()) this.#end(viewId, null)
    this.#access.dispose()
  }

  async #decidePermission(viewId: string, permission: ViewPermission): Promise<boolean> {
    const isAllowed = (await this.#entries.get(viewId)?.access.decide(permission)) ?? false
    const used = this.#entries.get(viewId)?.view.permissions ?? []
    if (isAllowed && !used.includes(permission)) this.#change(viewId, { permissions: [...used, permission] })
    return isAllowed
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

  #changeState(viewId: string, state: Exclude<ViewState, { type: 'loading' }>): void {
    if (state.type === 'ended') return this.#end(viewId, state.reason)
    clearTimeout(this.#entries.get(viewId)?.startLimit)
    this.#change(viewId, { state: state.type, displayModes: [...state.displayModes] })
    this.#offerTools(viewId)
  }

  /** Not before the approval of its call, like everything else that comes from the view. */
  #offerTools(viewId: string): void {
    const offer = (): void => {
      const entry = this.#entries.get(viewId)
      const conversationId = this.#calls.get(viewId)?.place.conversationId
      if (entry === undefined || conversationId === undefined) return
      const { call, session } = entry
      void this.#options.viewTools.read(viewId, {
        conversationId,
        serverName: call.serverName ?? '',
        session
      })
    }
    this.#calls.get(viewId)?.approved.then(offer, () => {})
  }

  #end(viewId: string, reason: OpenView['reason']): void {
    const entry = this.#entries.get(viewId)
    if (entry === undefined) return
    clearTimeout(entry.startLimit)
    this.#change(viewId, { state: 'ended', reason })
    this.#entries.delete(viewId)
    this.contexts.forgetView(viewId)
    entry.access.close()
    entry.frame.close()
    entry.session.end(reason)
    this.#options.viewTools.forget(viewId)
    this.#calls.get(viewId)?.end('closed')
    this.#calls.delete(viewId)
  }
}
