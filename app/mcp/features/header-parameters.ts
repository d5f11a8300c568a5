/**
 * Marks in a tool's schema that ask for an argument to be repeated in an HTTP header. The client library sends
 * the headers; a tool whose marks break the rules must not be used over HTTP, and this finds out why.
 *
 * @spec 2026-07-28 basic/transports#custom-headers-from-tool-parameters
 */
import type { JsonObject, JsonValue } from '../../contract/json'

const mark = 'x-mcp-header'
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const markedTypes = new Set<JsonValue | undefined>(['string', 'integer', 'boolean'])

/** Why the marks of a schema can't be used, a sentence; null when they can or when there are none. */
export function findHeaderProblem(schema: JsonObject): string | null {
  const names = new Set<string>()
  const visit = (value: JsonValue, path: string, isReachable: boolean): string | null => {
    if (typeof value !== 'object' || value === null) return null
    if (!Array.isArray(value) && Object.hasOwn(value, mark)) {
      const problem = findMarkProblem(value, isReachable && path !== '', names)
      if (problem !== null)
        return `Its input schema asks for an HTTP header at ${path || 'the top'}, ${problem}.`
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
  const visitProperties = (properties: JsonValue, path: string, isReachable: boolean): string | null => {
    if (typeof properties !== 'object' || properties === null) return null
    for (const [name, child] of Object.entries(properties)) {
      const problem = visit(child, `${path}/${name}`, isReachable)
      if (problem !== null) return problem
    }
    return null
  }
  return visit(schema, '', true)
}

function findMarkProblem(schema: JsonObject, isReachable: boolean, names: Set<string>): string | null {
  const name = schema[mark]
  if (!isReachable) return 'where the argument is not always at the same place'
  if (typeof name !== 'string' || !headerName.test(name)) return 'by a name that no header may have'
  if (!markedTypes.has(schema['type']))
    return 'for an argument that is neither text nor a whole number nor true or false'
  if (names.has(name.toLowerCase())) return `whose name "${name}" is used twice`
  names.add(name.toLowerCase())
  return null
}
