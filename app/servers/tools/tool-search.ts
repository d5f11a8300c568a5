/** Finds tools by typed text: exact names first, then prefixes of names, then words in any place. */
import MiniSearch from 'minisearch'
import type { ToolSummary, ToolView } from '../../contract/servers'

export interface ToolSearch {
  /** Best first; all in order for an empty query. Disabled tools come after usable ones, broken ones last. */
  find(query: string, limit: number): readonly ToolSummary[]
}

interface Indexed {
  readonly id: number
  readonly name: string
  readonly title: string
  readonly description: string
  readonly serverName: string
}

/** `tools` in catalog order, including disabled and broken ones. The index is built at the first query. */
export function createToolSearch(tools: readonly ToolView[]): ToolSearch {
  let index: MiniSearch<Indexed> | null = null
  return {
    find: (query, limit) => {
      const words = query.trim().toLowerCase()
      index ??= words === '' ? null : indexTools(tools)
      const ranked = words === '' || index === null ? [...tools] : rank(tools, index, words)
      const working = ranked.filter(({ problem }) => problem === null)
      const usable = working.filter(({ isDisabled }) => !isDisabled)
      const disabled = working.filter(({ isDisabled }) => isDisabled)
      const broken = ranked.filter(({ problem }) => problem !== null)
      return [...usable, ...disabled, ...broken].slice(0, limit).map(toSummary)
    }
  }
}

function indexTools(tools: readonly ToolView[]): MiniSearch<Indexed> {
  const index = new MiniSearch<Indexed>({
    fields: ['name', 'title', 'description', 'serverName'],
    // `read_file`, `readFile` and `read-file` are found by `file`.
    tokenize: (text) =>
      text
        .replace(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== '')
  })
  index.addAll(
    tools.map(({ name, title, description, serverName }, id) => {
      return { id, name, title: title ?? '', description, serverName }
    })
  )
  return index
}

function rank(tools: readonly ToolView[], index: MiniSearch<Indexed>, words: string): ToolView[] {
  const boost = { name: 4, title: 2 }
  const found = index.search(words, { prefix: true, fuzzy: (term) => (term.length > 3 ? 0.2 : false), boost })
  const byWords = found.flatMap(({ id }) => tools[id as number] ?? [])
  const byName = tools.filter(({ name }) => name.toLowerCase().startsWith(words))
  const exact = byName.filter(({ name }) => name.toLowerCase() === words)
  return [...new Set([...exact, ...byName, ...byWords])]
}

function toSummary(tool: ToolView): ToolSummary {
  const { inputSchema: _input, outputSchema: _output, taskSupport: _task, meta: _meta, ...summary } = tool
  return summary
}
