/** A session with the official library's view on the other side, in memory. For tests. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { App } from '@modelcontextprotocol/ext-apps'
import type { ViewHandlers, ViewSession, ViewSessionOptions, ViewState } from '../interface'
import { createViewSession } from '../session/view-session'

export interface OpenedView {
  readonly session: ViewSession
  /** Not connected yet. */
  readonly app: App
  /** The view's side. Closing it tells the session nothing, as when a page is gone. */
  readonly transport: Transport
  /** Everything that the session has sent, oldest first. */
  readonly sent: readonly JSONRPCMessage[]
  readonly states: readonly ViewState[]
  readonly sizes: readonly object[]
  readonly logged: readonly string[]
  /** Moves the clock that counts messages. */
  readonly wait: (ms: number) => void
}

export interface OpenViewOptions {
  readonly handlers?: Partial<ViewHandlers>
  readonly session?: Partial<ViewSessionOptions>
  readonly appCapabilities?: ConstructorParameters<typeof App>[1]
}

export function openView({
  handlers = {},
  session: chosen = {},
  appCapabilities
}: OpenViewOptions = {}): OpenedView {
  const [sent, states, sizes, logged]: [JSONRPCMessage[], ViewState[], object[], string[]] = [[], [], [], []]
  let time = 0
  const transport: Transport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: (message) => Promise.resolve(session.receive(JSON.stringify(message)))
  }
  const session = createViewSession({
    version: '1.2.3',
    hostContext: { theme: 'light', displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] },
    sandbox: {},
    handlers: { ...refusingHandlers, ...handlers },
    send: (message) => {
      sent.push(message as JSONRPCMessage)
      transport.onmessage?.(structuredClone(message) as JSONRPCMessage)
    },
    onState: (state) => states.push(state),
    onSize: (size) => sizes.push(size),
    log: (level, text) => logged.push(`${level}: ${text}`),
    now: () => time,
    ...chosen
  })
  const app = new App({ name: 'view', version: '1' }, appCapabilities, { autoResize: false })
  const wait = (ms: number) => {
    time += ms
  }
  return { session, app, transport, sent, states, sizes, logged, wait }
}

/** The methods of the notifications and requests that the session has sent. */
export function sentMethods({ sent }: OpenedView): readonly string[] {
  return sent.flatMap((message) => ('method' in message ? [message.method] : []))
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('not expected'))
}

const refusingHandlers: ViewHandlers = {
  callTool: refuse,
  listTools: refuse,
  readResource: refuse,
  listResources: refuse,
  listResourceTemplates: refuse,
  listPrompts: refuse,
  openLink: refuse,
  downloadFile: refuse,
  message: refuse,
  updateModelContext: refuse,
  createMessage: refuse,
  requestDisplayMode: refuse,
  requestTeardown: () => undefined
}
