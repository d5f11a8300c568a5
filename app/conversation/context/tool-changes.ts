/** Describes tool changes during an answer, to the user and to the model that continues with them. */
import { describeListChanges } from '../../base/list-changes'
import type { Marked } from '../../base/list-changes'
import type { NotePart } from '../../contract/conversations'
import type { CatalogTool } from '../../servers/interface'
import { say } from '../../texts/render-localized'

export interface NotePlace {
  readonly step: number
  /** Whether a model may read the names of the server's tools. */
  readonly isForModel: (serverName: string) => boolean
}

/** One note for each server whose tools changed, or that connected or disconnected. */
export function noteToolChanges(
  before: readonly CatalogTool[],
  after: readonly CatalogTool[],
  { step, isForModel }: NotePlace
): readonly NotePart[] {
  // Describing thousands of tools at each step would be slow.
  if (before.length === after.length && before.every((tool, at) => tool === after[at])) return []
  const servers = new Set([...before, ...after].map(({ serverName }) => serverName))
  return [...servers].flatMap((serverName): NotePart[] => {
    const changes = describeListChanges(marked(before, serverName), marked(after, serverName))
    if (changes === null) return []
    const text = say('conversation.toolsChanged', { server: serverName, changes })
    return [{ type: 'note', step, serverName, text, isForModel: isForModel(serverName) }]
  })
}

/** Uses the names that models know, because a server's own names may say anything. */
function marked(tools: readonly CatalogTool[], serverName: string): Marked[] {
  return tools
    .filter((tool) => tool.serverName === serverName)
    .map(({ modelToolName, definitionHash }) => ({ name: modelToolName, mark: definitionHash }))
}
