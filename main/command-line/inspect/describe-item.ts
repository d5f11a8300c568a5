/** What a server offers, and the server itself, as text to read. Text of the server is set apart. */
import type { PromptView, ResourceTemplateView, ResourceView } from '../../../app/contract/offers'
import type { ServerView, ToolView } from '../../../app/contract/servers'
import { sizeText } from '../../../app/contract/content/amounts'
import { toText } from '../../../app/texts/render-localized'
import { serverStates } from '../../../app/texts/compiled/window/serverStates'
import { servers } from '../../../app/texts/compiled/window/servers'
import { terminal as texts } from '../../../app/texts/compiled/window/terminal'
import { shownLanguage } from '../../../app/texts/translated'
import { listFormFields } from '../questions/form-fields'
import { terminalBlock, terminalJson, terminalLine } from '../terminal/terminal-text'
import type { Item } from './state'

const stateTexts: Readonly<Record<ServerView['state'], () => string>> = {
  stopped: serverStates.stateStopped,
  'on-use': serverStates.stateOnUse,
  'waiting-for-trust': serverStates.stateWaitingForTrust,
  starting: serverStates.stateStarting,
  installing: serverStates.stateInstalling,
  connected: serverStates.stateConnected,
  'needs-sign-in': serverStates.stateNeedsSignIn,
  restarting: serverStates.stateRestarting,
  failed: serverStates.stateFailed
}

export function describeState({ state }: ServerView): string {
  return stateTexts[state]()
}

/** Its name in lists, on one line. */
export function itemName({ kind, value }: Item): string {
  if (kind === 'resource') return value.name || value.uri
  return kind === 'template' ? value.uriTemplate : value.name
}

export function describeServer(server: ServerView): string {
  const { capabilities, clientCapabilities = [], counts, reason, recentErrorOutput } = server
  return paragraphs([
    fact(texts.state(), describeState(server)),
    reason === null ? null : `! ${terminalLine(toText(reason))}`,
    theirs(texts.errorOutput(), recentErrorOutput.join('\n')),
    fact(servers.protocolRevision(), server.protocolVersion ?? servers.notConnected()),
    fact(servers.usedTransport(), server.usedTransport ?? servers.notConnected()),
    fact(texts.address(), server.address),
    server.processId === null ? null : fact(texts.process(), String(server.processId)),
    theirs(servers.callsItself(), [server.title, server.version].filter(Boolean).join(' ')),
    theirs(servers.capabilities(), capabilities.join('\n')),
    list(servers.clientCapabilities(), clientCapabilities),
    fact(servers.sinceStart(), servers.callCountFailed({ count: counts.calls, failed: counts.failedCalls })),
    theirs(servers.instructions(), server.instructions ?? '')
  ])
}

export function describeItem(item: Item): string {
  switch (item.kind) {
    case 'tool':
      return describeTool(item.value)
    case 'resource':
      return describeResource(item.value)
    case 'template':
      return describeTemplate(item.value)
    case 'prompt':
      return describePrompt(item.value)
  }
}

function describeTool(tool: ToolView): string {
  const { name, title, description, inputSchema, outputSchema, annotations, problem, meta } = tool
  const hints = Object.entries(annotations).map(([hint, value]) => `${hint}: ${String(value)}`)
  const fields = listFormFields(inputSchema).map((field) => {
    const need = field.isRequired ? texts.required() : texts.optional()
    return `${field.name} (${String(objectType(inputSchema, field.name))}, ${need}) ${field.description}`
  })
  return paragraphs([
    theirs(texts.tool(), titled(name, title)),
    problem === null ? null : `! ${terminalLine(toText(problem))}`,
    theirs(texts.description(), description),
    theirs(texts.arguments(), fields.map((field) => terminalLine(field)).join('\n')),
    theirs(texts.hints(), hints.join('\n')),
    theirs(texts.inputSchema(), terminalJson(inputSchema)),
    outputSchema === null ? null : theirs(texts.outputSchema(), terminalJson(outputSchema)),
    meta === undefined ? null : theirs('_meta', terminalJson(meta))
  ])
}

function objectType(schema: ToolView['inputSchema'], name: string): string {
  const property = (schema['properties'] as Readonly<Record<string, unknown>> | undefined)?.[name]
  const type = (property as { readonly type?: unknown } | undefined)?.type
  return typeof type === 'string' ? type : 'JSON'
}

function describeResource({
  uri,
  name,
  title,
  description,
  mimeType,
  size,
  annotations
}: ResourceView): string {
  const { audience, priority, lastModified } = annotations
  return paragraphs([
    theirs(texts.resource(), titled(name, title)),
    theirs('URI', uri),
    theirs(texts.description(), description),
    theirs(texts.mimeType(), mimeType ?? ''),
    size === null ? null : fact(texts.size(), sizeText(size, shownLanguage())),
    theirs(
      texts.hints(),
      [...audience, ...(priority === null ? [] : [String(priority)]), lastModified ?? '']
        .filter(Boolean)
        .join('\n')
    )
  ])
}

function describeTemplate({
  uriTemplate,
  name,
  title,
  description,
  mimeType,
  problem
}: ResourceTemplateView): string {
  return paragraphs([
    theirs(texts.template(), titled(name, title)),
    theirs('URI', uriTemplate),
    problem === null ? null : `! ${terminalLine(toText(problem))}`,
    theirs(texts.description(), description),
    theirs(texts.mimeType(), mimeType ?? '')
  ])
}

function describePrompt({ name, title, description, arguments: fields }: PromptView): string {
  const lines = fields.map((field) => {
    const need = field.isRequired ? texts.required() : texts.optional()
    return terminalLine(`${field.name} (${need}) ${field.description}`)
  })
  return paragraphs([
    theirs(texts.prompt(), titled(name, title)),
    theirs(texts.description(), description),
    theirs(texts.arguments(), lines.join('\n'))
  ])
}

function titled(name: string, title: string | null): string {
  return terminalLine(title === null || title === name ? name : `${name} (${title})`)
}

/** Parley's own value. */
function fact(label: string, value: string): string {
  return `${label}: ${terminalLine(value)}`
}

function list(label: string, values: readonly string[]): string | null {
  return values.length === 0
    ? null
    : `${label}:\n${values.map((value) => `    ${terminalLine(value)}`).join('\n')}`
}

/** Null: the server says nothing. */
export function theirs(label: string, text: string): string | null {
  return text === '' ? null : `${label}:\n${terminalBlock(text)}`
}

export function paragraphs(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join('\n')
}
