/**
 * Turns the validator's findings into problems a person can act on: one for each place, in plain words, and for
 * a choice of forms the one that was meant.
 */
import type { OutputUnit, Schema } from '@cfworker/json-schema'
import type { ArgumentProblem } from '../../contract/servers'
import { escapePointer } from '../protocol/json-fields'

interface Checked {
  readonly schema: Schema
  /** Subschemas by absolute address. */
  readonly parts: Readonly<Record<string, Schema | boolean>>
}

/** Findings that only say that something inside them is wrong. */
const frames = new Set(
  'properties patternProperties additionalProperties unevaluatedProperties items prefixItems additionalItems unevaluatedItems allOf $ref $recursiveRef if dependentSchemas'.split(
    ' '
  )
)
/** Findings that stand for everything below them. */
const choices = new Set(['anyOf', 'oneOf', 'not', 'contains', 'propertyNames'])

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null'
}

export function toArgumentProblems(found: readonly OutputUnit[], checked: Checked): ArgumentProblem[] {
  const errors = found.map(placeFalse)
  const heads = errors.filter((error) => choices.has(error.keyword) && !isBelowAny(error, errors))
  const problems = errors
    .filter((error) => !frames.has(error.keyword) && !isBelowAny(error, errors))
    .flatMap((error) => (heads.includes(error) ? ofChoice(error, errors, checked) : [ofLeaf(error, checked)]))
  return withoutRepeats(problems)
}

/** The validator gives a schema `false` no place of its own; it follows the frame that holds it. */
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

/** The form that was meant is the only one with the right type; without one, the types are listed. */
function ofChoice(head: OutputUnit, errors: readonly OutputUnit[], checked: Checked): ArgumentProblem[] {
  const path = toPath(head)
  if (head.keyword !== 'anyOf' && head.keyword !== 'oneOf') return [ofLeaf(head, checked)]
  const below = errors.filter((error) => isBelow(error, head))
  if (below.length === 0)
    return [{ path, message: 'Fits more than one of the allowed forms and must fit exactly one.' }]
  const branches = groupByBranch(below, head)
  const hasWrongType = (branch: readonly OutputUnit[]) =>
    branch.some((error) => error.keyword === 'type' && error.instanceLocation === head.instanceLocation)
  const meant = branches.filter((branch) => !hasWrongType(branch))
  if (meant.length === 1 && meant[0] !== undefined) return toArgumentProblems(meant[0], checked)
  if (meant.length > 0) return [{ path, message: 'Fits none of the allowed forms.' }]
  const types = below.filter(
    (error) => error.keyword === 'type' && error.instanceLocation === head.instanceLocation
  )
  return [{ path, message: `Must be ${inWords(types.flatMap((error) => valueAt(error, checked)))}.` }]
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
    return { path: `${path}/${escapePointer(name)}`, message: 'Is missing.' }
  }
  return { path, message: describe(error, value) }
}

function describe(error: OutputUnit, value: unknown): string {
  switch (error.keyword) {
    case 'false':
      return 'Is not expected here.'
    case 'type':
      return `Must be ${inWords([value].flat())}.`
    case 'enum':
      return `Must be one of ${show(value)}.`
    case 'const':
      return `Must be ${show(value)}.`
    case 'minLength':
      return value === 1 ? 'Must not be empty.' : `Must have at least ${String(value)} characters.`
    case 'maxLength':
      return `Must have at most ${String(value)} characters.`
    case 'pattern':
      return `Must match the pattern ${String(value)}.`
    case 'format':
      return `Must have the format "${String(value)}".`
    default:
      return describeAmount(error, value)
  }
}

function describeAmount(error: OutputUnit, value: unknown): string {
  switch (error.keyword) {
    case 'minimum':
      return `Must be at least ${String(value)}.`
    case 'maximum':
      return `Must be at most ${String(value)}.`
    case 'exclusiveMinimum':
      return `Must be more than ${String(value)}.`
    case 'exclusiveMaximum':
      return `Must be less than ${String(value)}.`
    case 'multipleOf':
      return `Must be a multiple of ${String(value)}.`
    case 'minItems':
      return `Must have at least ${String(value)} items.`
    case 'maxItems':
      return `Must have at most ${String(value)} items.`
    case 'uniqueItems':
      return 'Must not hold the same item twice.'
    case 'minProperties':
      return `Must have at least ${String(value)} entries.`
    case 'maxProperties':
      return `Must have at most ${String(value)} entries.`
    case 'not':
      return 'Has a form that is not allowed.'
    default:
      return error.error.replace(/^Instance/, 'It')
  }
}

/** The value of the failed keyword, found by walking the schema along the finding's place. */
function valueAt(error: OutputUnit, checked: Checked): unknown {
  let here: unknown = checked.schema
  for (const key of error.keywordLocation.split('/').slice(1).map(unescapePointer)) {
    if (typeof here !== 'object' || here === null) return undefined
    const target = key === '$ref' ? (here as Schema).__absolute_ref__ : undefined
    here = target === undefined ? (here as Record<string, unknown>)[key] : checked.parts[target]
  }
  return here
}

function inWords(types: readonly unknown[]): string {
  return [...new Set(types)].map((type) => typeWords[String(type)] ?? String(type)).join(' or ')
}

/** The finding's place in the arguments as a JSON Pointer. */
function toPath(error: OutputUnit): string {
  return decode(error.instanceLocation.replace(/^#/, ''))
}

function unescapePointer(key: string): string {
  return decode(key).replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The validator writes places as addresses. */
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
  return [...new Map(problems.map((problem) => [`${problem.path}\n${problem.message}`, problem])).values()]
}
