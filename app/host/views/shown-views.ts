/** The views that are open: their frames, their sessions, and what windows know of them. Each shows one call. */
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps/app-bridge'
import { createEmitter } from '../../base/emitter'
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { CallOutput } from '../../contract/bridge/calls'
import type { OpenView } from '../../contract/bridge/view-calls'
import type { ViewPermission } from '../../contract/consent/view-access'
import type { ServerLogLine } from '../../contract/servers'
import { say } from '../../texts/render-localized'
import type { OpenViewFrame, ViewFrame, ViewSession, ViewState, ViewTrace } from '../../views/interface'
import { holdRequests } from './hold-requests'
import type { ViewPage } from './read-view-page'
import type { OpenAccess } from './view-access'
import { ViewContexts, type ViewContextsOptions } from './view-contexts'
import { createViewHandlers, describeCapabilities, type ViewHandlersOptions } from './view-handlers'
import type { ViewPlace } from './view-requests'
import type { ViewTools } from './view-tools'

type RequestOptions = Omit<ViewHandlersOptions, 'contexts'> & ViewContextsOptions

export interface ShownViewsOptions extends RequestOptions {
  /** Undefined: there is no window. */
  readonly openViewFrame: OpenViewFrame | undefined
  /** A line of a view for its server's log. */
  readonly noteLog: (serverName: string, line: Pick<ServerLogLine, 'level' | 'text'>) => void
  readonly viewTools: Pick<ViewTools, 'read' | 'forget'>
  /** Whether there is a model, and sampling isn't off for the server. */
  readonly canSample: (serverName: string) => boolean
  readonly version: string
  readonly publish: (view: OpenView) => void
  readonly newId: () => string
  readonly log: Logger
}

/** What a view shows: a call in a conversation, or what the user gives it by hand. */
export interface ShownCall {
  readonly place: ViewPlace
  /** Until then, nothing that the view asks for happens. Rejects if it never does. */
  readonly approved: Promise<void>
  /** The view has completed the handshake. */
  begin?(): void
  /** The view is closed, or ends. */
  end(reason: string): void
}

export interface Opening {
  readonly uri: string
  readonly page: ViewPage
  readonly access: OpenAccess
  readonly hostContext: McpUiHostContext
  readonly trace?: ViewTrace
  /** Called with the open session. */
  readonly begin: (session: ViewSession) => Promise<void>
}

/** A frame without a page. */
interface Prepared {
  readonly frame: ViewFrame
  readonly limit: NodeJS.Timeout
}

interface Entry {
  readonly shown: ShownCall
  readonly access: OpenAccess
  readonly frame: ViewFrame
  readonly session: ViewSession
  readonly startLimit: NodeJS.Timeout
  view: OpenView
}

/** At once, in all windows. */
const mostViews = 20
/** Many may start at once, on a slow computer. */
const startLimitMs = 30_000
/** Until a prepared frame is opened. */
const preparedLimitMs = 10_000
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

/** What happens to the view of a call. */
export type ViewNews = { readonly callId: string; readonly viewId: string } & (
  | { readonly type: 'opening' }
  /** It has completed the handshake. */
  | { readonly type: 'ready' }
  /** Null: Parley closed it. */
  | { readonly type: 'ended'; readonly reason: OpenView['reason'] }
  | { readonly type: 'not-opened'; readonly error: unknown }
)

type CreateSession = typeof import('../../views/session/view-session').createViewSession

export class ShownViews {
  readonly #options: ShownViewsOptions
  /** What the views gave for the model. */
  readonly contexts: ViewContexts
  readonly #prepared = new Map<string, Prepared>()
  readonly #entries = new Map<string, Entry>()
  /** By view. Also of views that still open. */
  readonly calls = new Map<string, ShownCall>()
  readonly news = createEmitter<ViewNews>()

  constructor(options: ShownViewsOptions) {
    this.#options = options
    this.contexts = new ViewContexts(options)
  }

  /** Starts the process of a view, while what it opens with is still read. @throws HostError VIEW_UNAVAILABLE */
  readonly prepare = (): CallOutput<'view.prepare'> => {
    const { openViewFrame, newId } = this.#options
    if (openViewFrame === undefined) throw new HostError('VIEW_UNAVAILABLE', say('views.none'))
    if (this.isFull) throw new HostError('VIEW_UNAVAILABLE', say('views.tooMany'))
    const viewId = newId()
    const frame = openViewFrame()
    const limit = setTimeout(() => this.#forgetPrepared(viewId), preparedLimitMs)
    this.#prepared.set(viewId, { frame, limit })
    return { viewId, address: frame.address, partition: frame.partition }
  }

  get isFull(): boolean {
    return this.#prepared.size + this.#entries.size >= mostViews
  }

  /** `viewId`: of a prepared view. `read`: what it opens with, which may take a question. @throws HostError VIEW_UNAVAILABLE */
  async open(viewId: string, shown: ShownCall, read: () => Promise<Opening>): Promise<void> {
    if (this.calls.has(viewId)) throw new HostError('VIEW_UNAVAILABLE', say('views.notOpen'))
    clearTimeout(this.#requirePrepared(viewId).limit)
    const { callId } = shown.place
    this.calls.set(viewId, shown)
    this.news.emit({ type: 'opening', callId, viewId })
    try {
      const opening = await read()
      // Its library takes time to load, and most runs of Parley show no view.
      const { createViewSession } = await import('../../views/session/view-session')
      await this.#openPage(viewId, shown, { ...opening, createViewSession })
    } catch (error) {
      this.calls.delete(viewId)
      this.#forgetPrepared(viewId)
      this.news.emit({ type: 'not-opened', callId, viewId, error })
      throw error
    }
  }

  find(viewId: string): Pick<Entry, 'shown' | 'session' | 'view'> | undefined {
    return this.#entries.get(viewId)
  }

  change(viewId: string, change: Partial<OpenView>): void {
    const entry = this.#entries.get(viewId)
    if (entry === undefined) return
    entry.view = { ...entry.view, ...change }
    this.#options.publish(entry.view)
  }

  /** The views of conversations that are shown in this mode. */
  findShownIn(mode: OpenView['displayMode']): readonly string[] {
    const inConversations = [...this.#entries.values()].filter(
      ({ shown, view }) => shown.place.conversationId !== null && view.displayMode === mode
    )
    return inConversations.map(({ view }) => view.viewId)
  }

  readonly close = async ({ viewId }: { readonly viewId: string }): Promise<void> => {
    const entry = this.#entries.get(viewId)
    if (entry === undefined) return this.#forgetPrepared(viewId)
    await entry.session.teardown('closed')
    this.#end(viewId, null)
  }

  /** The user stopped what a view asks for. */
  closeOfCall(callId: string): void {
    for (const [viewId, { place }] of this.calls) if (place.callId === callId) this.#end(viewId, 'removed')
  }

  dispose(): void {
    for (const viewId of this.#prepared.keys()) this.#forgetPrepared(viewId)
    for (const viewId of this.#entries.keys()) this.#end(viewId, null)
  }

  async #openPage(
    viewId: string,
    shown: ShownCall,
    opening: Opening & { readonly createViewSession: CreateSession }
  ): Promise<void> {
    const { page, access, uri, begin } = opening
    const { frame } = this.#requirePrepared(viewId)
    this.#prepared.delete(viewId)
    const session = this.#createSession(viewId, shown, { ...opening, frame })
    const policy = access.page.policy(frame.address.replace(/\/$/u, ''))
    this.#options.log.info('opened a view', { server: shown.place.serverName, uri, policy })
    this.#entries.set(viewId, {
      shown,
      access,
      frame,
      session,
      startLimit: setTimeout(() => this.#end(viewId, 'silent'), startLimitMs),
      view: { ...newView, viewId, hosts: [...access.hosts], refusedHosts: [...access.refusedHosts] }
    })
    frame.show({
      html: page.html,
      ...access.page,
      onPermission: (permission) => this.#decidePermission(viewId, permission),
      onMessage: (text) => session.receive(text),
      onEscape: () => this.#leaveFullScreen(viewId),
      onEnd: (reason) => this.#end(viewId, reason)
    })
    await begin(session)
  }

  #createSession(
    viewId: string,
    { place, approved }: ShownCall,
    {
      access,
      hostContext,
      trace,
      frame,
      createViewSession
    }: Opening & { readonly frame: ViewFrame; readonly createViewSession: CreateSession }
  ): ViewSession {
    const { version, noteLog } = this.#options
    const { serverName, toolName } = place
    return createViewSession({
      version,
      hostContext,
      sandbox: access.sandbox,
      capabilities: describeCapabilities({
        hasSampling: this.#options.canSample(serverName),
        hasConversation: place.conversationId !== null
      }),
      handlers: holdRequests(
        createViewHandlers(
          {
            viewId,
            requestDisplayMode: (mode) => this.#wish(viewId, mode),
            requestTeardown: () => void this.close({ viewId })
          },
          place,
          { ...this.#options, contexts: this.contexts }
        ),
        approved
      ),
      send: (message) => frame.send(message),
      onState: (state) => this.#changeState(viewId, state),
      onToolsChanged: () => this.#offerTools(viewId),
      onSize: ({ height }) => {
        // A page that measures itself while its frame isn't laid out has no height.
        if (height !== undefined && height > 0) this.change(viewId, { height: Math.round(height) })
      },
      now: () => performance.now(),
      trace,
      log: (level, text) =>
        noteLog(serverName, { level: level === 'warn' ? 'warning' : level, text: `${toolName}: ${text}` })
    })
  }

  #requirePrepared(viewId: string): Prepared {
    const prepared = this.#prepared.get(viewId)
    if (prepared === undefined) throw new HostError('VIEW_UNAVAILABLE', say('views.notOpen'))
    return prepared
  }

  #forgetPrepared(viewId: string): void {
    const prepared = this.#prepared.get(viewId)
    this.#prepared.delete(viewId)
    clearTimeout(prepared?.limit)
    prepared?.frame.close()
  }

  async #decidePermission(viewId: string, permission: ViewPermission): Promise<boolean> {
    const isAllowed = (await this.#entries.get(viewId)?.access.decide(permission)) ?? false
    const used = this.#entries.get(viewId)?.view.permissions ?? []
    if (isAllowed && !used.includes(permission)) this.change(viewId, { permissions: [...used, permission] })
    return isAllowed
  }

  /** The window grants it or not, within a moment. */
  async #wish(viewId: string, wantedMode: OpenView['displayMode']): Promise<OpenView['displayMode']> {
    this.change(viewId, { wantedMode })
    await new Promise((resolve) => setTimeout(resolve, wishLimitMs))
    this.change(viewId, { wantedMode: null })
    return this.#entries.get(viewId)?.view.displayMode ?? 'inline'
  }

  #leaveFullScreen(viewId: string): void {
    if (this.#entries.get(viewId)?.view.displayMode === 'fullscreen')
      this.change(viewId, { displayMode: 'inline' })
  }

  #changeState(viewId: string, state: Exclude<ViewState, { type: 'loading' }>): void {
    if (state.type === 'ended') return this.#end(viewId, state.reason)
    const entry = this.#entries.get(viewId)
    clearTimeout(entry?.startLimit)
    this.change(viewId, { state: state.type, displayModes: [...state.displayModes] })
    entry?.shown.begin?.()
    if (entry !== undefined) this.news.emit({ type: 'ready', callId: entry.shown.place.callId, viewId })
    this.#offerTools(viewId)
  }

  /** Not before the approval of its call, like everything else that comes from the view. */
  #offerTools(viewId: string): void {
    const offer = (): void => {
      const entry = this.#entries.get(viewId)
      if (entry === undefined) return
      const { shown, session } = entry
      const { conversationId, serverName } = shown.place
      if (conversationId === null) return
      void this.#options.viewTools.read(viewId, { conversationId, serverName, session })
    }
    this.#entries.get(viewId)?.shown.approved.then(offer, () => {})
  }

  #end(viewId: string, reason: OpenView['reason']): void {
    const entry = this.#entries.get(viewId)
    if (entry === undefined) return
    clearTimeout(entry.startLimit)
    this.change(viewId, { state: 'ended', reason })
    this.#entries.delete(viewId)
    this.contexts.forgetView(viewId)
    entry.access.close()
    entry.frame.close()
    entry.session.end(reason)
    this.#options.viewTools.forget(viewId)
    entry.shown.end('closed')
    this.calls.delete(viewId)
    this.news.emit({ type: 'ended', callId: entry.shown.place.callId, viewId, reason })
  }
}
