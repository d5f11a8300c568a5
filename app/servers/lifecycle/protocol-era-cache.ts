/**
 * Remembers which servers lost time at their last start because they did not answer the question for the newest
 * revision: for a week they are taken for servers of the older ones. Kept as one fact of the history.
 */
import { z } from 'zod'
import { hashServerDefinition } from '../../settings/server-definition-hash'
import type { ServerDefinition } from '../../settings/definition'
import type { ConnectionInfo } from '../../mcp/interface'

/** A server may have been updated meanwhile. */
const rememberedForMs = 7 * 24 * 60 * 60 * 1_000
const mostRemembered = 500
const factName = 'servers-of-older-revisions'

/** Where small facts of the program are kept; both reject when they can not be. */
export interface ProtocolEraFacts {
  readFact(name: string): Promise<string | null>
  writeFact(name: string, json: string): Promise<void>
}

export interface ProtocolEraCache {
  /** `legacy` when the server is known for it. Never rejects. */
  recall(definition: ServerDefinition): Promise<'legacy' | null>
  /** A connection stands. True when it is remembered as one of the older revisions from now on. */
  connected(definition: ServerDefinition, probe: ConnectionInfo['probe']): boolean
  /** An attempt to connect failed: what was remembered may be why. */
  failed(definition: ServerDefinition): void
}

/** By fingerprint, when it was found out. */
const storedEras = z.record(z.string(), z.number())

export function createProtocolEraCache(facts: ProtocolEraFacts, now: () => number): ProtocolEraCache {
  let known: Map<string, number> | null = null
  const isValid = (at: number) => at <= now() && now() - at < rememberedForMs

  async function load(): Promise<Map<string, number>> {
    // Without the memory a start takes longer, and nothing else.
    const json = await facts.readFact(factName).catch(() => null)
    return (known ??= new Map(parseEras(json).filter(([, at]) => isValid(at))))
  }

  function change(work: (eras: Map<string, number>) => void): void {
    const eras = known ?? new Map<string, number>()
    work(eras)
    const kept = [...eras].filter(([, at]) => isValid(at)).slice(-mostRemembered)
    known = new Map(kept)
    // Not kept: it is found out again at the next start.
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
    return [] // somebody else's bytes: nothing is remembered
  }
}
