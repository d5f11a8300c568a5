/**
 * Annotations in a tool's schema that repeat an argument in an HTTP header. The client library sends the headers. A
 * tool whose annotations break the rules must not be used over HTTP; this module finds out why.
 *
 * @spec 2026-07-28 basic/transports#custom-headers-from-tool-parameters
 */
import type { JsonObject, JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import { at } from '../schemas/schema-check'
import { say } from '../../texts/render-localized'

const mark = 'x-mcp-header'
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const markedTypes = new Set<JsonValue | undefined>(['string', 'integer', 'boolean'])

/** A sentence that says why the annotations of a schema can't be used; null if they can or if there are none. */
export function findHeaderProblem(schema: JsonObject): LocalizedText | null {
  const names = new Set<string>()
  const visit = (value: JsonValue, path: string, isReachable: boolean): LocalizedText | null => {
    if (typeof value !== 'object' || value === null) return null
    if (!Array.isArray(value) && Object.hasOwn(value, mark)) {
      const problem = findMarkProblem(value, { path, isReachable: isReachable && path !== '' }, names)
      if (problem !== null) return problem
    }
    for (const [key, child] of Object.entries(value)) {
      const problem =
        key === 'properties'
          ? visitProperties(child, `${path}/${key}`, isReachable)
          : visit(child, `${path}/${key}`, false)
      if (problem !== null) return problem
    }
    return null
  }
  const visitProperties = (
    properties: JsonValue,
    path: string,
    isReachable: boolean
  ): LocalizedText | null => {
    if (typeof properties !== 'object' || properties === null) return null
    for (const [name, child] of Object.entries(properties)) {
      const problem = visit(child, `${path}/${name}`, isReachable)
      if (problem !== null) return problem
    }
    return null
  }
  return visit(schema, '', true)
}

interface Place {
  readonly path: string
  /** True if the argument is always present. */
  readonly isReachable: boolean
}

function findMarkProblem(schema: JsonObject, place: Place, names: Set<string>): LocalizedText | null {
  const name = schema[mark]
  const path = at(place.path)
  if (!place.isReachable) return say('mcp.headerPlace', { path })
  if (typeof name !== 'string' || !headerName.test(name)) return say('mcp.headerName', { path })
  if (!markedTypes.has(schema['type'])) return say('mcp.headerType', { path })
  if (names.has(name.toLowerCase())) return say('mcp.headerTwice', { path, name })
  names.add(name.toLowerCase())
  return null
}
