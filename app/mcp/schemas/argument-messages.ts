/**
 * Converts the validator's errors to problems that a user can fix: one for each place, in plain language, and for
 * alternatives only the matching one.
 */
import type { OutputUnit, Schema } from '@cfworker/json-schema'
import type { LocalizedText } from '../../contract/localized-text'
import type { ArgumentProblem } from '../../contract/servers'
import { quote, say } from '../../texts/render-localized'
import { escapePointer } from '../protocol/json-fields'

interface Checked {
  readonly schema: Schema
  /** Subschemas by absolute URI. */
  readonly parts: Readonly<Record<string, Schema | boolean>>
}

/** Errors that only say that an inner schema failed. */
const frames = new Set(
  'properties patternProperties additionalProperties unevaluatedProperties items prefixItems additionalItems unevaluatedItems allOf $ref $recursiveRef if dependentSchemas'.split(
    ' '
  )
)
/** Errors that replace all errors below them. */
const choices = new Set(['anyOf', 'oneOf', 'not', 'contains', 'propertyNames'])

const typeWords: Readonly<Record<string, LocalizedText>> = {
  string: say('mcp.formText'),
  number: say('mcp.formNumber'),
  integer: say('mcp.formInteger'),
  boolean: say('mcp.formBoolean'),
  object: say('mcp.formObject'),
  array: say('mcp.formArray')
}

export function toArgumentProblems(found: readonly OutputUnit[], checked: Checked): ArgumentProblem[] {
  const errors = found.map(placeFalse)
  const heads = errors.filter((error) => choices.has(error.keyword) && !isBelowAny(error, errors))
  const problems = errors
    .filter((error) => !frames.has(error.keyword) && !isBelowAny(error, errors))
    .flatMap((error) => (heads.includes(error) ? ofChoice(error, errors, checked) : [ofLeaf(error, checked)]))
  return withoutRepeats(problems)
}

/** The validator gives a `false` schema no location of its own. Its error follows the enclosing keyword's. */
function placeFalse(error: OutputUnit, index: number, errors: readonly OutputUnit[]): OutputUnit {
  const frame = errors[index - 1]
  if (error.keyword !== 'false' || frame === undefined || error.keywordLocation !== error.instanceLocation)
    return error
  return { ...error, keywordLocation: `${frame.keywordLocation}/false` }
}

function isBelowAny(error: OutputUnit, errors: readonly OutputUnit[]): boolean {
  return errors.some((other) => choices.has(other.keyword) && isBelow(error, other))
}

function isBelow(error: OutputUnit, head: OutputUnit): boolean {
  return error.keywordLocation.startsWith(`${head.keywordLocation}/`)
}

/** The intended alternative is the only one of the right type. If there is none, the types are listed. */
function ofChoice(head: OutputUnit, errors: readonly OutputUnit[], checked: Checked): ArgumentProblem[] {
  const path = toPath(head)
  if (head.keyword !== 'anyOf' && head.keyword !== 'oneOf') return [ofLeaf(head, checked)]
  const below = errors.filter((error) => isBelow(error, head))
  if (below.length === 0) return [{ path, message: say('mcp.fitsSeveral') }]
  const branches = groupByBranch(below, head)
  const hasWrongType = (branch: readonly OutputUnit[]) =>
    branch.some((error) => error.keyword === 'type' && error.instanceLocation === head.instanceLocation)
  const meant = branches.filter((branch) => !hasWrongType(branch))
  if (meant.length === 1 && meant[0] !== undefined) return toArgumentProblems(meant[0], checked)
  if (meant.length > 0) return [{ path, message: say('mcp.fitsNone') }]
  const types = below.filter(
    (error) => error.keyword === 'type' && error.instanceLocation === head.instanceLocation
  )
  return [{ path, message: mustBe(types.flatMap((error) => valueAt(error, checked))) }]
}

function groupByBranch(errors: readonly OutputUnit[], head: OutputUnit): OutputUnit[][] {
  const branches = new Map<string, OutputUnit[]>()
  for (const error of errors) {
    const branch = error.keywordLocation.slice(head.keywordLocation.length + 1).split('/')[0] ?? ''
    branches.set(branch, [...(branches.get(branch) ?? []), error])
  }
  return [...branches.values()]
}

function ofLeaf(error: OutputUnit, checked: Checked): ArgumentProblem {
  const path = toPath(error)
  const value = valueAt(error, checked)
  if (error.keyword === 'required') {
    const name = /"(.*)"/s.exec(error.error)?.[1] ?? ''
    return { path: `${path}/${escapePointer(name)}`, message: say('mcp.missing') }
  }
  return { path, message: describe(error, value) }
}

function describe(error: OutputUnit, value: unknown): LocalizedText {
  switch (error.keyword) {
    case 'false':
      return say('mcp.unexpected')
    case 'type':
      return mustBe([value].flat())
    case 'enum':
      return say('mcp.mustBeOneOf', { values: show(value) })
    case 'const':
      return say('mcp.mustBeValue', { value: show(value) })
    case 'minLength':
      return say('mcp.minLength', { count: Number(value) })
    case 'maxLength':
      return say('mcp.maxLength', { count: Number(value) })
    case 'pattern':
      return say('mcp.pattern', { pattern: String(value) })
    case 'format':
      return say('mcp.format', { format: String(value) })
    default:
      return describeAmount(error, value)
  }
}

function describeAmount(error: OutputUnit, value: unknown): LocalizedText {
  switch (error.keyword) {
    case 'minimum':
      return say('mcp.minimum', { value: String(value) })
    case 'maximum':
      return say('mcp.maximum', { value: String(value) })
    case 'exclusiveMinimum':
      return say('mcp.moreThan', { value: String(value) })
    case 'exclusiveMaximum':
      return say('mcp.lessThan', { value: String(value) })
    case 'multipleOf':
      return say('mcp.multipleOf', { value: String(value) })
    case 'minItems':
      return say('mcp.minItems', { count: Number(value) })
    case 'maxItems':
      return say('mcp.maxItems', { count: Number(value) })
    case 'uniqueItems':
      return say('mcp.uniqueItems')
    case 'minProperties':
      return say('mcp.minProperties', { count: Number(value) })
    case 'maxProperties':
      return say('mcp.maxProperties', { count: Number(value) })
    case 'not':
      return say('mcp.notAllowed')
    default:
      return quote(error.error.replace(/^Instance/, 'It'))
  }
}

/** The value of the failed keyword, found by following the error's location in the schema. */
function valueAt(error: OutputUnit, checked: Checked): unknown {
  let here: unknown = checked.schema
  for (const key of error.keywordLocation.split('/').slice(1).map(unescapePointer)) {
    if (typeof here !== 'object' || here === null) return undefined
    const target = key === '$ref' ? (here as Schema).__absolute_ref__ : undefined
    here = target === undefined ? (here as Record<string, unknown>)[key] : checked.parts[target]
  }
  return here
}

function mustBe(types: readonly unknown[]): LocalizedText {
  const anyOf = [...new Set(types)].map((type) => typeWords[String(type)] ?? String(type))
  return say('mcp.mustBe', { form: { anyOf } })
}

/** The error's location in the arguments as a JSON Pointer. */
function toPath(error: OutputUnit): string {
  return decode(error.instanceLocation.replace(/^#/, ''))
}

function unescapePointer(key: string): string {
  return decode(key).replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The validator writes locations as URI fragments. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function show(value: unknown): string {
  const list = Array.isArray(value) ? value : [value]
  const text = list.map((item) => JSON.stringify(item)).join(', ')
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

function withoutRepeats(problems: readonly ArgumentProblem[]): ArgumentProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()]
}
