/**
 * What servers offered when they ran last, for those that start when they are used: it is offered before they run. Kept
 * with the fingerprint of the entry, so that another program never stands behind it. Nothing of it permits a call: that
 * is decided on what the server lists once it runs.
 */
import { z } from 'zod'
import { promptView, resourceTemplateView, resourceView, type PromptView } from '../../contract/offers'
import { toolView, type ToolView } from '../../contract/servers'
import type { ResourceLists } from '../../mcp/interface'
import type { ServerDefinition } from '../../settings/definition'
import { hashServerDefinition } from '../../settings/server-definition-hash'
import type { ProtocolEraFacts } from '../lifecycle/protocol-era-cache'

const factName = 'tools-of-servers'
/** Characters of one server, and of all: above it none are kept, and such a server is to be started once. */
const limits = { ofOne: 1_000_000, ofAll: 8_000_000 }

export interface LastRun {
  readonly tools: readonly ToolView[]
  /** Absent: it has none, or they were not read. */
  readonly resources?: ResourceLists | undefined
  readonly prompts?: readonly PromptView[] | undefined
}

export interface LastRuns {
  /** The same until it is another one; null: nothing is known. */
  read(definition: ServerDefinition): LastRun | null
  /** So it is from now on; what is not named stays as it was with the same program. */
  keep(definition: ServerDefinition, part: Partial<LastRun>): void
  forget(serverName: string): void
}

const storedRuns = z.record(
  z.string(),
  z.strictObject({
    fingerprint: z.string(),
    tools: z.array(toolView),
    resources: z
      .strictObject({ resources: z.array(resourceView), templates: z.array(resourceTemplateView) })
      .optional(),
    prompts: z.array(promptView).optional()
  })
)

interface Kept {
  readonly fingerprint: string
  readonly run: LastRun
}

/** `onLoaded`: what was kept can be read from now on. */
export function createLastRuns(facts: ProtocolEraFacts, onLoaded: () => void): LastRuns {
  const known = new Map<string, Kept>()
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
    const kept = [...known].flatMap(([name, { fingerprint, run }]) => {
      // A long list of resources costs no model its tools.
      for (const part of [run, { tools: run.tools }]) {
        const { length } = JSON.stringify(part)
        if (length > limits.ofOne || length > room) continue
        room -= length
        return [[name, { fingerprint, ...part }]]
      }
      return []
    })
    // Not kept: it is found out again at the next start.
    void facts.writeFact(factName, JSON.stringify(Object.fromEntries(kept))).catch(() => {})
  }

  void load() // never rejects
  return {
    read: (definition) => {
      const kept = known.get(definition.name)
      return kept?.fingerprint === hashServerDefinition(definition) ? kept.run : null
    },
    keep: (definition, part) => {
      const fingerprint = hashServerDefinition(definition)
      const kept = known.get(definition.name)
      const before: LastRun = kept?.fingerprint === fingerprint ? kept.run : { tools: [] }
      const names = Object.keys(part) as (keyof LastRun)[]
      if (before === kept?.run && names.every((name) => before[name] === part[name])) return
      known.set(definition.name, { fingerprint, run: { ...before, ...part } })
      if (isLoaded) save()
    },
    forget: (serverName) => {
      if (known.delete(serverName) && isLoaded) save()
    }
  }
}

function parse(json: string | null): readonly [string, Kept][] {
  try {
    const parsed = storedRuns.safeParse(JSON.parse(json ?? '{}'))
    if (!parsed.success) return []
    return Object.entries(parsed.data).map(([name, { fingerprint, ...run }]) => [name, { fingerprint, run }])
  } catch {
    return [] // somebody else's bytes: nothing is known
  }
}
