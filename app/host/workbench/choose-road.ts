/**
 * How a message that the user wrote may be sent. Methods that only read need no question, as when Parley sends them; the
 * others show their whole message first. Pure.
 */
import type { LocalizedText } from '../../contract/localized-text'
import type { WrittenMessage } from '../../contract/workbench/written-messages'
import { say } from '../../texts/render-localized'

export type Road =
  | { readonly type: 'send' }
  | { readonly type: 'call' }
  /** `note`: what else it may do; null: nothing that Parley knows. */
  | { readonly type: 'ask'; readonly note: LocalizedText | null }
  | { readonly type: 'refuse'; readonly reason: LocalizedText }

const reading: ReadonlySet<string> = new Set([
  'ping',
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'tasks/list',
  'tasks/get'
])

/** `isTool`: names one that can be called. `isOwnRequest`: whether a request with this id was written by the user and is open. */
export function chooseRoad(
  { method, kind, params }: WrittenMessage,
  {
    isTool,
    isOwnRequest
  }: { readonly isTool: (name: unknown) => boolean; readonly isOwnRequest: (id: unknown) => boolean }
): Road {
  const { name, requestId } = (params ?? {}) as { name?: unknown; requestId?: unknown }
  switch (method) {
    case 'tools/call':
      return kind === 'request' && isTool(name) ? { type: 'call' } : { type: 'ask', note: null }
    case 'initialize':
    case 'notifications/initialized':
      return { type: 'refuse', reason: say('messages.handshakeOver') }
    case 'notifications/cancelled':
      return isOwnRequest(requestId)
        ? { type: 'send' }
        : { type: 'refuse', reason: say('messages.notOwnRequest') }
    case 'tasks/cancel':
    case 'tasks/update':
    case 'tasks/result':
      return { type: 'ask', note: say('messages.taskOfOthers') }
    default:
      return kind === 'request' && reading.has(method) ? { type: 'send' } : { type: 'ask', note: null }
  }
}
