/** What a server offers, as it said it: from the messages of a connection or of a recording. */
import type { JsonObject, JsonValue } from '../../contract/json'
import type { Definitions } from '../../contract/workbench/differences'
import { findExchanges, toFields } from '../recordings/exchanges'
import type { Recording } from '../recordings/recording'

export const listedKinds = ['tool', 'prompt', 'resource', 'template'] as const
export type ListedKind = (typeof listedKinds)[number]

const lists: Readonly<Record<string, { readonly kind: ListedKind; readonly member: string }>> = {
  'tools/list': { kind: 'tool', member: 'tools' },
  'prompts/list': { kind: 'prompt', member: 'prompts' },
  'resources/list': { kind: 'resource', member: 'resources' },
  'resources/templates/list': { kind: 'template', member: 'resourceTemplates' }
}

const handshakes: ReadonlySet<string> = new Set(['initialize', 'server/discover'])

/** Whether the answer to this method says what the server offers. */
export function isDefinitionMethod(method: string): boolean {
  return Object.hasOwn(lists, method) || handshakes.has(method)
}

/** Takes the answers in their order. */
export class DefinitionReader {
  #server: JsonObject | null = null
  readonly #lists = new Map<ListedKind, JsonObject[]>()

  add(method: string, params: JsonObject, result: JsonObject): void {
    if (handshakes.has(method)) this.#server = readServer(result)
    const list = Object.hasOwn(lists, method) ? lists[method] : undefined
    if (list === undefined) return
    const items = toItems(result[list.member])
    // A later page continues the list.
    const before = params['cursor'] === undefined ? [] : (this.#lists.get(list.kind) ?? [])
    this.#lists.set(list.kind, [...before, ...items])
    const revision = toFields(params['_meta'])['io.modelcontextprotocol/protocolVersion']
    if (revision !== undefined && this.#server !== null)
      this.#server = { ...this.#server, protocolVersion: revision }
  }

  /** null: no answer said anything. */
  read(): Definitions | null {
    const server = this.#server
    if (server === null && this.#lists.size === 0) return null
    const list = (kind: ListedKind, capability: string) =>
      this.#lists.get(kind) ?? (server === null || hasCapability(server, capability) ? null : [])
    return {
      server,
      tool: list('tool', 'tools'),
      prompt: list('prompt', 'prompts'),
      resource: list('resource', 'resources'),
      template: list('template', 'resources')
    }
  }
}

/** Of the recorded server; by default the first. null: the recording doesn't have them. */
export function readDefinitions(recording: Recording, serverName?: string): Definitions | null {
  const reader = new DefinitionReader()
  const name = serverName ?? recording.header.servers[0]?.name ?? ''
  for (const { method, params, answer } of findExchanges(recording, name)) {
    const result = answer?.['result']
    if (result !== undefined) reader.add(method, params, toFields(result))
  }
  return reader.read()
}

function readServer(result: JsonObject): JsonObject {
  const { serverInfo, instructions, capabilities, protocolVersion, _meta } = result
  const info = serverInfo ?? toFields(_meta)['io.modelcontextprotocol/serverInfo']
  return {
    ...toFields(info),
    ...(instructions !== undefined && { instructions }),
    ...(protocolVersion !== undefined && { protocolVersion }),
    capabilities: toFields(capabilities)
  }
}

function hasCapability({ capabilities }: JsonObject, name: string): boolean {
  return toFields(capabilities)[name] !== undefined
}

function toItems(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(toFields) : []
}
