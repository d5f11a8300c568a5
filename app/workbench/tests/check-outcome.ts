/** Compares what a test got with what it expects. Every difference becomes a sentence. Pure. */
import { logLevels } from '../../contract/limits'
import type { JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import type { ArgumentProblem } from '../../contract/servers'
import { say } from '../../texts/render-localized'
import { compareCalls, type MadeCall } from './compare-calls'
import type { Judgement } from './judge-answer'
import { isEqual, readAt, shortJson, shortText } from './json-values'
import type { Expectations } from './test-file-schema'

export interface TestOutcome {
  /** What `matches` looks into: a call's `content`, `structuredContent` and `isError`, `contents`, `messages`, or a reply's `text`. */
  readonly value: JsonValue
  readonly text: string
  /** Undefined: there is none. */
  readonly structured: JsonValue | undefined
  readonly isError: boolean
  readonly tookMs: number
  /** Null: unknown. */
  readonly tokens: number | null
  /** That the model made, in order. */
  readonly calls: readonly MadeCall[]
  /** The kinds of questions that the server asked. */
  readonly asked: readonly string[]
  readonly logs: readonly { readonly level: (typeof logLevels)[number]; readonly text: string }[]
  /** Where the structured content doesn't fit the expected schema; null: the test expects none. */
  readonly schemaProblems: readonly ArgumentProblem[] | null
  /** Why the tool's app wasn't drawn; null: it was, or wasn't to be. Undefined: the test has no `app`. */
  readonly appProblem?: LocalizedText | null
  /** Absent: the test has no judge. */
  readonly judgement?: Judgement
}

type Check = (expect: Expectations, outcome: TestOutcome) => readonly LocalizedText[]

/** Empty: everything is as expected. */
export function checkOutcome(expect: Expectations, outcome: TestOutcome): LocalizedText[] {
  return checks.flatMap((check) => check(expect, outcome))
}

const checkError: Check = ({ isError = false }, outcome) => {
  if (outcome.isError === isError) return []
  return outcome.isError
    ? [say('tests.unexpectedError', { text: shortText(outcome.text) })]
    : [say('tests.missingError', { text: shortText(outcome.text) })]
}

const checkTexts: Check = ({ contains = [], doesNotContain = [] }, { text }) => [
  ...[contains]
    .flat()
    .filter((part) => !text.includes(part))
    .map((part) => say('tests.lacks', { part: shortText(part), text: shortText(text) })),
  ...[doesNotContain]
    .flat()
    .filter((part) => text.includes(part))
    .map((part) => say('tests.contains', { part: shortText(part), text: shortText(text) }))
]

const checkEquals: Check = ({ equals }, { text, structured }) => {
  if (equals === undefined) return []
  if (typeof equals === 'string')
    return equals === text
      ? []
      : [say('tests.differs', { expected: shortText(equals), text: shortText(text) })]
  const value = structured ?? parseText(text)
  if (value === undefined) return [say('tests.notStructured', { text: shortText(text) })]
  if (isEqual(value, equals)) return []
  return [say('tests.differs', { expected: shortJson(equals), text: shortJson(value) })]
}

const checkMatches: Check = ({ matches = {} }, { value }) =>
  Object.entries(matches).flatMap(([path, expected]) => {
    const found = readAt(value, path)
    if (found === undefined) return [say('tests.nothingAt', { path, expected: shortJson(expected) })]
    if (isEqual(found, expected)) return []
    return [say('tests.differsAt', { path, expected: shortJson(expected), found: shortJson(found) })]
  })

const checkSchema: Check = ({ schema }, { structured, schemaProblems }) => {
  if (schema === undefined) return []
  if (structured === undefined) return [say('tests.noStructure')]
  return (schemaProblems ?? [])
    .slice(0, 5)
    .map(({ path, message }) =>
      say('tests.schemaBroken', { path: path === '' ? '/' : path, problem: message })
    )
}

const checkTools: Check = ({ tools }, { calls }) => (tools === undefined ? [] : compareCalls(tools, calls))

const checkAsked: Check = ({ asks = [] }, { asked }) =>
  [asks]
    .flat()
    .filter((kind) => !asked.includes(kind))
    .map((kind) => say('tests.notAsked', { kind }))

const checkTime: Check = ({ under }, { tookMs }) => {
  if (under === undefined) return []
  const most = Number.parseFloat(under) * (under.endsWith('ms') ? 1 : 1000)
  return tookMs < most ? [] : [say('tests.tooSlow', { under, ms: Math.round(tookMs) })]
}

const checkTokens: Check = ({ tokens }, outcome) => {
  if (tokens === undefined) return []
  if (outcome.tokens === null) return [say('tests.tokensUnknown', { most: tokens })]
  return outcome.tokens <= tokens
    ? []
    : [say('tests.tooManyTokens', { most: tokens, tokens: outcome.tokens })]
}

const checkLogs: Check = ({ logBelow }, { logs }) => {
  if (logBelow === undefined) return []
  const from = logLevels.indexOf(logBelow)
  const grave = logs.find(({ level }) => logLevels.indexOf(level) >= from)
  return grave === undefined
    ? []
    : [say('tests.logged', { below: logBelow, level: grave.level, text: shortText(grave.text) })]
}

const checkApp: Check = ({ app }, { appProblem }) => {
  if (app === undefined || appProblem === undefined) return []
  if (!app) return appProblem === null ? [say('tests.hasApp')] : []
  return appProblem === null ? [] : [appProblem]
}

const checkJudgement: Check = (_expect, { judgement }) => {
  if (judgement === undefined) return []
  if (judgement.type === 'none') return [judgement.reason]
  const { passes, model, reason } = judgement.verdict
  return passes ? [] : [say('tests.judgedAgainst', { model, reason })]
}

const checks: readonly Check[] = [
  checkError,
  checkTexts,
  checkEquals,
  checkMatches,
  checkSchema,
  checkTools,
  checkJudgement,
  checkAsked,
  checkTime,
  checkTokens,
  checkLogs,
  checkApp
]

function parseText(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined // not JSON
  }
}
