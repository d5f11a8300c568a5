/**
 * URI templates of servers: what has to be filled in, and the URI that comes of it. The library expands and never
 * complains; whether a template can be read is found out here.
 *
 * @spec RFC 6570
 */
import { parseTemplate } from 'url-template'
import { HostError } from '../../base/host-error'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

const lengthLimit = 8_192
const varname = String.raw`(?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*`
const varspec = new RegExp(`^(${varname})(?::[1-9][0-9]{0,3}|\\*)?$`)
const operators = '+#./;?&'
/** Set aside by the standard for later versions of it. */
const reservedOperators = '=,!@|'

export type TemplateReading =
  | { readonly variables: readonly string[]; readonly problem: null }
  | { readonly variables: readonly []; readonly problem: LocalizedText }

/** The names of the variables in order, each once; or why the template can't be read, a sentence. */
export function readTemplate(template: string): TemplateReading {
  if (template.length > lengthLimit) return broken(say('mcp.templateLong', { characters: lengthLimit }))
  if (!template.isWellFormed()) return broken(say('mcp.templateBroken'))
  const names = new Set<string>()
  const outside = template.replaceAll(/\{([^{}]*)\}/g, (_all, expression: string) => {
    for (const name of readExpression(expression)) names.add(name)
    return ''
  })
  if (/[{}]/.test(outside)) return broken(say('mcp.templateBrace'))
  if (names.has('')) return broken(say('mcp.templateExpression'))
  return { variables: [...names], problem: null }
}

/**
 * The URI with the variables filled in; those that are not given are left out, as the standard says.
 * @throws HostError BRIDGE_INVALID_INPUT
 */
export function expandUriTemplate(template: string, variables: Readonly<Record<string, string>>): string {
  const { problem } = readTemplate(template)
  if (problem !== null) throw new HostError('BRIDGE_INVALID_INPUT', problem)
  // Without a prototype: a variable may have the name of something that every object has.
  const given = Object.assign(Object.create(null) as Record<string, string>, variables)
  try {
    return parseTemplate(template).expand(given)
  } catch (error) {
    throw new HostError('BRIDGE_INVALID_INPUT', say('mcp.valueNotForUri'), { cause: error })
  }
}

/** Its variables; the empty name stands for what isn't a variable. */
function readExpression(expression: string): readonly string[] {
  const first = expression.charAt(0)
  if (first === '' || reservedOperators.includes(first)) return ['']
  const list = operators.includes(first) ? expression.slice(1) : expression
  return list.split(',').map((spec) => varspec.exec(spec)?.[1] ?? '')
}

function broken(problem: LocalizedText): TemplateReading {
  return { variables: [], problem }
}
