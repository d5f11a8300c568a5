/**
 * What servers that start on use offered when they last ran, so that it can be offered before they run. Stored with the
 * fingerprint of the entry, so that it never describes another program. It permits no calls: decisions use the lists of
 * the running server.
 */
import { z } from 'zod'
import { readToolUi } from '../../contract/content/tool-ui'
import { promptView, resourceTemplateView, resourceView, type PromptView } from '../../contract/offers'
import { toolView, type ToolView } from '../../contract/servers'
import type { ResourceLists } from '../../mcp/interface'
import type { ServerDefinition } from '../../settings/definition'
import { hashServerDefinition } from '../../settings/server-definition-hash'
import type { ProtocolEraFacts } from '../lifecycle/protocol-era-cache'

const factName = 'tools-of-servers'
/** Characters per server, and for all. Beyond these nothing is stored, and the server must be started once by hand. */
const limits = { ofOne: 1_000_000, ofAll: 8_000_000 }

export interface LastRun {
  readonly tools: readonly ToolView[]
  /** Absent if it has none, or if they were not read. */
  readonly resources?: ResourceLists | undefined
  readonly prompts?: readonly PromptView[] | undefined
}

export interface LastRuns {
  /** The same object until it changes; null if nothing is known. */
  read(definition: ServerDefinition): LastRun | null
  /** Stores these parts. Other parts stay if the program is the same. */
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

/** `onLoaded`: called when the stored data is available. */
export function createLastRuns(facts: ProtocolEraFacts, onLoaded: () => void): LastRuns {
  const known = new Map<string, Kept>()
  let isLoaded = false

  async function load(): Promise<void> {
    // Without the stored data such a server must be started once by hand, without other effects.
    const json = await facts.readFact(factName).catch(() => null)
    for (const [name, kept] of parse(json)) if (!known.has(name)) known.set(name, kept)
    isLoaded = true
    onLoaded()
  }

  function save(): void {
    let room = limits.ofAll
    const kept = [...known].flatMap(([name, { fingerprint, run }]) => {
      // A list of resources that is too long doesn't cost the tools.
      for (const part of [run, { tools: run.tools }]) {
        const { length } = JSON.stringify(part)
        if (length > limits.ofOne || length > room) continue
        room -= length
        return [[name, { fingerprint, ...part }]]
      }
      return []
    })
    // If it isn't stored, the next start finds it out again.
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

/** Earlier versions stored only the server's own data about views. */
function withUi(tool: ToolView): ToolView {
  const { ui } = readToolUi(tool.meta)
  return tool.ui !== undefined || ui === null ? tool : { ...tool, ui }
}

function parse(json: string | null): readonly [string, Kept][] {
  try {
    const parsed = storedRuns.safeParse(JSON.parse(json ?? '{}'))
    if (!parsed.success) return []
    return Object.entries(parsed.data).map(([name, { fingerprint, tools, ...lists }]) => [
      name,
      { fingerprint, run: { ...lists, tools: tools.map(withUi) } }
    ])
  } catch {
    return [] // invalid data: nothing is known
  }
}
