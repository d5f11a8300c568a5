/**
 * What models may be told of servers whose words the person sees first: what was let through, and nothing that is new
 * before the person has read it. What they kept back is not asked about again until it changes, or they start the
 * server themselves.
 */
import { createHash } from 'node:crypto'
import type { ServerWordsQuestion } from '../../contract/consents'
import type { ApprovedTool, Asked, OfferedWords, ServerWordsDecision, WordsGate } from '../interface'
import { definitionOf } from '../questions/create-grant'
import { createSharedQuestions } from '../questions/shared-questions'
import type { WordsStore } from '../store/words-store'

/** Of one question; the others are in the next one. */
const mostTools = 128

export interface WordsGateOptions {
  readonly store: WordsStore
  readonly ask: (request: Asked<ServerWordsQuestion>, signal: AbortSignal) => Promise<ServerWordsDecision>
}

export interface WordsGateControl extends WordsGate {
  /** What was kept back of the server is asked about again. */
  personBegan(serverName: string): void
}

export function createWordsGate({ store, ask }: WordsGateOptions): WordsGateControl {
  /** By server the marks of what was kept back. */
  const keptBack = new Map<string, ReadonlySet<string>>()
  const share = createSharedQuestions<ServerWordsDecision>()
  const decide = async (fresh: OfferedWords, signal: AbortSignal): Promise<ServerWordsDecision> => {
    const decision = await ask(toQuestion(fresh, store), signal)
    const { serverName, instructions } = fresh
    if (decision === 'let-through') await store.add(serverName, { instructions, tools: approved(fresh) })
    if (decision === 'keep-back')
      keptBack.set(serverName, new Set([...(keptBack.get(serverName) ?? []), ...marksOf(fresh)]))
    return decision
  }
  return {
    show: async (offered, signal) => {
      const fresh = newIn(offered, store, keptBack.get(offered.serverName) ?? new Set())
      if (fresh === null || signal.aborted) return false
      const key = JSON.stringify([fresh.serverName, ...marksOf(fresh)])
      return (await share(key, (stop) => decide(fresh, stop), signal)) !== 'withdrawn'
    },
    tool: (serverName, toolName) => store.of(serverName)?.tools.get(toolName) ?? null,
    instructions: (serverName) => store.of(serverName)?.instructions ?? null,
    personBegan: (serverName) => void keptBack.delete(serverName)
  }
}

/** What the person neither let through nor kept back; null: nothing. */
function newIn(
  { serverName, instructions, tools }: OfferedWords,
  store: WordsStore,
  kept: ReadonlySet<string>
): OfferedWords | null {
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

function marksOf({ instructions, tools }: OfferedWords): readonly string[] {
  const ofTools = tools.map(({ definitionHash }) => definitionHash)
  return instructions === null ? ofTools : [markOf(instructions), ...ofTools]
}

function markOf(instructions: string): string {
  return createHash('sha256').update(instructions).digest('hex')
}

function approved({ tools }: OfferedWords): ReadonlyMap<string, ApprovedTool> {
  return new Map(
    tools.map((tool) => [tool.name, { hash: tool.definitionHash, definition: definitionOf(tool) }])
  )
}

function toQuestion(
  { serverName, instructions, tools }: OfferedWords,
  store: WordsStore
): Asked<ServerWordsQuestion> {
  const known = store.of(serverName)
  return {
    serverName,
    instructions:
      instructions === null ? null : { text: instructions, previous: known?.instructions ?? null },
    tools: tools.map((tool) => ({
      name: tool.name,
      definition: definitionOf(tool),
      previous: known?.tools.get(tool.name)?.definition ?? null
    }))
  }
}
