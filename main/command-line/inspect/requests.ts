/** What the user asks for in the inspector, sent to the core. Results become pages, failures become notices or pages. */
import { once } from 'node:events'
import { toFailure } from '../../../app/base/host-error'
import type { JsonObject } from '../../../app/contract/json'
import type { MessageRow } from '../../../app/contract/workbench/messages'
import { failureText, toText } from '../../../app/texts/render-localized'
import { messages as messageTexts } from '../../../app/texts/compiled/window/messages'
import { terminal as texts } from '../../../app/texts/compiled/window/terminal'
import { checkCall, runCall } from '../commands/call'
import { describeBytes, describeContent } from '../commands/describe-content'
import type { CommandLineCore } from '../core/open-core'
import { terminalBlock, terminalLine, terminalText } from '../terminal/terminal-text'
import { itemName, paragraphs } from './describe-item'
import type { FormItem, InspectEvent, Item, Request } from './state'
import { describeMessage } from './text-pages'

type Dispatch = (event: InspectEvent) => void

export interface Requests {
  send(request: Request): void
}

interface Context {
  readonly core: CommandLineCore
  readonly serverName: string
  readonly dispatch: Dispatch
}

export function createRequests(core: CommandLineCore, serverName: string, dispatch: Dispatch): Requests {
  const context = { core, serverName, dispatch }
  let running: AbortController | null = null
  const use = async (item: Item, args: JsonObject): Promise<void> => {
    if (running !== null) return
    running = new AbortController()
    dispatch({ type: 'running', text: texts.running({ name: terminalLine(itemName(item)) }) })
    const { signal } = running
    try {
      await useItem(context, { item, args, signal })
    } catch (error) {
      if (!signal.aborted) throw error
      dispatch({ type: 'noticed', text: texts.stopped(), isBad: false })
    } finally {
      running = null
      dispatch({ type: 'running', text: null })
    }
  }
  const perform = async (request: Request): Promise<void> => {
    if (request.type === 'stop') running?.abort()
    else if (request.type === 'use') await use(request.item, request.args)
    else await ask(context, request)
  }
  return { send: (request) => void perform(request).catch((error: unknown) => tell(dispatch, error)) }
}

type Asked = Exclude<Request, { type: 'stop' | 'use' }>

async function ask(context: Context, request: Asked): Promise<void> {
  const { core, serverName, dispatch } = context
  const { handlers } = core
  switch (request.type) {
    case 'find': {
      const { filter, from, count } = request
      const page = await handlers['messages.find']({ serverName, filter, from, count })
      dispatch({ type: 'found', page, filter })
      const [problem] = page.problems
      if (problem !== undefined) dispatch({ type: 'noticed', text: toText(problem.reason), isBad: true })
      return
    }
    case 'propose': {
      const { item, name: argumentName, value, context: others } = request
      const given = { reference: referenceOf(item), argumentName, value, context: others }
      const found = await handlers['completion.complete']({ serverName, ...given })
      if (found.values.length === 0) dispatch({ type: 'noticed', text: texts.noProposals(), isBad: false })
      return dispatch({ type: 'proposed', request, values: found.values })
    }
    case 'complete-filter': {
      const { filters } = await handlers['messages.complete-filter']({ serverName, filter: request.filter })
      return dispatch({ type: 'filter-completed', filters })
    }
    case 'control':
      await handlers['server.control']({ serverName, act: request.act })
      return
    case 'open-message':
      return await openMessage(context, request.row)
    case 'open-number':
      return await openNumber(context, request)
  }
}

function referenceOf(item: FormItem) {
  return item.kind === 'template'
    ? ({ type: 'resource', uriTemplate: item.value.uriTemplate } as const)
    : ({ type: 'prompt', name: item.value.name } as const)
}

interface Use {
  readonly item: Item
  readonly args: JsonObject
  readonly signal: AbortSignal
}

async function useItem(context: Context, used: Use): Promise<void> {
  const text = await Promise.race([resultOf(context, used), whenAborted(used.signal)])
  const title = texts.resultOf({ name: itemName(used.item) })
  context.dispatch({ type: 'opened', page: { title, text, next: null } })
}

/** @throws when the signal aborts */
async function whenAborted(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort')
  throw signal.reason
}

async function resultOf({ core, serverName }: Context, { item, args, signal }: Use): Promise<string> {
  const { handlers } = core
  switch (item.kind) {
    case 'tool': {
      const call = { serverName, toolName: item.value.name, args }
      await checkCall(core, call)
      const { content, structuredContent, isError } = await runCall(core, call, signal)
      const body = terminalBlock(describeContent(content, structuredContent).trimEnd())
      return paragraphs([isError ? `! ${texts.toolFailed()}` : null, body])
    }
    case 'prompt': {
      const { name } = item.value
      const { messages } = await handlers['prompt.get']({ serverName, name, arguments: textsOf(args) })
      return paragraphs(
        messages.map(
          ({ role, content }) => `${role}:\n${terminalBlock(describeContent([content]).trimEnd())}`
        )
      )
    }
    case 'template': {
      const { uriTemplate } = item.value
      const { uri } = await handlers['resource.expand-template']({ uriTemplate, variables: textsOf(args) })
      return await readResource(core, serverName, uri)
    }
    case 'resource':
      return await readResource(core, serverName, item.value.uri)
  }
}

async function readResource({ handlers }: CommandLineCore, serverName: string, uri: string): Promise<string> {
  const contents = await handlers['resource.read']({ serverName, uri })
  return paragraphs(
    contents.map(({ uri: read, text, blob, mimeType }) => {
      const body = text === null ? describeBytes(mimeType, blob ?? '') : terminalText(text)
      return `${texts.contentOf()}\n${terminalBlock(terminalLine(read))}\n\n${terminalBlock(body)}`
    })
  )
}

/** Arguments of prompts and templates are texts. */
function textsOf(args: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  )
}

async function openMessage({ core, serverName, dispatch }: Context, row: MessageRow): Promise<void> {
  const details = await core.handlers['messages.read']({ serverName, number: row.number })
  if (details === null) return dispatch({ type: 'noticed', text: messageTexts.noLongerKept(), isBad: true })
  dispatch({
    type: 'opened',
    page: {
      title: row.method ?? messageTexts.unknownMethod(),
      text: describeMessage(row, details),
      next: row.partner === null ? null : { message: row.partner }
    }
  })
}

/** The request or the answer, which the filter may hide. */
async function openNumber(
  context: Context,
  { number, filter }: { readonly number: number; readonly filter: string }
): Promise<void> {
  const { core, serverName, dispatch } = context
  dispatch({ type: 'located', ...(await core.handlers['messages.locate']({ serverName, filter, number })) })
  const { position } = await core.handlers['messages.locate']({ serverName, filter: '', number })
  if (position === null) return dispatch({ type: 'noticed', text: messageTexts.noLongerKept(), isBad: true })
  const { rows } = await core.handlers['messages.find']({ serverName, filter: '', from: position, count: 1 })
  const [row] = rows
  if (row !== undefined) await openMessage(context, row)
}

function tell(dispatch: Dispatch, error: unknown): void {
  const failure = toFailure(error)
  const text = failureText(failure)
  const isShort = text.length < 60 && !text.includes('\n')
  if (isShort) return dispatch({ type: 'noticed', text, isBad: true })
  dispatch({ type: 'opened', page: { title: texts.failed(), text: `! ${terminalLine(text)}`, next: null } })
}
