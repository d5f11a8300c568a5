/**
 * A view is the page that a server brings for a tool, as in MCP Apps. These are the types that the
 * host area and main share with this area: the frame that draws a view, what a view may ask for, and its session.
 */
import type {
  CallToolRequest,
  CallToolResult,
  ContentBlock,
  ListPromptsRequest,
  ListPromptsResult,
  ListResourcesRequest,
  ListResourcesResult,
  ListResourceTemplatesRequest,
  ListResourceTemplatesResult,
  ListToolsRequest,
  ListToolsResult,
  ReadResourceRequest,
  ReadResourceResult,
  Tool
} from '@modelcontextprotocol/client'
import type {
  McpUiDisplayMode,
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiUpdateModelContextRequest
} from '@modelcontextprotocol/ext-apps/app-bridge'
import type { viewEndReasons } from '../contract/bridge/view-calls'
import type { ViewPermission } from '../contract/consent/view-access'
import type { SamplingRequest, SamplingResult } from '../contract/requests'

/** Why a view ended that Parley didn't close. */
export type ViewEndReason = (typeof viewEndReasons)[number]

/** Draws one view, once it has its page. Main implements it with Electron, tests with a plain object. */
export interface ViewFrame {
  /** The address that the window's `<webview>` loads. */
  readonly address: string
  /** The session partition of the window's `<webview>`. */
  readonly partition: string
  /** Once. What the window loads waits for it. */
  show(options: ViewFrameOptions): void
  /** Sends a JSON-RPC message to the view. Ignored after the end. */
  send(message: unknown): void
  close(): void
}

export interface ViewFrameOptions {
  readonly html: string
  /** The Content-Security-Policy header of the view, for the origin of the page that frames it. */
  readonly policy: (proxyOrigin: string) => string
  /** Answers a request of the page to another host. Never rejects. */
  readonly load: (request: Request) => Promise<Response>
  /** What the page declares to use. */
  readonly permissions: readonly ViewPermission[]
  /** The page wants to use one of them. Resolves to whether it may. */
  readonly onPermission: (permission: ViewPermission) => Promise<boolean>
  /**
   * The JSON text of one message of the view. It isn't parsed yet: `ViewSession.receive` limits and parses it. A frame
   * that gets more than `longestViewMessage` ends with `too-large` instead.
   */
  readonly onMessage: (text: string) => void
  /** The user pressed Escape in the view. */
  readonly onEscape: () => void
  /** Called once, if the frame ended without `close`, also before it got its page. */
  readonly onEnd: (reason: ViewEndReason) => void
}

export type OpenViewFrame = () => ViewFrame

/** What Parley does for every view. A message is text, model context can have images. */
export const hostCapabilities: McpUiHostCapabilities = {
  openLinks: {},
  downloadFile: {},
  serverTools: {},
  serverResources: {},
  logging: {},
  updateModelContext: { text: {}, image: {}, structuredContent: {} },
  message: { text: {} }
}

/** In characters of JSON. The session also limits the number of values, and their depth. */
export const longestViewMessage = 10_000_000

export type ViewState =
  /** The page loads. Parley has sent nothing yet. */
  | { readonly type: 'loading' }
  /** The view has answered the handshake: only now it is certain that it runs. `displayModes`: both sides support them. */
  | { readonly type: 'ready'; readonly displayModes: readonly McpUiDisplayMode[] }
  /** Null: Parley closed it. */
  | { readonly type: 'ended'; readonly reason: ViewEndReason | null }

/** A file that a view wants to save. Its name is safe, its content is the view's. */
export type ViewDownload =
  | {
      readonly type: 'content'
      readonly name: string
      readonly mimeType: string | null
      readonly data: Uint8Array
    }
  /** To be read from the view's server. */
  | { readonly type: 'link'; readonly name: string; readonly mimeType: string | null; readonly uri: string }

/** The last update of a view replaces the ones before. */
export type ViewModelContext = McpUiUpdateModelContextRequest['params']

/**
 * What a view may ask for. The host area implements it with approval, limits and activity log. Each call ends when its
 * signal is aborted: the view cancelled it, or ended. A `HostError` reaches the view with its message, any other error
 * without.
 */
export interface ViewHandlers {
  callTool(request: CallToolRequest['params'], signal: AbortSignal): Promise<CallToolResult>
  listTools(request: ListToolsRequest['params'], signal: AbortSignal): Promise<ListToolsResult>
  readResource(request: ReadResourceRequest['params'], signal: AbortSignal): Promise<ReadResourceResult>
  listResources(request: ListResourcesRequest['params'], signal: AbortSignal): Promise<ListResourcesResult>
  listResourceTemplates(
    request: ListResourceTemplatesRequest['params'],
    signal: AbortSignal
  ): Promise<ListResourceTemplatesResult>
  listPrompts(request: ListPromptsRequest['params'], signal: AbortSignal): Promise<ListPromptsResult>
  /** An https, http or mailto address. Resolves to whether it was opened. */
  openLink(url: string, signal: AbortSignal): Promise<boolean>
  /** Resolves to whether the files were saved. */
  downloadFile(files: readonly ViewDownload[], signal: AbortSignal): Promise<boolean>
  /** Resolves to whether the message was sent. The view learns nothing else of the conversation. */
  message(content: readonly ContentBlock[], signal: AbortSignal): Promise<boolean>
  updateModelContext(context: ViewModelContext, signal: AbortSignal): Promise<void>
  /** Never with tools. Only if the capabilities have `sampling`. Resolves to null if the user declined. */
  createMessage(request: SamplingRequest, signal: AbortSignal): Promise<SamplingResult | null>
  /** Only modes that both sides support. Resolves to the mode that is in effect now. */
  requestDisplayMode(mode: McpUiDisplayMode, signal: AbortSignal): Promise<McpUiDisplayMode>
  /** The view wants to be closed. The host tears it down, or doesn't. */
  requestTeardown(): void
}

/** Hears the messages of a view in their order. */
export interface ViewTrace {
  /** `in`: from the view. `text`: its JSON, or what isn't JSON. */
  message(direction: 'in' | 'out', text: string): void
  /** Parley doesn't act on the last message from the view. */
  refused(reason: string): void
}

export interface ViewSessionOptions {
  /** Parley's version, as the view learns it. */
  readonly version: string
  /** Complete. The session sends only what changes later. */
  readonly hostContext: McpUiHostContext
  /** The permissions and hosts that the view has, as it learns them. */
  readonly sandbox: NonNullable<McpUiHostCapabilities['sandbox']>
  /** What the handlers can do, as the view learns it. Absent: everything but sampling. */
  readonly capabilities?: McpUiHostCapabilities
  readonly handlers: ViewHandlers
  /** `ViewFrame.send` */
  readonly send: (message: unknown) => void
  readonly onState: (state: Exclude<ViewState, { type: 'loading' }>) => void
  /** In CSS pixels: finite, from 0 to 4,000. */
  readonly onSize: (size: { readonly width?: number; readonly height?: number }) => void
  /** The list of `listTools` has changed. */
  readonly onToolsChanged?: () => void
  /** Text of the view's own log, or what the session refused. Cut to a bounded length. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void
  readonly trace?: ViewTrace | undefined
  /** In milliseconds, from any start. */
  readonly now: () => number
}

/** One view, from its page's first message to its end. Messages sent before the handshake wait for it. */
export interface ViewSession {
  /** `ViewFrameOptions.onMessage` */
  receive(text: string): void
  /** Sends the arguments of the call so far, while a model writes them. Ignored after `sendInput`. */
  sendPartialInput(partial: Record<string, unknown>): void
  /** Sends the complete arguments. Only the first one counts. */
  sendInput(input: Record<string, unknown>): void
  /** Sends the result after the input. Only the first result or cancellation counts. */
  sendResult(result: CallToolResult): void
  sendCancelled(reason: string): void
  /** The tools that the view registered; none before it is ready. @throws if the view fails to answer */
  listTools(): Promise<readonly Tool[]>
  /** Runs a tool of the view, for at most 30 s. @throws if the view fails to answer, or ends */
  callTool(name: string, input: Record<string, unknown>, signal: AbortSignal): Promise<CallToolResult>
  /** Sends what differs from the present context. */
  changeContext(change: McpUiHostContext): void
  /** Ends the session after the view has answered, or after 2 s. The frame is closed by its owner. */
  teardown(reason: string): Promise<void>
  /** Ends the session at once: the frame has ended for this reason, or Parley closed it. */
  end(reason: ViewEndReason | null): void
}
