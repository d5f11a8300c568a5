/**
 * Decides what models may read of servers whose metadata the user reviews first: only what the user allowed, and
 * nothing new before the user has read it. Parley asks again about kept-back metadata when it changes or when the user
 * starts the server.
 */
import { createHash } from 'node:crypto'
import type { MetadataQuestion } from '../../contract/questions/questions'
import type { ApprovedTool, DecisionOf, AskedQuestion, OfferedMetadata, MetadataReview } from '../interface'
import { readAskedDefinition } from '../questions/create-grant'
import { createSharedQuestions } from '../questions/shared-questions'
import type { MetadataStore } from '../store/metadata-store'

/** Per question. The rest follows in the next question. */
const mostTools = 128

type MetadataDecision = DecisionOf<'server-words'>

export interface MetadataReviewOptions {
  readonly store: MetadataStore
  readonly ask: (request: AskedQuestion<MetadataQuestion>, signal: AbortSignal) => Promise<MetadataDecision>
}

export interface MetadataReviewControl extends MetadataReview {
  /** Makes what was kept back of the server be asked about again. */
  userBegan(serverName: string): void
}

export function createMetadataReview({ store, ask }: MetadataReviewOptions): MetadataReviewControl {
  /** Hashes of the metadata that was kept back, by server. */
  const keptBack = new Map<string, ReadonlySet<string>>()
  const share = createSharedQuestions<MetadataDecision>()
  const decide = async (fresh: OfferedMetadata, signal: AbortSignal): Promise<MetadataDecision> => {
    const decision = await ask(toQuestion(fresh, store), signal)
    const { serverName, instructions } = fresh
    if (decision.type === 'let-through') await store.add(serverName, { instructions, tools: approved(fresh) })
    if (decision.type === 'keep-back')
      keptBack.set(serverName, new Set([...(keptBack.get(serverName) ?? []), ...marksOf(fresh)]))
    return decision
  }
  return {
    show: async (offered, signal) => {
      const fresh = newIn(offered, store, keptBack.get(offered.serverName) ?? new Set())
      if (fresh === null || signal.aborted) return false
      const key = JSON.stringify([fresh.serverName, ...marksOf(fresh)])
      return (await share(key, (stop) => decide(fresh, stop), signal)).type !== 'withdrawn'
    },
    tool: (serverName, toolName) => store.of(serverName)?.tools.get(toolName) ?? null,
    instructions: (serverName) => store.of(serverName)?.instructions ?? null,
    userBegan: (serverName) => void keptBack.delete(serverName)
  }
}

/** What the user has neither allowed nor kept back; null: nothing. */
function newIn(
  { serverName, instructions, tools }: OfferedMetadata,
  store: MetadataStore,
  kept: ReadonlySet<string>
): OfferedMetadata | null {
  const known = store.of(serverName)
  const isKnown = instructions === null || instructions === (known?.instructions ?? null)
  const fresh = {
    serverName,
    instructions: isKnown || kept.has(markOf(instructions)) ? null : instructions,
    tools: tools
      .filter(
        ({ name, definitionHash }) =>
          known?.tools.get(name)?.hash !== definitionHash && !kept.has(definitionHash)
      )
      .slice(0, mostTools)
  }
  return fresh.instructions === null && fresh.tools.length === 0 ? null : fresh
}

function marksOf({ instructions, tools }: OfferedMetadata): readonly string[] {
  const ofTools = tools.map(({ definitionHash }) => definitionHash)
  return instructions === null ? ofTools : [markOf(instructions), ...ofTools]
}

function markOf(instructions: string): string {
  return createHash('sha256').update(instructions).digest('hex')
}

function approved({ tools }: OfferedMetadata): ReadonlyMap<string, ApprovedTool> {
  return new Map(
    tools.map((tool) => [tool.name, { hash: tool.definitionHash, definition: readAskedDefinition(tool) }])
  )
}

function toQuestion(
  { serverName, instructions, tools }: OfferedMetadata,
  store: MetadataStore
): AskedQuestion<MetadataQuestion> {
  const known = store.of(serverName)
  return {
    serverName,
    instructions:
      instructions === null ? null : { text: instructions, previous: known?.instructions ?? null },
    tools: tools.map((tool) => ({
      name: tool.name,
      definition: readAskedDefinition(tool),
      previous: known?.tools.get(tool.name)?.definition ?? null
    }))
  }
}
