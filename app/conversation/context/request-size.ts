/**
 * How many tokens a request takes, by its letters: no tokenizer agrees with all models, so this is an estimate, and what the
 * provider told of the last request corrects it.
 */
import { listBlockFields } from '../../contract/content/content-kinds'
import { parsePictureType } from '../../contract/content/picture-types'
import type { ContentBlock } from '../../contract/content-blocks'
import type { Message } from '../../contract/conversations'
import type { ModelContent, ModelRequest, ModelTool } from '../../models/model'

/** What a model takes a picture for, at most, however large its file is. */
const tokensOfPicture = 1_600
/** Characters of base64 that make a token of sound or of a document. */
const lettersOfMedia = 100
/** What stands around a message or a tool. */
const frame = 4

/** Below it what a provider adds by itself says more than what its tokenizer does. */
const smallRequest = 2_000
const widest = 4

export function tokensOfRequest({ systemPrompt, tools, messages }: ModelRequest): number {
  const ofTools = tools.reduce((sum, tool) => sum + tokensOfTool(tool), 0)
  const ofMessages = messages.reduce((sum, { content }) => sum + frame + tokensOfContent(content), 0)
  return tokensOfText(systemPrompt) + ofTools + ofMessages
}

/** Letters beyond the Latin ones take more bytes, and more tokens. */
export function tokensOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}

export function tokensOfTool({ name, description, inputSchema }: ModelTool): number {
  return frame + tokensOfText(name + description + JSON.stringify(inputSchema))
}

export function tokensOfContent(content: readonly ModelContent[]): number {
  return content.reduce((sum, one) => sum + tokensOfOne(one), 0)
}

function tokensOfOne(one: ModelContent): number {
  switch (one.type) {
    case 'text':
      return tokensOfText(one.text)
    case 'thinking':
      return tokensOfText(one.text)
    case 'tool-call':
    case 'tool-request':
      return frame + tokensOfText(one.name + JSON.stringify(one.arguments))
    case 'tool-result':
      return frame + one.content.reduce((sum, block) => sum + tokensOfBlock(block), 0)
    case 'block':
      return tokensOfBlock(one.block)
    case 'attachment':
      return tokensOfText(one.name)
  }
}

function tokensOfBlock(block: ContentBlock): number {
  return listBlockFields(block).reduce((sum, { role, value }) => {
    if (role === 'media') return sum + tokensOfMedia(block, value)
    return sum + tokensOfText(role === 'data' ? JSON.stringify(value) : value)
  }, 0)
}

function tokensOfMedia(block: ContentBlock, value: string): number {
  if (block.type !== 'image') return Math.ceil(value.length / lettersOfMedia)
  return parsePictureType(value) !== null ? tokensOfPicture : frame
}

export interface Correction {
  /** Whether a provider told a figure. */
  readonly isCorrected: boolean
  readonly apply: (estimated: number) => number
}

/** By what the provider of this model read last in the conversation. */
export function correctionBy(messages: readonly Message[], modelId: string): Correction {
  const size = messages.findLast((one) => one.model === modelId && one.requestSize !== undefined)?.requestSize
  if (size === undefined || size.estimated <= 0)
    return { isCorrected: false, apply: (estimated) => estimated }
  const { read, estimated: then } = size
  const ratio = Math.min(widest, Math.max(1 / widest, read / then))
  const apply = (now: number) =>
    then < smallRequest ? Math.max(0, now + read - then) : Math.round(now * ratio)
  return { isCorrected: true, apply }
}
