/**
 * Parley's own tool with which a model asks whether it may write scripts. The user answers, for this conversation. It
 * is offered only if there are enough tools for scripts to save anything.
 */
import { cutText } from '../../base/cut-text'
import { askForScriptsName } from '../../contract/content/tool-token-limit'
import type { JsonObject } from '../../contract/json'
import type { ToolCallPart } from '../../contract/conversations'
import type { ModelContent, ModelTool } from '../../models/model'

/** With fewer tools, separate calls cost no more, and every tool in the request has a cost itself. */
export const fewestTools = 20

const longestReason = 1_000

export const askForScriptsTool: ModelTool = {
  name: askForScriptsName,
  description:
    'Asks the user whether you can use tools through scripts from now on. A script calls several tools, and you read only what it returns. Ask before a task with many calls or a lot of data.',
  inputSchema: {
    type: 'object',
    properties: {
      reason: {
        type: 'string',
        description: 'The reason for the user, in one sentence and in their language.'
      }
    },
    required: ['reason']
  }
}

/** What the model reads of a call that has ended; null: the same as of any call. */
export function describeScriptsAnswer({
  serverName,
  modelToolName,
  state,
  providerCallId
}: ToolCallPart): ModelContent | null {
  if (serverName !== null || modelToolName !== askForScriptsName) return null
  if (state !== 'done' && state !== 'denied') return null
  const text = state === 'done' ? allowed : refused
  return { type: 'tool-result', id: providerCallId, content: [{ type: 'text', text }], isError: false }
}

const allowed =
  'The user allows scripts. From your next step on, call tools through scripts as the system prompt describes.'
const refused = 'The user does not want scripts in this conversation. Continue without them.'

/** Empty: the model gave no reason. */
export function readReason({ reason }: JsonObject): string {
  return typeof reason === 'string' ? cutText(reason.trim(), longestReason) : ''
}
