/**
 * Remembers which servers delayed their last start by not answering `server/discover`. For a week they count as servers
 * of the older revisions. Stored as one fact of the history.
 */
import { z } from 'zod'
import { hashServerDefinition } from '../../settings/server-definition-hash'
import type { ServerDefinition } from '../../settings/definition'
import type { ConnectionInfo } from '../../mcp/interface'

/** A server may be updated in the meantime. */
const rememberedForMs = 7 * 24 * 60 * 60 * 1_000
const mostRemembered = 500
const factName = 'servers-of-older-revisions'

/** Storage of small facts. Both methods reject if the storage fails. */
export interface ProtocolEraFacts {
  readFact(name: string): Promise<string | null>
  writeFact(name: string, json: string): Promise<void>
}

export interface ProtocolEraCache {
  /** `legacy` if the server is known for it. Never rejects. */
  recall(definition: ServerDefinition): Promise<'legacy' | null>
  /** A connection has opened. True if the server counts as one of the older revisions from now on. */
  connected(definition: ServerDefinition, probe: ConnectionInfo['probe']): boolean
  /** An attempt to connect failed, possibly because of the remembered era. */
  failed(definition: ServerDefinition): void
}

/** By fingerprint, the time of the finding. */
const storedEras = z.record(z.string(), z.number())

export function createProtocolEraCache(facts: ProtocolEraFacts, now: () => number): ProtocolEraCache {
  let known: Map<string, number> | null = null
  const isValid = (at: number) => at <= now() && now() - at < rememberedForMs

  async function load(): Promise<Map<string, number>> {
    // Without the stored facts a start takes longer, without other effects.
    const json = await facts.readFact(factName).catch(() => null)
    return (known ??= new Map(parseEras(json).filter(([, at]) => isValid(at))))
  }

  function change(work: (eras: Map<string, number>) => void): void {
    const eras = known ?? new Map<string, number>()
    work(eras)
    const kept = [...eras].filter(([, at]) => isValid(at)).slice(-mostRemembered)
    known = new Map(kept)
    // If it isn't stored, the next start finds it out again.
    void facts.writeFact(factName, JSON.stringify(Object.fromEntries(kept))).catch(() => {})
  }

  return {
    recall: async (definition) => {
      const at = (known ?? (await load())).get(hashServerDefinition(definition))
      return at !== undefined && isValid(at) ? 'legacy' : null
    },
    connected: (definition, probe) => {
      if (probe !== 'silent' && probe !== 'exited') return false
      change((eras) => eras.set(hashServerDefinition(definition), now()))
      return true
    },
    failed: (definition) => {
      const fingerprint = hashServerDefinition(definition)
      if (known?.has(fingerprint) === true) change((eras) => eras.delete(fingerprint))
    }
  }
}

function parseEras(json: string | null): readonly [string, number][] {
  try {
    const parsed = storedEras.safeParse(JSON.parse(json ?? '{}'))
    return parsed.success ? Object.entries(parsed.data) : []
  } catch {
    return [] // invalid data: nothing is remembered
  }
}
