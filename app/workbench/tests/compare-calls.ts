/** Compares the tool calls of a model with those that a test expects. */
import { createHash } from 'node:crypto'
import type { JsonObject } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { isEqual, shortJson } from './json-values'
import type { Expectations } from './test-file-schema'

export interface MadeCall {
  readonly tool: string
  readonly arguments: JsonObject
}

type ExpectedTools = NonNullable<Expectations['tools']>
interface ExpectedCall {
  readonly tool: string
  readonly arguments?: JsonObject | undefined
}

export function compareCalls(tools: ExpectedTools, made: readonly MadeCall[]): LocalizedText[] {
  const { exactly, inAnyOrder = [], not = [], ignoreArguments = false } = tools
  const toCalls = (wanted: readonly (string | ExpectedCall)[]) =>
    wanted
      .map((one) => (typeof one === 'string' ? { tool: one } : one))
      .map((one) => (ignoreArguments ? { tool: one.tool } : one))
  const found = not
    .filter((tool) => made.some((call) => call.tool === tool))
    .map((tool) => say('tests.forbiddenCall', { tool }))
  if (exactly !== undefined) found.push(...compareInOrder(toCalls(exactly), made))
  found.push(...findMissing(toCalls(inAnyOrder), made))
  return found
}

function compareInOrder(expected: readonly ExpectedCall[], made: readonly MadeCall[]): LocalizedText[] {
  const isSame = expected.length === made.length && expected.every((call, at) => fits(call, made[at]))
  if (isSame) return []
  if (expected.length === 0) return [say('tests.needlessCall', { made: describeCalls(made) })]
  return [say('tests.otherCalls', { expected: describeCalls(expected), made: describeCalls(made) })]
}

/** Each made call counts for one expected call. */
function findMissing(expected: readonly ExpectedCall[], made: readonly MadeCall[]): LocalizedText[] {
  const left = [...made]
  // Calls with arguments choose first, so that a bare name doesn't take their call.
  const strictest = expected.toSorted(
    (one, other) => Number(other.arguments !== undefined) - Number(one.arguments !== undefined)
  )
  return strictest.flatMap((call) => {
    const at = left.findIndex((one) => fits(call, one))
    if (at === -1) return [say('tests.missingCall', { call: describeCall(call), made: describeCalls(made) })]
    left.splice(at, 1)
    return []
  })
}

function fits(expected: ExpectedCall, made: MadeCall | undefined): boolean {
  if (made?.tool !== expected.tool) return false
  return expected.arguments === undefined || isEqual(expected.arguments, made.arguments)
}

export function describeCall({ tool, arguments: args }: ExpectedCall): string {
  return args === undefined ? tool : `${tool} ${shortJson(args)}`
}

/** Different for calls that differ behind what is shown of them. */
export function identifyCall(call: MadeCall): string {
  const text = describeCall(call)
  if (!text.endsWith('…')) return text
  const hash = createHash('sha256').update(JSON.stringify(call.arguments)).digest('hex')
  return `${text} #${hash.slice(0, 8)}`
}

function describeCalls(calls: readonly ExpectedCall[]): string | LocalizedText {
  return calls.length === 0 ? say('tests.noCall') : calls.map(describeCall).join(', ')
}
