/**
 * Converts messages and tools to a model request: the steps of one answer become the exchange that they were, each call
 * with its result. `result-content.ts` formats results, `attachment-content.ts` formats attachments.
 */
import { cutText } from '../../base/cut-text'
import { visibleText, visibleTextWithNote } from '../../base/visible-text'
import type { Message, MessagePart, ToolCallPart, ToolRequestPart } from '../../contract/conversations'
import { toolDescriptionLimit } from '../../contract/content/tool-token-limit'
import type { ModelContent, ModelMessage, ModelRequest, ModelTool } from '../../models/model'
import type { CatalogTool, ServerInstructions } from '../../servers/interface'
import { fromPrompt, fromResource } from './attachment-content'
import { fromFile } from './file-content'
import { toVisibleMessage } from './imported-parts'
import { mediaIn } from '../../models/unsent-media'
import type { Media } from '../../models/unsent-media'
import { readableSchema } from '../../models/readable-text'
import { withoutLeftOut } from './excluded-parts'
import type { LeftOut } from './excluded-parts'
import { limitMedia, toToolResult } from './result-content'
import { setAsideResult } from './omitted-results'
import { fromSummary, applySummary } from './apply-summary'
import { buildSystemPrompt, instructionsLimit } from './system-prompt'
import { countRepeats, repeatNotice } from './repeated-calls'
import { isToolCall } from '../messages/transcript'
import type { ChosenTools } from '../tools/chosen-tools'
import { readableResults, readTool } from '../tools/read-tool'
import { describeScriptsAnswer, askForScriptsTool, fewestTools } from '../tools/ask-for-scripts-tool'
import { declare, scriptLimit, scriptSection, scriptTool } from '../tools/script-tool'
import { searchResult, searchTool } from '../tools/search-tool'
import { scriptResult } from './script-result'
import { toEnglish } from '../../texts/render-localized'

export interface RequestSource {
  /** Oldest first, the answer in progress last. */
  readonly messages: readonly Message[]
  readonly catalog: readonly CatalogTool[]
  /** The tools that are sent. */
  readonly chosen: ChosenTools
  /** How many tools the provider accepts; null: no limit. */
  readonly mostTools?: number | null
  /** The model may ask whether it may write scripts, if there are enough tools. */
  readonly mayAskForScripts?: boolean
  /** Ids of calls whose results are left out to save space. */
  readonly setAside?: ReadonlySet<string>
  /** What the user leaves out of the conversation. Server metadata is left out earlier. */
  readonly leftOut?: LeftOut
  /** The provider's own id of the model. */
  readonly model: string
  readonly maxOutputTokens: number
  /** Absent or null: the model's default. */
  readonly temperature?: number | null
  /** The user's choice for the model. */
  readonly thinking?: ModelRequest['thinking']
  /** Direct mode reads the user's tool requests as data, models read them as text. */
  readonly isDirect: boolean
  readonly systemPrompt: string
  /** What connected servers say to models. */
  readonly instructions: readonly ServerInstructions[]
}

export function buildRequest(source: RequestSource): ModelRequest {
  const serverLetters = serverLettersOf(source)
  return {
    model: source.model,
    systemPrompt: systemPromptOf(source),
    ...(serverLetters.size > 0 && { serverLetters }),
    messages: buildMessages(source),
    tools: toolsOf(source),
    maxOutputTokens: source.maxOutputTokens,
    ...(typeof source.temperature === 'number' && { temperature: source.temperature }),
    ...(source.thinking !== undefined && !source.isDirect && { thinking: source.thinking })
  }
}

export function buildMessages(source: RequestSource): readonly ModelMessage[] {
  return limitMedia(wholeMessagesOf(source))
}

/** Includes all media, however large. */
function wholeMessagesOf(source: RequestSource): readonly ModelMessage[] {
  const { isDirect, messages, leftOut = new Set() } = source
  const { summary, rest } = isDirect ? { summary: null, rest: messages } : applySummary(messages)
  const said = withoutLeftOut(rest, leftOut)
    .map(toVisibleMessage)
    .flatMap((message) =>
      message.role === 'user' ? fromPerson(message, source) : fromModel(message, source)
    )
  return [...fromSummary(summary), ...said]
}

/** What was added since the user's last message, including that message. */
export function listNewMedia(source: RequestSource): readonly Media[] {
  const begins = source.messages.findLastIndex(({ role }) => role === 'user')
  return mediaIn(wholeMessagesOf({ ...source, messages: source.messages.slice(Math.max(0, begins)) }))
}

function systemPromptOf(source: RequestSource): string {
  const prompt = buildSystemPrompt(source.systemPrompt, source.isDirect ? [] : source.instructions)
  if (source.chosen.isScripted !== true) return prompt
  return [...(prompt === '' ? [] : [prompt]), scriptSection(source, source.messages)].join('\n\n')
}

function serverLettersOf(source: RequestSource): ReadonlyMap<string, number> {
  const letters = new Map(source.isDirect ? [] : instructionsLimit(source.instructions))
  if (source.chosen.isScripted !== true) return letters
  for (const [serverName, own] of scriptLimit(source, source.messages))
    letters.set(serverName, (letters.get(serverName) ?? 0) + own)
  return letters
}

/** Parley's own tools come first, so that they keep their position when other tools are found. */
function toolsOf(source: RequestSource): readonly ModelTool[] {
  const { catalog, chosen, isDirect } = source
  const search = chosen.isSearched ? [searchTool(catalog)] : []
  const read = canReadOn(source) ? [readTool] : []
  const ask = canAskForScripts(source, search.length + read.length) ? [askForScriptsTool] : []
  const tools = chosen.isScripted === true ? [scriptTool] : chosen.tools.map(isDirect ? nameAlone : modelTool)
  return [...search, ...read, ...ask, ...tools]
}

/** Offered only if it displaces no other tool. */
function canAskForScripts(source: RequestSource, ownCount: number): boolean {
  const { catalog, chosen, isDirect, mayAskForScripts, mostTools = null } = source
  if (isDirect || mayAskForScripts !== true || chosen.isScripted === true) return false
  const count = ownCount + chosen.tools.length
  return catalog.length >= fewestTools && (mostTools === null || count < mostTools)
}

/** Stored results have reserved a place for this tool. Results that are left out only now may have none. */
function canReadOn({ chosen, messages, isDirect, setAside, mostTools = null }: RequestSource): boolean {
  if (isDirect) return false
  if (readableResults(messages).length > 0) return true
  const count = (chosen.isSearched ? 1 : 0) + (chosen.isScripted === true ? 1 : chosen.tools.length)
  return setAside !== undefined && (mostTools === null || count < mostTools)
}

/** Direct mode reads no more of a tool. For thousands of tools, the rest takes longer than a call. */
function nameAlone({ modelToolName }: CatalogTool): ModelTool {
  return { name: modelToolName, description: '', inputSchema: {} }
}

/** The tool as models see it. */
export function modelTool({ modelToolName, description, inputSchema }: CatalogTool): ModelTool {
  return {
    name: modelToolName,
    description: cutText(visibleTextWithNote(description), toolDescriptionLimit),
    inputSchema: readableSchema(inputSchema)
  }
}

/** The message part by part, because a prompt contains both roles. Direct mode uses the message as a whole. */
function fromPerson(message: Message, source: RequestSource): ModelMessage[] {
  const say = (...content: ModelContent[]): ModelMessage => ({ role: 'user', content })
  if (source.isDirect) return [say(...message.parts.flatMap((part) => forDirect(part, source)))]
  return message.parts.flatMap((part) => {
    if (part.type === 'text') return [say({ type: 'text', text: part.text })]
    if (part.type === 'tool-request') return [say(fromToolRequest(part, source))]
    if (part.type === 'resource') return [say(...fromResource(part))]
    if (part.type === 'file') return [say(...fromFile(part))]
    return part.type === 'prompt' ? fromPrompt(part) : []
  })
}

function forDirect(part: MessagePart, source: RequestSource): ModelContent[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }]
  if (part.type === 'tool-request') {
    return [{ type: 'tool-request', name: toolNameOf(part, source), arguments: part.arguments }]
  }
  if (part.type === 'file') return [{ type: 'attachment', name: `the file ${part.name}` }]
  if (part.type !== 'resource' && part.type !== 'prompt') return []
  return [{ type: 'attachment', name: `the ${part.type} ${part.name} of ${part.serverName}` }]
}

function fromToolRequest(part: ToolRequestPart, source: RequestSource): ModelContent {
  return {
    type: 'text',
    text: `Call the tool ${toolNameOf(part, source)} with these arguments: ${JSON.stringify(part.arguments)}`
  }
}

function toolNameOf(part: ToolRequestPart, { catalog }: RequestSource): string {
  const tool = catalog.find((one) => one.serverName === part.serverName && one.name === part.toolName)
  return tool?.modelToolName ?? part.toolName
}

/**
 * One answer of several steps: notes before it, what the model wrote and called, then the results, then the next step.
 */
function fromModel(message: Message, source: RequestSource): readonly ModelMessage[] {
  const parts = message.parts.filter(isOfStep)
  const repeats = countRepeats(message)
  const exchange = [...bySteps(parts)].flatMap((own): ModelMessage[] => {
    return [
      { role: 'user', content: source.isDirect ? [] : own.flatMap(fromNote) },
      { role: 'assistant', content: own.flatMap(fromModelPart) },
      {
        role: 'user',
        content: own.filter(isToolCall).map((call) => resultOf(call, source, repeats.get(call) ?? 0))
      }
    ]
  })
  return exchange.filter(({ content }) => content.length > 0)
}

function resultOf(call: ToolCallPart, source: RequestSource, repeats: number): ModelContent {
  if (call.serverName === null && call.foundTools !== undefined)
    return searchResult(call, source, (found) => declare(source.catalog, (tool) => found.includes(tool)))
  if (call.serverName === null && call.script !== undefined) return scriptResult(call)
  const asked = describeScriptsAnswer(call)
  if (asked !== null) return asked
  if (source.setAside?.has(call.callId) === true) return setAsideResult(call, canReadOn(source))
  return toToolResult(call, repeatNotice(repeats))
}

function bySteps(parts: readonly StepPart[]): Iterable<readonly StepPart[]> {
  const steps = new Map<number, StepPart[]>()
  for (const part of parts) {
    const own = steps.get(part.step)
    if (own === undefined) steps.set(part.step, [part])
    else own.push(part)
  }
  return steps.values()
}

type StepPart = Extract<MessagePart, { readonly step: number }>

function isOfStep(part: MessagePart): part is StepPart {
  // The model reads the results of a script's calls in what the script returned.
  return 'step' in part && !(part.type === 'tool-call' && part.scriptCallId !== undefined)
}

/** In brackets, like everything that Parley says between the user's messages. */
function fromNote(part: StepPart): ModelContent[] {
  return part.type === 'note' && part.isForModel
    ? [{ type: 'text', text: `[${visibleText(toEnglish(part.text))}]` }]
    : []
}

function fromModelPart(part: StepPart): ModelContent[] {
  if (part.type === 'text') return [{ type: 'text', text: part.text }]
  // An interrupted thought has no seal, and no provider accepts it.
  if (part.type === 'thinking')
    return part.seal === undefined ? [] : [{ type: 'thinking', text: part.text, seal: part.seal }]
  return part.type === 'tool-call' ? [fromToolCall(part)] : []
}

function fromToolCall(part: ToolCallPart): ModelContent {
  return { type: 'tool-call', id: part.providerCallId, name: part.modelToolName, arguments: part.arguments }
}
