/**
 * What servers say about themselves and their tools, as the user last allowed models to read it: the full text, so that
 * a change can be shown, and its hash. One fact of the history, which the settings file can't change.
 */
import { z } from 'zod'
import { toolDefinition } from '../../contract/tool-definition'
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
  /** Waits for the save. If it fails, the change applies until Parley quits. */
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
    /** @throws HostError HISTORY_UNAVAILABLE; then nothing is known and Parley asks about everything */
    load: async (): Promise<void> => {
      known = read(await history.readFact(wordsFact))
    },
    /** Tools that aren't included stay unchanged. */
    add: async (serverName: string, { instructions, tools }: KnownServer): Promise<void> => {
      const before = known.get(serverName)
      const next = {
        instructions: instructions ?? before?.instructions ?? null,
        tools: new Map([...(before?.tools ?? []), ...tools])
      }
      await keep('What a server says of its tools', change(new Map([...known, [serverName, next]])))
    },
    /** @throws HostError HISTORY_UNAVAILABLE (even then the server is forgotten until Parley quits) */
    forget: async (serverName: string): Promise<void> => {
      if (known.has(serverName)) await change(new Map([...known].filter(([name]) => name !== serverName)))
    }
  }
}

/** In memory only. */
export function createShortMetadataStore(): MetadataStore {
  return createMetadataStore({
    history: { readFact: async () => null, writeFact: async () => {} },
    keep: async (_what, save) => void (await save)
  })
}

export type MetadataStore = ReturnType<typeof createMetadataStore>

/** Metadata that can't be read counts as unknown, so the user reviews it again. */
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
