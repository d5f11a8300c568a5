/** A conversation of the history as a recording: the branch that is shown, without secrets. */
import { selectShownBranch } from '../../archives/archived-conversation'
import { HostError } from '../../base/host-error'
import type { SecretRegistry } from '../../base/logger'
import type { JsonObject } from '../../contract/json'
import type { Conversations } from '../../conversation/conversations'
import type { HistoryStore } from '../../history/interface'
import type { CatalogTool, Servers } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import { recordConversation } from '../../workbench/recordings/record-conversation'
import {
  recordingVersion,
  type RecordingEntry,
  type RecordingHeader
} from '../../workbench/recordings/recording'
import { redactMessage } from '../../workbench/messages/redact-message'

export interface RecordedAreas {
  readonly conversations: Pick<Conversations, 'list'>
  readonly servers: Pick<Servers, 'usableTools'>
}

interface RecordingPorts {
  readonly app: { readonly version: string }
  readonly history: Pick<HistoryStore, 'readTree'>
  readonly secretRegistry: SecretRegistry
  readonly now: () => number
}

/** The lines of the file. @throws HostError CONVERSATION_UNKNOWN, HISTORY_UNAVAILABLE */
export async function recordStoredConversation(
  conversationId: string,
  { app, history, now, secretRegistry }: RecordingPorts,
  { conversations, servers: connected }: RecordedAreas
): Promise<readonly string[]> {
  const summary = conversations.list().find(({ id }) => id === conversationId)
  if (summary === undefined) throw new HostError('CONVERSATION_UNKNOWN', say('conversation.unknown'))
  const tree = await history.readTree(conversationId)
  const { servers, entries } = recordConversation(selectShownBranch({ summary, ...tree }))
  const offered = connected.usableTools()
  const header: RecordingHeader = {
    parleyRecording: recordingVersion,
    of: 'conversation',
    parley: app.version,
    recordedAt: new Date(now()).toISOString(),
    title: summary.title,
    servers: servers.map((server) => ({
      ...server,
      tools: offered.filter(({ serverName }) => serverName === server.name).map(toDefinition)
    }))
  }
  // A line from which secrets can't be removed is left out.
  return [header, ...entries].flatMap((part: RecordingHeader | RecordingEntry) => {
    const line = redactMessage(JSON.stringify(part), secretRegistry)
    return line === null ? [] : [`${line}\n`]
  })
}

function toDefinition({ name, title, description, inputSchema, outputSchema }: CatalogTool): JsonObject {
  return {
    name,
    ...(title !== null && { title }),
    description,
    inputSchema,
    ...(outputSchema !== null && { outputSchema })
  }
}
