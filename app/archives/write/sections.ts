/** A message as sections of Markdown and of texts that stay verbatim. Each file format draws them in its own way. */
import { visibleText } from '../../base/visible-text'
import { describeBlock } from '../../contract/content/content-kinds'
import type { ContentBlock } from '../../contract/content-blocks'
import type { Message, MessagePart, ToolCallPart } from '../../contract/conversations'
import type { JsonValue } from '../../contract/json'
import { say, toText } from '../../texts/render-localized'

export type Section =
  /** Markdown of the user or the model. */
  | { readonly type: 'words'; readonly text: string }
  /** A sentence of Parley. */
  | { readonly type: 'note'; readonly text: string }
  /** Text of another source, with a title line that names it. */
  | { readonly type: 'exact'; readonly title: string; readonly language: string; readonly text: string }
  | { readonly type: 'image'; readonly title: string; readonly mimeType: string; readonly data: string }

export function titleMessage(message: Message): string {
  if (message.role === 'user') return toText(say('archives.you'))
  return message.model === null
    ? toText(say('archives.assistant'))
    : toText(say('archives.assistantOf', { model: visibleText(message.model) }))
}

/** Without invisible text, which the reader of the file couldn't notice. */
export function splitSections({ parts, failure }: Message): readonly Section[] {
  const ending =
    failure === null ? [] : [note(failure.said === undefined ? failure.message : toText(failure.said))]
  return [...parts.flatMap(ofPart), ...ending]
}

function ofPart(part: MessagePart): readonly Section[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'words', text: visibleText(part.text) }]
    case 'thinking':
      return part.text === '' ? [] : [exact(toText(say('archives.thoughts')), part.text)]
    case 'note':
      return [note(toText(part.text))]
    case 'file': {
      const title = toText(say('archives.file', { name: part.name }))
      if (part.text !== null) return [exact(title, part.text)]
      return part.data === null ? [note(title)] : [{ ...image(title, part.mimeType, part.data) }]
    }
    case 'resource': {
      const title = toText(say('archives.resource', { name: part.name, server: part.serverName }))
      return part.contents.map(({ text, uri }) =>
        text === null ? note(`${title} (${uri})`) : exact(title, text)
      )
    }
    case 'prompt':
      return [
        note(toText(say('archives.prompt', { name: part.name, server: part.serverName }))),
        ...part.messages.flatMap(({ content }) => ofBlock(content, part.name))
      ]
    case 'tool-request':
      return [exact(toolName(part), json(part.arguments), 'json')]
    case 'tool-call':
      return ofCall(part)
    case 'tool-suggestions':
      return part.tools.map((tool) => note(`${tool.serverName} › ${tool.name}`))
  }
}

function ofCall(call: ToolCallPart): readonly Section[] {
  const title = toText(say('archives.toolCall', { tool: toolName(call), state: call.state }))
  const { failure } = call
  return [
    exact(title, json(call.arguments), 'json'),
    ...call.content.flatMap((block) =>
      ofBlock(block, toText(say('archives.result', { tool: toolName(call) })))
    ),
    ...(failure === null ? [] : [note(failure.said === undefined ? failure.message : toText(failure.said))])
  ]
}

function ofBlock(block: ContentBlock, title: string): readonly Section[] {
  if (block.type === 'image') return [image(title, block.mimeType, block.data)]
  return [exact(title, describeBlock(block))]
}

function toolName({ serverName, toolName: tool }: Pick<ToolCallPart, 'serverName' | 'toolName'>): string {
  return serverName === null ? tool : `${serverName} › ${tool}`
}

function note(text: string): Section {
  return { type: 'note', text: oneLine(text) }
}

function exact(title: string, text: string, language = ''): Section {
  return { type: 'exact', title: oneLine(title), language, text: visibleText(text) }
}

function image(title: string, mimeType: string, data: string): Section & { readonly type: 'image' } {
  return { type: 'image', title: oneLine(title), mimeType, data }
}

/** A name can't start a line of its own. */
export function oneLine(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, ' ').trim()
}

function json(value: JsonValue): string {
  return JSON.stringify(value, null, 2)
}
