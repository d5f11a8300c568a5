/**
 * Chooses the tools that a model gets: all of them, or if there are too many, those that the user always sends and
 * those that the model found or used in this conversation. Found tools are read from the messages, so they survive a
 * restart. They come last, in the order in which they were found, so that earlier requests stay a prefix.
 */
import { countToolTokens, areToolsSearched } from '../../contract/content/tool-token-limit'
import type { ToolTokenLimit } from '../../contract/content/tool-token-limit'
import type { Message, MessagePart } from '../../contract/conversations'
import type { CatalogTool } from '../../servers/interface'
import { readableResults } from './read-tool'

export interface ChosenTools {
  /** In the order in which they are sent. */
  readonly tools: readonly CatalogTool[]
  /** The model has to search for other tools. */
  readonly isSearched: boolean
  /** Described as functions of a script, and not sent as tools. */
  readonly isScripted?: boolean
  /** The oldest tools, which exceed the provider's limit. */
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
  // One tool is reserved for the search tool.
  const most = room.mostTools === null ? Number.POSITIVE_INFINITY : Math.max(0, room.mostTools - 1)
  const kept = always.slice(0, most)
  const surplus = Math.max(0, kept.length + found.length - most)
  return {
    tools: [...kept, ...found.slice(surplus)],
    isSearched: true,
    leftOut: [...always.slice(most), ...found.slice(0, surplus)]
  }
}

/** For scripts. No provider limits the number of functions. */
export function chooseFunctions(
  catalog: readonly CatalogTool[],
  messages: readonly Message[],
  room: ToolTokenLimit
): ChosenTools {
  const chosen = chooseTools(catalog, messages, { ...room, mostTools: null })
  return catalog.length === 0 ? chosen : { ...chosen, isScripted: true }
}

/** The tool that reads results also counts. */
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

/** The tools named in the messages that still exist, each once, in the order in which they were first named. */
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
