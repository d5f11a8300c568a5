/**
 * What servers say of themselves and their tools, as the person let it through to models: the words themselves, so that
 * a change can be shown, with the hash that it is known by. One fact of the history, which no settings file reaches.
 */
import { z } from 'zod'
import { toolDefinition } from '../../contract/consents'
import type { HistoryStore } from '../../history/interface'
import type { ApprovedTool } from '../interface'

const wordsFact = 'consent.server-words'

const knownServer = z.object({
  instructions: z.string().nullable(),
  tools: z.array(z.tuple([z.string(), z.object({ hash: z.string(), definition: toolDefinition })]))
})
const storedWords = z.array(z.tuple([z.string(), knownServer]))

export interface KnownServer {
  readonly instructions: string | null
  readonly tools: ReadonlyMap<string, ApprovedTool>
}

export interface MetadataKeeping {
  readonly history: Pick<HistoryStore, 'readFact' | 'writeFact'>
  /** Waits for what is saved; where that fails, it counts until the program ends. */
  readonly keep: (what: string, save: Promise<unknown>) => Promise<void>
}

export function createMetadataStore({ history, keep }: MetadataKeeping) {
  let known: ReadonlyMap<string, KnownServer> = new Map()
  const change = (next: ReadonlyMap<string, KnownServer>): Promise<void> => {
    known = next
    const stored = Array.from(next, ([name, { instructions, tools }]) => [
      name,
      { instructions, tools: [...tools] }
    ])
    return history.writeFact(wordsFact, JSON.stringify(stored))
  }
  return {
    of: (serverName: string): KnownServer | undefined => known.get(serverName),
    /** @throws HostError HISTORY_UNAVAILABLE; nothing is known then, so everything is asked. */
    load: async (): Promise<void> => {
      known = read(await history.readFact(wordsFact))
    },
    /** What is not among the new words stays as it was. */
    add: async (serverName: string, { instructions, tools }: KnownServer): Promise<void> => {
      const before = known.get(serverName)
      const next = {
        instructions: instructions ?? before?.instructions ?? null,
        tools: new Map([...(before?.tools ?? []), ...tools])
      }
      await keep('What a server says of its tools', change(new Map([...known, [serverName, next]])))
    },
    /** @throws HostError HISTORY_UNAVAILABLE (they are forgotten for this run even then) */
    forget: async (serverName: string): Promise<void> => {
      if (known.has(serverName)) await change(new Map([...known].filter(([name]) => name !== serverName)))
    }
  }
}

export type MetadataStore = ReturnType<typeof createMetadataStore>

/** What can't be read is not known: it is put to the person again. */
function read(json: string | null): ReadonlyMap<string, KnownServer> {
  const { data = [] } = storedWords.safeParse(parsed(json ?? '[]'))
  return new Map(
    data.map(([name, { instructions, tools }]) => [name, { instructions, tools: new Map(tools) }])
  )
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
