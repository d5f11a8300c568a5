/** The tools of all servers under names for models, each with the hash to which permissions are bound. */
import { createHash } from 'node:crypto'
import { hashToolDefinition } from '../../consent/tool-definition-hash'
import type { ToolView } from '../../contract/servers'
import { isForModel } from '../../contract/content/tool-ui'
import type { CatalogTool } from '../interface'

const longestName = 64
const suffixLength = 8

/**
 * Usable tools in the given order, without broken and disabled ones. Names are `<server>__<tool>`. If several tools
 * would get the same name, or if it is too long, each of them gets a hash of its full name as a suffix, so that no name
 * depends on the order or on which tools are disabled.
 */
export function buildCatalog(tools: readonly ToolView[]): readonly CatalogTool[] {
  const usable = tools.filter(({ problem }) => problem === null)
  const plainNames = usable.map(plainName)
  const counts = new Map<string, number>()
  for (const name of plainNames) counts.set(name, (counts.get(name) ?? 0) + 1)
  const taken = new Set<string>()
  const named = usable.map((tool, index) => {
    const name = plainNames[index] ?? ''
    const isFine = counts.get(name) === 1 && name.length <= longestName
    const modelToolName = firstFree(isFine ? [name] : suffixedNames(tool, name), taken)
    taken.add(modelToolName)
    return { ...tool, modelToolName, definitionHash: hashDefinition(tool) }
  })
  return named.filter(({ isDisabled }) => !isDisabled)
}

/**
 * What a model may get: no tool that its server keeps for its own views. Everything that a model reads or calls starts
 * from this list.
 *
 * @spec MCP Apps 2026-01-26 Resource Discovery
 */
export function listModelTools<T extends Pick<ToolView, 'ui'>>(tools: readonly T[]): readonly T[] {
  return tools.filter(isForModel)
}

function plainName({ serverName, name }: ToolView): string {
  // Some services accept no name that begins with a digit.
  return `${serverName}__${name}`.replace(/[^A-Za-z0-9_-]/g, '_').replace(/^(?=[^A-Za-z_])/, '_')
}

function* suffixedNames(tool: ToolView, name: string): Generator<string> {
  // Several rounds only for tools with the same name on one server, and for a name that equals the suffixed one of
  // another.
  for (let round = 0; ; round += 1) {
    const hash = createHash('sha256')
      .update(JSON.stringify([tool.serverName, tool.name, round]))
      .digest('hex')
    yield `${name.slice(0, longestName - suffixLength - 1)}_${hash.slice(0, suffixLength)}`
  }
}

function firstFree(names: Iterable<string>, taken: ReadonlySet<string>): string {
  let last = ''
  for (const name of names) {
    if (!taken.has(name)) return name
    last = name
  }
  return last
}

const knownHashes = new WeakMap<ToolView, string>()

/** Changes with any byte of the tool that a user reads or a model gets, in any order of keys. */
export function hashDefinition(tool: ToolView): string {
  const known = knownHashes.get(tool)
  if (known !== undefined) return known
  const hash = hashToolDefinition(tool.name, tool)
  knownHashes.set(tool, hash)
  return hash
}
