/**
 * Imported messages were neither typed nor generated here. The user knows only their visible text, so models get no
 * more than that. Text attributed to servers is cleaned where it is read.
 */
import { visibleText } from '../../base/visible-text'
import type { Message, MessagePart } from '../../contract/conversations'
import type { JsonObject, JsonValue } from '../../contract/json'

/** Returns a different message only for imported ones. */
export function toVisibleMessage(message: Message): Message {
  return message.importedFrom === undefined ? message : { ...message, parts: message.parts.map(visiblePart) }
}

function visiblePart(part: MessagePart): MessagePart {
  switch (part.type) {
    case 'text':
      return { ...part, text: visibleText(part.text) }
    case 'tool-request':
      return { ...part, toolName: visibleText(part.toolName), arguments: visibleObject(part.arguments) }
    case 'tool-call': {
      const { modelToolName, arguments: args, failure } = part
      return {
        ...part,
        modelToolName: visibleText(modelToolName),
        arguments: visibleObject(args),
        failure: failure && { ...failure, message: visibleText(failure.message) }
      }
    }
    default:
      return part
  }
}

function visibleObject(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [visibleText(name), visibleValue(value)])
  )
}

function visibleValue(value: JsonValue): JsonValue {
  if (typeof value === 'string') return visibleText(value)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? value.map(visibleValue) : visibleObject(value)
}
