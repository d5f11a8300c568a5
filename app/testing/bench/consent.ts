/**
 * How long the consent gate takes to decide, with many grants held and many tools known; and how often it asks on the
 * scripted day of `consent-day.ts` against asking each time.
 */
import type { ConsentGate, KnownTool } from '../../consent/interface'
import type { StoredGrant } from '../../history/interface'
import { countQuestions } from './consent-day'
import { openGate, requestOf, tool } from './gate'
import type { ToolRequest } from './gate'
import { countRounds, percentile } from './rows'
import type { Effort, Row } from './rows'

const limitMicroseconds = 1_000
const grantsHeld = 500
const toolsKnown = 1_000
const passes = 3
/** Of the same day without walls: once for each host. */
const mostMoreByWalls = 1.1

export async function measureConsent(effort: Effort): Promise<Row[]> {
  const { all, warmUps } = countRounds(effort)
  const count = effort.isShort ? 100 : 3_000
  const granted: number[] = []
  const asked: number[] = []
  for (let run = 0; run < all; run++) {
    const ofGrants = await timeDecisions({ isGranted: true, count })
    const ofQuestions = await timeDecisions({ isGranted: false, count })
    if (run < warmUps) continue
    granted.push(ofGrants)
    asked.push(ofQuestions)
  }
  const decision = { unit: 'µs', limit: limitMicroseconds, budget: 1, follows: 'speed' } as const
  const shared = { isShared: true, doAllAnswer: true }
  const free = await countQuestions(shared)
  const contained = await countQuestions({ ...shared, isContained: true })
  return [
    { name: 'consent by grant, p99', ours: granted, ...decision },
    { name: 'consent to question, p99', ours: asked, ...decision },
    questionsRow('questions a day of 200', await countQuestions({ isShared: false, doAllAnswer: false })),
    questionsRow('questions, text passed on', await countQuestions({ isShared: true, doAllAnswer: false })),
    questionsRow('questions, day with flows', free),
    questionsRow('questions, contained servers', contained),
    {
      ...{ name: 'questions, contained against not', unit: 'asked', budget: mostMoreByWalls },
      ...{ ours: [contained.asked], theirs: [free.asked] }
    }
  ]
}

function questionsRow(name: string, { asked, calls }: { asked: number; calls: number }): Row {
  return { name, unit: 'asked', ours: [asked], limit: calls, budget: 0.3 }
}

/**
 * 99th percentile in microseconds. Each decision counts with the best of three times: the figure is about the decision, not
 * about what else the machine does. The three lie apart, as whoever had the processor last slows down two in a row.
 */
async function timeDecisions({ isGranted, count }: { isGranted: boolean; count: number }): Promise<number> {
  const tools = Array.from({ length: toolsKnown }, (_, index) =>
    tool(`server-${index % 20}`, `tool_${index}`, {})
  )
  const granted = tools.slice(0, grantsHeld)
  const gate = await openGate(tools, granted.map(toGrant))
  const path = isGranted ? '/home/ada/projects/parley/src/../notes/a.md' : '/home/ada/.ssh/id_rsa'
  const requests = granted.map((wanted) => requestOf(wanted, 'c', { path }))
  const rounds = Array.from({ length: Math.ceil(count / grantsHeld) }, () => requests)
  const decisions = rounds.flat().slice(0, count)
  const times = decisions.map(() => Infinity)
  for (let pass = 0; pass < passes; pass++)
    for (const [index, request] of decisions.entries())
      times[index] = Math.min(times[index] ?? Infinity, await timeDecision(gate, request, isGranted))
  return percentile(times, 0.99)
}

function toGrant({ serverName, name, definitionHash }: KnownTool, index: number): StoredGrant {
  return {
    id: `g${index}`,
    scope: 'always',
    serverName,
    toolName: name,
    conversationId: null,
    conditions: [{ type: 'path-below', pointer: '/path', folder: '/home/ada/projects/parley' }],
    usesLeft: null,
    definitionHash,
    coveredTools: {},
    serverFingerprint: null,
    createdAt: index
  }
}

/** Microseconds until the call may go on, or until its question stands. */
async function timeDecision(gate: ConsentGate, request: ToolRequest, isGranted: boolean): Promise<number> {
  const controller = new AbortController()
  const start = performance.now()
  const deciding = gate.decideToolCall(request, controller.signal)
  if (isGranted) await deciding
  const time = (performance.now() - start) * 1_000
  const isAsked = gate.questions().length > 0
  controller.abort()
  const { type } = await deciding
  if (isGranted ? type !== 'allowed' : !isAsked) throw new Error('The gate decided otherwise than it should.')
  return time
}
