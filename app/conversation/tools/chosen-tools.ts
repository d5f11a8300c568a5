/**
 * Which tools a model is sent: all of them, or, where they are too many, those that the person always sends and those
 * that it searched for or used in this conversation. What is found is read from the messages, so that it holds after
 * a restart, and comes last, in the order in which it was found: what was sent before stays as it was.
 */
import { countToolTokens, areToolsSearched } from '../../contract/content/tool-token-limit'
import type { ToolTokenLimit } from '../../contract/content/tool-token-limit'
import type { Message, MessagePart } from '../../contract/conversations'
import type { CatalogTool } from '../../servers/interface'
import { readableResults } from './read-tool'

export interface ChosenTools {
  /** In the order in which they are sent. */
  readonly tools: readonly CatalogTool[]
  /** The model has to search for the others. */
  readonly isSearched: boolean
  /** They are not sent as tools but told as functions of a script. */
  readonly isScripted?: boolean
  /** What the model would have been sent beyond what its provider takes: the oldest. */
  readonly leftOut: readonly CatalogTool[]
}

export function chooseTools(
  catalog: readonly CatalogTool[],
  messages: readonly Message[],
  { mostTools, ...given }: ToolTokenLimit
): ChosenTools {
  const room = { ...given, mostTools: mostTools === null ? null : mostTools - countOwn(messages) }
  if (!areToolsSearched(countToolTokens(catalog), room)) return chooseAllTools(catalog)
  const always = catalog.filter(({ isAlwaysSent }) => isAlwaysSent === true)
  const found = foundIn(messages, catalog).filter(({ isAlwaysSent }) => isAlwaysSent !== true)
  // One place is for the tool that searches.
  const most = room.mostTools === null ? Number.POSITIVE_INFINITY : Math.max(0, room.mostTools - 1)
  const kept = always.slice(0, most)
  const surplus = Math.max(0, kept.length + found.length - most)
  return {
    tools: [...kept, ...found.slice(surplus)],
    isSearched: true,
    leftOut: [...always.slice(most), ...found.slice(0, surplus)]
  }
}

/** For scripts: no provider limits how many functions they have. */
export function chooseFunctions(
  catalog: readonly CatalogTool[],
  messages: readonly Message[],
  room: ToolTokenLimit
): ChosenTools {
  const chosen = chooseTools(catalog, messages, { ...room, mostTools: null })
  return catalog.length === 0 ? chosen : { ...chosen, isScripted: true }
}

/** The tool that reads on takes a place. */
function countOwn(messages: readonly Message[]): number {
  return readableResults(messages).length > 0 ? 1 : 0
}

export function chooseAllTools(catalog: readonly CatalogTool[]): ChosenTools {
  return { tools: catalog, isSearched: false, leftOut: [] }
}

interface ToolName {
  readonly serverName: string
  readonly toolName: string
}

/** Those of the messages that are there, each once, in the order in which they were first named. */
function foundIn(messages: readonly Message[], catalog: readonly CatalogTool[]): readonly CatalogTool[] {
  const byName = new Map(catalog.map((tool) => [keyOf(tool.serverName, tool.name), tool]))
  const named = messages.flatMap(({ parts }) => parts.flatMap(namedIn))
  const found = named.flatMap(({ serverName, toolName }) => byName.get(keyOf(serverName, toolName)) ?? [])
  return [...new Set(found)]
}

function namedIn(part: MessagePart): readonly ToolName[] {
  if (part.type === 'tool-request') return [part]
  if (part.type !== 'tool-call') return []
  if (part.foundTools !== undefined) return part.foundTools
  const { serverName, toolName } = part
  return serverName === null ? [] : [{ serverName, toolName }]
}

function keyOf(serverName: string, toolName: string): string {
  return JSON.stringify([serverName, toolName])
}
