/**
 * Input schemas of tools as every vendor's API wants them: an object at the root without alternatives there. Servers are
 * still checked against their own schema, so lowering only widens what a model may try.
 */
import type { JsonObject, JsonValue } from '../../contract/json'

const alternatives = ['allOf', 'anyOf', 'oneOf'] as const

export type RootObject = JsonObject & { type: 'object' }

/** The schema itself, whole, wherever the API takes it; else the nearest wider one that it takes. */
export function rootObject(schema: JsonObject): RootObject {
  if (!alternatives.some((keyword) => keyword in schema)) return { ...schema, type: 'object' }
  const { allOf, anyOf, oneOf, ...rest } = schema
  const every = getObjects(allOf)
  const some = [getObjects(anyOf), getObjects(oneOf)].filter((branches) => branches.length > 0)
  const properties = [...some.flat(), ...every, rest].map((part) => toJsonObject(part['properties']))
  const required = new Set([
    ...[rest, ...every].flatMap(listRequiredProperties),
    // Of alternatives only that is surely required which each of them requires.
    ...some.flatMap((branches) =>
      listRequiredProperties(branches[0]).filter((name) =>
        branches.every((b) => listRequiredProperties(b).includes(name))
      )
    )
  ])
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(properties.flatMap((part) => Object.entries(part))),
    ...(required.size === 0 ? {} : { required: [...required] })
  }
}

export function toJsonObject(value: JsonValue | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}

function getObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(toJsonObject) : []
}

export function listRequiredProperties(schema: JsonObject | undefined): readonly string[] {
  const required = schema?.['required']
  return Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []
}
