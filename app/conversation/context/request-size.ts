/**
 * Estimates the tokens of a request from its characters. No tokenizer fits all models, so this is only an estimate,
 * corrected by what the provider counted for the last request.
 */
import { listBlockFields } from '../../contract/content/content-kinds'
import { parsePictureType } from '../../contract/content/picture-types'
import type { ContentBlock } from '../../contract/content-blocks'
import type { Message } from '../../contract/conversations'
import type { ModelContent, ModelRequest, ModelTool } from '../../models/model'

/** The most tokens that models count for a picture, however large its file is. */
const tokensOfPicture = 1_600
/** Characters of base64 per token of sound or of a document. */
const lettersOfMedia = 100
/** Overhead per message or tool. */
const frame = 4

/** For smaller requests, the provider's own overhead affects the count more than its tokenizer. */
const smallRequest = 2_000
const widest = 4

export function countRequestTokens({ systemPrompt, tools, messages }: ModelRequest): number {
  const ofTools = tools.reduce((sum, tool) => sum + countToolDefinitionTokens(tool), 0)
  const ofMessages = messages.reduce((sum, { content }) => sum + frame + countContentTokens(content), 0)
  return countTextTokens(systemPrompt) + ofTools + ofMessages
}

/** Non-Latin letters take more bytes, and more tokens. */
export function countTextTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 4)
}

export function countToolDefinitionTokens({ name, description, inputSchema }: ModelTool): number {
  return frame + countTextTokens(name + description + JSON.stringify(inputSchema))
}

export function countContentTokens(content: readonly ModelContent[]): number {
  return content.reduce((sum, one) => sum + tokensOfOne(one), 0)
}

function tokensOfOne(one: ModelContent): number {
  switch (one.type) {
    case 'text':
      return countTextTokens(one.text)
    case 'thinking':
      return countTextTokens(one.text)
    case 'tool-call':
    case 'tool-request':
      return frame + countTextTokens(one.name + JSON.stringify(one.arguments))
    case 'tool-result':
      return frame + one.content.reduce((sum, block) => sum + tokensOfBlock(block), 0)
    case 'block':
      return tokensOfBlock(one.block)
    case 'attachment':
      return countTextTokens(one.name)
  }
}

function tokensOfBlock(block: ContentBlock): number {
  return listBlockFields(block).reduce((sum, { role, value }) => {
    if (role === 'media') return sum + tokensOfMedia(block, value)
    return sum + countTextTokens(role === 'data' ? JSON.stringify(value) : value)
  }, 0)
}

function tokensOfMedia(block: ContentBlock, value: string): number {
  if (block.type !== 'image') return Math.ceil(value.length / lettersOfMedia)
  return parsePictureType(value) !== null ? tokensOfPicture : frame
}

export interface Correction {
  /** Whether a provider reported a count. */
  readonly isCorrected: boolean
  readonly apply: (estimated: number) => number
}

/** The correction by the last count of this model's provider in the conversation. */
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
