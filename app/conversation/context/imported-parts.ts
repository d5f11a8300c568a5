/**
 * What came with a file was never typed here, and no model wrote it here: the person knows of it only what can be seen, so
 * models read no more of it. What servers are said to have written is made readable where it is read.
 */
import { visibleText } from '../../base/visible-text'
import type { Message, MessagePart } from '../../contract/conversations'
import type { JsonObject, JsonValue } from '../../contract/json'

/** Another message only where it came with a file. */
export function asSeen(message: Message): Message {
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
        ...{ modelToolName: visibleText(modelToolName), arguments: visibleObject(args) },
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
