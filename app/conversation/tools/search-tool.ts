/**
 * Parley's own tool with which a model searches for other tools. Nothing leaves Parley, so it doesn't ask. Results are
 * stored by name, and rendered with the metadata that the model may read at that time.
 */
import { cutText } from '../../base/cut-text'
import { visibleTextWithNote } from '../../base/visible-text'
import type { JsonObject } from '../../contract/json'
import { searchToolName } from '../../contract/content/tool-token-limit'
import type { ToolCallPart } from '../../contract/conversations'
import type { ModelContent, ModelTool } from '../../models/model'
import type { CatalogTool } from '../../servers/interface'
import type { ChosenTools } from './chosen-tools'

const usualLimit = 5
const mostFound = 20
/** In characters, per tool. The full definition follows with the next request. */
const shownDescription = 300
const mostServers = 100

export interface ToolQuery {
  readonly query: string
  readonly limit: number
}

/** Stays the same as long as the servers do, because it precedes all other tools. */
export function searchTool(catalog: readonly CatalogTool[]): ModelTool {
  const names = [...new Set(catalog.map(({ serverName }) => serverName))]
  const more = names.length > mostServers ? ` and ${names.length - mostServers} more` : ''
  const servers = names.slice(0, mostServers).map((name) => JSON.stringify(name))
  return {
    name: searchToolName,
    description: `Finds tools that you can use. There are too many to show at once. Before you say that something can't be done, search for the task or the action ("create issue", "read file"). You can call the tools found from your next step on. They come from these servers: ${servers.join(', ')}${more}.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: {
          type: 'string',
          description: 'A few keywords or a short sentence, in English, about the task.'
        },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: mostFound,
          description: `The maximum number of tools. Default: ${usualLimit}.`
        }
      },
      required: ['query']
    }
  }
}

/** null: the arguments are invalid. */
export function readToolQuery({ query, limit = usualLimit }: JsonObject): ToolQuery | null {
  if (typeof query !== 'string' || query.trim() === '') return null
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) return null
  return { query, limit: Math.min(limit, mostFound) }
}

export interface AnnouncedTools {
  /** The tools that the model may know. Not even the names of other tools are mentioned. */
  readonly catalog: readonly CatalogTool[]
  readonly chosen: ChosenTools
}

export function searchResult(
  call: ToolCallPart,
  { catalog, chosen }: AnnouncedTools,
  declare: (found: readonly CatalogTool[]) => readonly string[]
): ModelContent {
  const names = call.foundTools ?? []
  const found = names.flatMap(({ serverName, toolName }) =>
    catalog.filter((tool) => tool.serverName === serverName && tool.name === toolName)
  )
  const gone = names.length - found.length
  const isSentSinceFound = (tool: CatalogTool): boolean =>
    chosen.isSearched &&
    chosen.isScripted !== true &&
    tool.isAlwaysSent !== true &&
    chosen.tools.includes(tool)
  const lines = [
    found.length === 0 ? 'No tool was found. Try other words.' : introductionOf(chosen),
    ...(chosen.isScripted === true ? declare(found) : found.map(describe)),
    ...(gone > 0 ? [`${gone} of the tools found can't be used at the moment.`] : [])
  ]
  return {
    type: 'tool-result',
    id: call.providerCallId,
    content: [{ type: 'text', text: lines.join('\n') }],
    isError: false,
    ...(gone === 0 &&
      found.length > 0 &&
      found.every(isSentSinceFound) && { foundTools: found.map(({ modelToolName }) => modelToolName) })
  }
}

function introductionOf({ isScripted }: ChosenTools): string {
  return isScripted === true
    ? 'Found these tool functions for your scripts:'
    : 'Found, best match first. You can call them now:'
}

function describe({ modelToolName, serverName, description, inputSchema }: CatalogTool): string {
  const words = cutText(visibleTextWithNote(description).replace(/\s+/g, ' '), shownDescription)
  return `- ${modelToolName}(${describeArguments(inputSchema)}), of the server ${JSON.stringify(serverName)}: ${words}`
}

function describeArguments({ properties, required }: JsonObject): string {
  if (typeof properties !== 'object' || properties === null) return ''
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  return Object.keys(properties)
    .map((name) => visibleTextWithNote(needed.includes(name) ? name : `${name}?`))
    .join(', ')
}
