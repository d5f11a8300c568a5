/**
 * Finds the fixed values of a schema, in any of its forms: `enum` with or without the older `enumNames`, `oneOf` and
 * `anyOf` of titled constants, one value or several. Pure.
 */
import { schemaVariants } from './fit'
import { shortText } from './hints'
import { isSameJson, readOwn, type Json, type JsonRecord } from './json'

export interface Choices {
  readonly choices: readonly Json[]
  /** Their titles, in the same order; absent if none has one. */
  readonly labels?: readonly (string | null)[]
}

/** The values, including null; null if the schema has no fixed values. */
export function readChoices(schema: JsonRecord): Choices | null {
  const listed = readOwn(schema, 'enum')
  if (Array.isArray(listed)) return withLabels(listed, namesOf(schema, listed.length))
  const members = schemaVariants(schema)
  if (members === null) return null
  const constants = members.map((member) => readOwn(member, 'const')).filter((value) => value !== undefined)
  if (constants.length !== members.length) return null
  return withLabels(
    constants,
    members.map((member) => readOwn(member, 'title'))
  )
}

/** The same without null, which a form draws as a separate switch. */
export function withoutNullChoice({ choices, labels }: Choices): Choices {
  const kept = choices.flatMap((choice, index) => (choice === null ? [] : [index]))
  return withLabels(
    kept.map((index) => choices[index] ?? null),
    kept.map((index) => labels?.[index])
  )
}

/** Whether checkboxes can show the value without changing it: no duplicates and no other values. */
export function isSelection(value: Json | undefined, { choices }: Choices): boolean {
  if (value === undefined) return true
  if (!Array.isArray(value)) return false
  return value.every(
    (item, index) =>
      choices.some((choice) => isSameJson(choice, item)) &&
      value.findIndex((other) => isSameJson(other, item)) === index
  )
}

/** The label of one choice. If it could be confused with another value of the list, it includes the value. */
export function choiceText({ choices, labels }: Choices, index: number): string {
  const label = labels?.[index]
  if (label === undefined || label === null) return valueText(choices, index)
  const isShared = labels?.some((other, place) => place !== index && other === label)
  return isShared === true ? `${shortText(label)} (${valueText(choices, index)})` : shortText(label)
}

function valueText(choices: readonly Json[], index: number): string {
  const choice = choices[index] ?? null
  const isAmbiguous = choices.some((other) => typeof other !== 'string')
  return typeof choice === 'string' && !isAmbiguous && choice !== '' ? choice : JSON.stringify(choice)
}

/** `enumNames` only counts if it names every value. */
function namesOf(schema: JsonRecord, count: number): readonly (Json | undefined)[] {
  const names = readOwn(schema, 'enumNames')
  return Array.isArray(names) && names.length === count ? names : []
}

function withLabels(choices: readonly Json[], names: readonly (Json | undefined)[]): Choices {
  const labels = choices.map((_choice, index) => {
    const name = names[index]
    return typeof name === 'string' && name.trim() !== '' ? name : null
  })
  return labels.some((label) => label !== null) ? { choices, labels } : { choices }
}
