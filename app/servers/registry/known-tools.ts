/**
 * The tools that servers had when they ran last, for those that start when they are used: a model is told of them before
 * they run. Kept with the fingerprint of the entry, so that another program never stands behind them. Nothing of it
 * permits a call: that is decided on what the server lists once it runs.
 */
import { z } from 'zod'
import { toolView, type ToolView } from '../../contract/servers'
import type { ServerDefinition } from '../../settings/definition'
import { fingerprintOf } from '../../settings/definition-hash'
import type { Facts } from '../lifecycle/protocol-era-cache'

const factName = 'tools-of-servers'
/** Characters of one server, and of all: above it none are kept, and such a server is to be started once. */
const limits = { ofOne: 1_000_000, ofAll: 8_000_000 }

export interface KnownTools {
  /** The same list until it is another one; null: nothing is known. */
  read(definition: ServerDefinition): readonly ToolView[] | null
  /** They are the tools of the server from now on. */
  keep(definition: ServerDefinition, tools: readonly ToolView[]): void
  forget(serverName: string): void
}

const storedTools = z.record(
  z.string(),
  z.strictObject({ fingerprint: z.string(), tools: z.array(toolView) })
)
type Kept = z.infer<typeof storedTools>[string]

/** `onLoaded`: what was kept can be read from now on. */
export function createKnownTools(facts: Facts, onLoaded: () => void): KnownTools {
  const known = new Map<string, { readonly fingerprint: string; readonly tools: readonly ToolView[] }>()
  let isLoaded = false

  async function load(): Promise<void> {
    // Without the memory such a server is to be started once by hand, and nothing else.
    const json = await facts.readFact(factName).catch(() => null)
    for (const [name, kept] of parse(json)) if (!known.has(name)) known.set(name, kept)
    isLoaded = true
    onLoaded()
  }

  function save(): void {
    let room = limits.ofAll
    const kept = [...known].filter(([, { tools }]) => {
      const length = JSON.stringify(tools).length
      if (length > limits.ofOne || length > room) return false
      room -= length
      return true
    })
    // Not kept: it is found out again at the next start.
    void facts.writeFact(factName, JSON.stringify(Object.fromEntries(kept))).catch(() => {})
  }

  void load() // never rejects
  return {
    read: (definition) => {
      const kept = known.get(definition.name)
      return kept?.fingerprint === fingerprintOf(definition) ? kept.tools : null
    },
    keep: (definition, tools) => {
      const fingerprint = fingerprintOf(definition)
      const before = known.get(definition.name)
      if (before?.fingerprint === fingerprint && before.tools === tools) return
      known.set(definition.name, { fingerprint, tools })
      if (isLoaded) save()
    },
    forget: (serverName) => {
      if (known.delete(serverName) && isLoaded) save()
    }
  }
}

function parse(json: string | null): readonly [string, Kept][] {
  try {
    const parsed = storedTools.safeParse(JSON.parse(json ?? '{}'))
    return parsed.success ? Object.entries(parsed.data) : []
  } catch {
    return [] // somebody else's bytes: nothing is known
  }
}
