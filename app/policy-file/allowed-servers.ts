/** Whether a policy allows a server, by its command, arguments and variables, or by its address. Pure. */
import { isLoaderVariable } from '../base/loader-variables'
import { isAddressAllowed } from './allowed-addresses'
import type { ServerIdentity } from './interface'

/**
 * `args` absent: any; a final `...` matches any further arguments. `cwd` absent: the entry may not name a folder.
 * `env`: variables that the entry may set, `NAME` with any value or `NAME=value`; absent: none.
 */
export type AllowRule =
  | {
      readonly command: string
      readonly args?: readonly string[] | undefined
      readonly cwd?: string | undefined
      readonly env?: readonly string[] | undefined
    }
  | { readonly url: string }

type ProgramRule = Extract<AllowRule, { command: string }>
type Program = Extract<ServerIdentity, { transport: 'stdio' }>

/** `variables`: it would be allowed without these of its entry. */
export type ServerVerdict =
  | { readonly type: 'allowed' }
  | { readonly type: 'refused' }
  | { readonly type: 'variables'; readonly names: readonly string[] }

export function judgeServer(server: ServerIdentity, rules: readonly AllowRule[]): ServerVerdict {
  if (server.transport !== 'stdio') {
    const { url } = server
    const isKnown = rules.some((rule) => 'url' in rule && isAddressAllowed(url, rule.url))
    return { type: isKnown ? 'allowed' : 'refused' }
  }
  const fitting = rules.filter((rule) => 'command' in rule && isProgramAllowed(server, rule)) as ProgramRule[]
  const refused = fitting
    .map((rule) => refusedVariables(server, rule))
    .toSorted((one, other) => one.length - other.length)
  const [names] = refused
  if (names === undefined) return { type: 'refused' }
  return names.length === 0 ? { type: 'allowed' } : { type: 'variables', names }
}

/**
 * A variable that makes programs load other code needs a fixed value, because otherwise an allowed command would be no
 * limit.
 */
function refusedVariables({ env }: Program, { env: allowed = [] }: ProgramRule): readonly string[] {
  const known = new Set(allowed)
  return Object.entries(env)
    .filter(([name, value]) => {
      if (known.has(`${name}=${value}`)) return false
      return isLoaderVariable(name) || !known.has(name)
    })
    .map(([name]) => name)
}

/** For the screen, on one line. */
export function describeServerRule(rule: AllowRule): string {
  if ('url' in rule) return rule.url
  const { command, args = ['...'], cwd, env = [] } = rule
  const place = cwd === undefined ? [] : [`(in ${cwd})`]
  const variables = env.length === 0 ? [] : [`(${env.join(', ')})`]
  return [command, ...args, ...place, ...variables].join(' ')
}

/** Also the folder, because `npx` and many other programs run code from it. */
function isProgramAllowed({ command, args, cwd }: Program, rule: ProgramRule): boolean {
  return command === rule.command && cwd === (rule.cwd ?? null) && areArgumentsAllowed(args, rule.args)
}

function areArgumentsAllowed(args: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (wanted === undefined) return true
  const isOpen = wanted.at(-1) === '...'
  const fixed = isOpen ? wanted.slice(0, -1) : wanted
  if (args.length < fixed.length || (!isOpen && args.length > fixed.length)) return false
  return fixed.every((argument, index) => argument === args[index])
}
