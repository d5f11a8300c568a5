/** Opens views that the user inspects on the page of their server, and what the user sends them. */
import { HostError } from '../../base/host-error'
import type { Approvals } from '../../consent/interface'
import type { CallInput, CallOutput } from '../../contract/bridge/calls'
import type { Servers } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import { describeInspectedContext, type ContextSources } from './describe-context'
import { InspectedView } from './inspected-view'
import { readViewPage } from './read-view-page'
import type { ShownViews } from './shown-views'
import type { ViewAccess } from './view-access'
import { ViewCalls, type ViewCallsOptions } from './view-calls'
import { ViewMessages, type ViewMessagesOptions } from './view-messages'

export interface InspectedViewsOptions extends ViewCallsOptions, ContextSources {
  readonly views: ShownViews
  readonly access: ViewAccess
  readonly servers: ViewCallsOptions['servers'] &
    ContextSources['servers'] &
    Pick<Servers, 'list' | 'readResource'>
  readonly consent: ViewCallsOptions['consent'] & Pick<Approvals, 'forgetConversation' | 'userBegan'>
  readonly publishMessages: ViewMessagesOptions['publish']
  readonly redactMessage: ViewMessagesOptions['redactMessage']
}

export class InspectedViews {
  readonly #options: InspectedViewsOptions

  constructor(options: InspectedViewsOptions) {
    this.#options = options
  }

  readonly open = async ({
    serverName,
    toolName,
    context
  }: CallInput<'view.open-inspected'>): Promise<CallOutput<'view.open-inspected'>> => {
    const {
      views,
      access,
      servers,
      consent,
      newId,
      now,
      publishMessages: publish,
      redactMessage
    } = this.#options
    consent.userBegan(serverName)
    const uri = servers.tools(serverName).find(({ name }) => name === toolName)?.ui?.resourceUri ?? null
    if (uri === null) throw new HostError('TOOL_UNKNOWN', say('views.none'))
    const guest = views.prepare()
    const { viewId } = guest
    const [callId, scopeId] = [newId(), newId()]
    const place = { conversationId: null, messageId: null, callId, serverName, toolName, scopeId }
    // Each view is inline at first.
    const hostContext = describeInspectedContext(place, { ...context, displayMode: 'inline' }, this.#options)
    const inspected = new InspectedView(place, {
      calls: new ViewCalls(this.#options, place),
      onSteps: (steps) => views.change(viewId, { steps: [...steps] }),
      // Rejects if it can't be stored: it applies until then.
      onEnd: () => void consent.forgetConversation(scopeId).catch(() => {})
    })
    await views.open(viewId, inspected, async () => {
      const page = await readViewPage({ serverName, uri }, servers)
      return {
        uri,
        page,
        access: await access.open(place, page.metadata, true),
        hostContext,
        trace: new ViewMessages({ viewId, publish, redactMessage, now }),
        begin: (session) => inspected.show(session)
      }
    })
    return guest
  }

  readonly changeContext = ({ viewId, context, setsMode }: CallInput<'view.change-context'>): void => {
    const { views } = this.#options
    const entry = views.find(viewId)
    if (entry === undefined || !(entry.shown instanceof InspectedView)) return
    const { shown, session, view } = entry
    const displayMode = setsMode === true ? context.displayMode : view.displayMode
    if (displayMode !== 'inline' && !view.displayModes.includes(displayMode)) return
    session.changeContext(describeInspectedContext(shown.place, { ...context, displayMode }, this.#options))
    if (setsMode !== true) return
    if (view.displayMode !== displayMode || view.wantedMode !== null)
      views.change(viewId, { displayMode, wantedMode: null })
  }

  readonly send = ({ viewId, step }: CallInput<'view.send-step'>): Promise<void> =>
    this.#require(viewId).send(step)

  readonly callTool = ({ viewId, arguments: args }: CallInput<'view.call-tool'>): Promise<void> =>
    this.#require(viewId).callTool(args)

  #require(viewId: string): InspectedView {
    const shown = this.#options.views.find(viewId)?.shown
    if (!(shown instanceof InspectedView)) throw new HostError('VIEW_UNAVAILABLE', say('views.notOpen'))
    return shown
  }
}
