/** What became of the tools while an answer was written: told to the person, and to the model that goes on with them. */
import { describeListChanges } from '../../base/list-changes'
import type { Marked } from '../../base/list-changes'
import type { NotePart } from '../../contract/conversations'
import type { CatalogTool } from '../../servers/interface'
import { say } from '../../texts/render-localized'

export interface NotePlace {
  readonly step: number
  /** Whether a model may read the names of the tools of the server. */
  readonly isForModel: (serverName: string) => boolean
}

/** One note a server whose tools changed, connected or went away. */
export function noteToolChanges(
  before: readonly CatalogTool[],
  after: readonly CatalogTool[],
  { step, isForModel }: NotePlace
): readonly NotePart[] {
  // Thousands of tools are described below, with each step.
  if (before.length === after.length && before.every((tool, at) => tool === after[at])) return []
  const servers = new Set([...before, ...after].map(({ serverName }) => serverName))
  return [...servers].flatMap((serverName): NotePart[] => {
    const changes = describeListChanges(marked(before, serverName), marked(after, serverName))
    if (changes === null) return []
    const text = say('conversation.toolsChanged', { server: serverName, changes })
    return [{ type: 'note', step, serverName, text, isForModel: isForModel(serverName) }]
  })
}

/** By the names that models know: a server's own may say anything. */
function marked(tools: readonly CatalogTool[], serverName: string): Marked[] {
  return tools
    .filter((tool) => tool.serverName === serverName)
    .map(({ modelToolName, definitionHash }) => ({ name: modelToolName, mark: definitionHash }))
}
