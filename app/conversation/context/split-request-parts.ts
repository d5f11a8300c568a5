/**
 * Splits the next request into parts that a user can tell apart, each with its size: the system prompt, each server's
 * metadata and tools, each message with its answer, and each attachment. A part that the user leaves out isn't sent
 * anymore. An exchange is left out as a whole, so that no call is sent without its result.
 */
import type { Message, MessagePart } from '../../contract/conversations'
import type { PartText, RequestPart } from '../../contract/models/request-parts'
import type { ModelRequest } from '../../models/model'
import { declare } from '../tools/script-tool'
import { titleFrom } from '../messages/transcript'
import { buildMessages, modelTool } from './next-request'
import type { RequestSource } from './next-request'
import { groupExchanges, hasAttachedContent, partKeys } from './excluded-parts'
import { countContentTokens, countTextTokens, countToolDefinitionTokens } from './request-size'
import { attributeText, quoteNotice } from './attribute-text'
import { fromSummary, applySummary } from './apply-summary'
import { buildSystemPrompt } from './system-prompt'

/** A part, and its content in the request. */
export interface FoundPart {
  readonly part: Omit<RequestPart, 'isLeftOut'>
  readonly words: () => readonly PartText[]
}

/** In the order of the request. `source`: as if nothing were left out. */
export function splitRequestParts(source: RequestSource, request: ModelRequest): readonly FoundPart[] {
  const known = [...toldFirst(source), ...ofServers(source), ...ofMessages(source)]
  const own = ownTools(source, request)
  return [...known, ...own].filter(({ part }) => part.tokens > 0)
}

function toldFirst({ systemPrompt, messages }: RequestSource): readonly FoundPart[] {
  const { summary } = applySummary(messages)
  const text = () =>
    fromSummary(summary)
      .flatMap(attributeText)
      .map((one) => one.text)
      .join('\n')
  return [
    {
      part: {
        key: partKeys.system,
        kind: 'system',
        name: '',
        tokens: countTextTokens(systemPrompt),
        canLeave: true
      },
      words: () => [quoteNotice(systemPrompt)]
    },
    {
      part: { key: 'summary', kind: 'summary', name: '', tokens: countTextTokens(text()), canLeave: false },
      words: () => [quoteNotice(text())]
    }
  ]
}

function ofServers({ instructions, chosen }: RequestSource): readonly FoundPart[] {
  const said = instructions.map(({ serverName: name, text }): FoundPart => {
    const words = buildSystemPrompt('', [{ serverName: name, text }])
    const key = partKeys.instructions(name)
    return {
      part: { key, kind: 'instructions', name, tokens: countTextTokens(words), canLeave: true },
      words: () => [quoteNotice(words)]
    }
  })
  const names = [...new Set(chosen.tools.map(({ serverName }) => serverName))]
  const offered = names.map((name): FoundPart => {
    const own = chosen.tools.filter(({ serverName }) => serverName === name)
    const functions = () => declare(own, () => true).join('\n')
    const tools = own.map(modelTool)
    const isScripted = chosen.isScripted === true
    const tokens = isScripted
      ? countTextTokens(functions())
      : tools.reduce((sum, tool) => sum + countToolDefinitionTokens(tool), 0)
    return {
      part: { key: partKeys.tools(name), kind: 'tools', name, tokens, canLeave: true },
      words: () => [quoteNotice(isScripted ? functions() : JSON.stringify(tools, null, 2))]
    }
  })
  return [...said, ...offered]
}

/** Parley's own tools, which are needed to read results and to find tools. */
function ownTools({ chosen }: RequestSource, request: ModelRequest): readonly FoundPart[] {
  const names = new Set(chosen.tools.map(({ modelToolName }) => modelToolName))
  const tools = request.tools.filter(({ name }) => !names.has(name))
  const tokens = tools.reduce((sum, tool) => sum + countToolDefinitionTokens(tool), 0)
  const part = { key: 'own-tools', kind: 'own-tools', name: '', tokens, canLeave: false } as const
  return [{ part, words: () => [quoteNotice(JSON.stringify(tools, null, 2))] }]
}

function ofMessages(source: RequestSource): readonly FoundPart[] {
  return groupExchanges(applySummary(source.messages).rest).flatMap((exchange) => [
    partOf(source, exchange, { part: { kind: 'messages', ...nameOf(exchange) } }),
    ...exchange.flatMap((message) =>
      message.parts.flatMap((one, index) =>
        message.role === 'user' && hasAttachedContent(one)
          ? [partOf(source, [{ ...message, parts: [one] }], { part: attachmentOf(message, one, index) })]
          : []
      )
    )
  ])
}

interface Named {
  readonly part: Pick<FoundPart['part'], 'key' | 'kind' | 'name'>
}

function partOf(source: RequestSource, messages: readonly Message[], { part }: Named): FoundPart {
  const withoutAttached = (message: Message): Message =>
    message.role === 'user' && part.kind === 'messages'
      ? { ...message, parts: message.parts.filter((one) => !hasAttachedContent(one)) }
      : message
  const said = () => buildMessages({ ...source, messages: messages.map(withoutAttached) })
  const tokens = said().reduce((sum, { content }) => sum + countContentTokens(content), 0)
  return {
    part: { ...part, tokens, canLeave: true },
    words: () => said().flatMap(attributeText)
  }
}

function nameOf(exchange: readonly Message[]): Pick<RequestPart, 'key' | 'name'> {
  const [first] = exchange
  return { key: partKeys.exchange(first?.id ?? ''), name: titleFrom(first?.parts ?? []) }
}

function attachmentOf({ id }: Message, part: MessagePart, index: number): Named['part'] {
  const name = part.type === 'resource' || part.type === 'prompt' || part.type === 'file' ? part.name : ''
  return { key: partKeys.attachment(id, index), kind: 'attachment', name }
}
