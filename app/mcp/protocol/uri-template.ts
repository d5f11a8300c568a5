/**
 * URI templates of servers: lists their variables and expands them. The library expands any template without errors, so
 * this module checks that a template is valid.
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
/** Reserved by the standard for later versions. */
const reservedOperators = '=,!@|'

export type TemplateReading =
  | { readonly variables: readonly string[]; readonly problem: null }
  | { readonly variables: readonly []; readonly problem: LocalizedText }

/** The names of the variables in order, without repetitions; or a sentence that says why the template is invalid. */
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
 * The URI with the variables filled in. Missing variables are left out, as the standard requires.
 * @throws HostError BRIDGE_INVALID_INPUT
 */
export function expandUriTemplate(template: string, variables: Readonly<Record<string, string>>): string {
  const { problem } = readTemplate(template)
  if (problem !== null) throw new HostError('BRIDGE_INVALID_INPUT', problem)
  // Without a prototype: a variable may be named like a property of every object.
  const given = Object.assign(Object.create(null) as Record<string, string>, variables)
  try {
    return parseTemplate(template).expand(given)
  } catch (error) {
    throw new HostError('BRIDGE_INVALID_INPUT', say('mcp.valueNotForUri'), { cause: error })
  }
}

/** Its variables. An empty name marks an invalid variable. */
function readExpression(expression: string): readonly string[] {
  const first = expression.charAt(0)
  if (first === '' || reservedOperators.includes(first)) return ['']
  const list = operators.includes(first) ? expression.slice(1) : expression
  return list.split(',').map((spec) => varspec.exec(spec)?.[1] ?? '')
}

function broken(problem: LocalizedText): TemplateReading {
  return { variables: [], problem }
}
