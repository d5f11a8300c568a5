/**
 * Handles requests of a server of the older revisions, and its notification that a link is completed. Installed on
 * every client, also after a session is renewed. Finds the call to which a request belongs.
 *
 * @spec 2025-11-25 client
 */
import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client'
import type { Client, ClientContext } from '@modelcontextprotocol/client'
import { currentCall } from '../calls/call-context'
import { isJsonFields, textOrNull } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { isAboutTasks, isWantedAsTask } from '../server-requests/client-tasks'
import type { ClientTasks } from '../server-requests/client-tasks'
import { toErrorText } from '../protocol/error-text'
import type {
  WireServerRequest,
  WireOrigin,
  WireServerRequests
} from '../server-requests/wire-server-requests'
import { relatedTask } from '../protocol/task-wire'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** Between two progress notifications to a server that asked for them: far below the usual limit of a minute. */
const progressEveryMs = 10_000

export interface WireRequestContext {
  readonly requests: WireServerRequests
  readonly tasks: ClientTasks
  /** Ids of the connection's running calls. */
  readonly runningCalls: () => readonly string[]
  /** The call that became this task; null if unknown. */
  readonly callOfTask: (taskId: string) => string | null
  readonly progressEveryMs?: number
}

/** Also answers requests of unknown methods and logs them. */
export function followRequests(client: Client, context: WireRequestContext): void {
  client.fallbackRequestHandler = async (request, { mcpReq }) => {
    const revision = client.getNegotiatedProtocolVersion() ?? ''
    if (isAboutTasks(request, revision)) return { ...(await context.tasks.answer(request)) }
    if (isWantedAsTask(request, revision)) return { ...beginTask(request, mcpReq, revision) }
    const stopProgress = keepTelling(mcpReq, context.progressEveryMs ?? progressEveryMs)
    try {
      const origin = { ...findCall(mcpReq._meta, context), revision, signal: mcpReq.signal }
      const explainEnd = () => explain(mcpReq.signal.reason)
      return { ...(await context.requests.fulfil(request, { ...origin, explainEnd })) }
    } finally {
      stopProgress()
    }
  }
  /** A task may outlive its call, so its call is only presumed. */
  const beginTask = (
    asked: WireServerRequest,
    { _meta, notify }: ClientContext['mcpReq'],
    revision: string
  ) => {
    const { callId } = findCall(_meta, context)
    const tell = (params: JsonFields) =>
      void notify({ method: 'notifications/tasks/status', params } as never).catch(() => {}) // the server polls
    return context.tasks.begin(asked, { callId, isCertain: false, revision }, tell)
  }
  client.setNotificationHandler('notifications/elicitation/complete', ({ params }) =>
    context.requests.completeLink(params.elicitationId)
  )
}

/** By the task that the server names, else by the stream of the request, else the only running call. */
function findCall(
  meta: Readonly<Record<string, unknown>> | undefined,
  context: WireRequestContext
): Pick<WireOrigin, 'callId' | 'isCertain'> {
  const task = meta?.[relatedTask]
  const taskId = isJsonFields(task) ? textOrNull(task['taskId']) : null
  const ofTask = taskId === null ? null : context.callOfTask(taskId)
  if (ofTask !== null) return { callId: ofTask, isCertain: true }
  const running = context.runningCalls()
  const ofStream = currentCall()
  if (ofStream !== null && running.includes(ofStream)) return { callId: ofStream, isCertain: true }
  const [only] = running
  return { callId: only !== undefined && running.length === 1 ? only : null, isCertain: false }
}

function explain(reason: unknown): LocalizedText {
  if (reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed)
    return say('mcp.serverConnectionEnded')
  const words = typeof reason === 'string' ? toErrorText(reason) : ''
  return words === '' ? say('mcp.requestTakenBack') : say('mcp.requestTakenBackSaying', { words })
}

/** Sends progress to a server that asked for it while the user decides. Returns the function that ends it. */
function keepTelling(request: ClientContext['mcpReq'], everyMs: number): () => void {
  const progressToken = request._meta?.progressToken
  if (progressToken === undefined) return () => {}
  let progress = 0
  const tell = () => {
    progress += 1
    const notification = { method: 'notifications/progress', params: { progressToken, progress } } as const
    void request.notify(notification).catch(() => {}) // the connection ended, and the request with it
  }
  const timer = setInterval(tell, everyMs)
  request.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  return () => clearInterval(timer)
}
