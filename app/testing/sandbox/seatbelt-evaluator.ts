/**
 * Reads a profile of macOS and answers what it permits, as its documents describe: of the rules whose operation and
 * filter match, the last one decides. It knows only what Parley writes, and throws for anything else.
 */
type Expression = string | readonly Expression[]

export interface Profile {
  /** `subject`: a path, a name, or `host:port`. */
  allows(operation: string, subject?: string): boolean
}

interface Rule {
  readonly isAllowed: boolean
  readonly operations: readonly string[]
  readonly filters: readonly Expression[]
}

export function readProfile(text: string): Profile {
  const [version, ...expressions] = parse(text)
  if (JSON.stringify(version) !== '["version","1"]') throw new Error('It has another version')
  const rules = expressions.map(toRule)
  return {
    allows: (operation, subject = '') => {
      const matching = rules.findLast(
        ({ operations, filters }) =>
          operations.some((each) => isOperation(operation, each)) &&
          (filters.length === 0 || filters.some((filter) => matches(filter, operation, subject)))
      )
      return matching?.isAllowed ?? false
    }
  }
}

function toRule(expression: Expression): Rule {
  if (typeof expression === 'string') throw new Error(`A word outside of a rule: ${expression}`)
  const [action, ...rest] = expression
  if (action !== 'allow' && action !== 'deny') throw new Error(`Not a rule: ${JSON.stringify(expression)}`)
  const operations = rest.filter((each) => typeof each === 'string')
  const filters = rest.filter((each) => typeof each !== 'string')
  if (operations.length === 0) throw new Error('A rule without an operation')
  return { isAllowed: action === 'allow', operations, filters }
}

function isOperation(operation: string, named: string): boolean {
  if (named === 'default' || named === operation) return true
  return named.endsWith('*') && operation.startsWith(named.slice(0, -1))
}

function matches(filter: Expression, operation: string, subject: string): boolean {
  if (typeof filter === 'string') throw new Error(`Not a filter: ${filter}`)
  const [kind, value, inner] = filter
  switch (kind) {
    case 'literal':
    case 'global-name':
    case 'sysctl-name':
    case 'ipc-posix-name':
    case 'socket-domain':
    case 'target':
      return subject === value
    case 'subpath':
      return subject === value || subject.startsWith(`${String(value)}/`)
    case 'sysctl-name-prefix':
      return subject.startsWith(String(value))
    // Names of services inside of apps, which no test asks for by a global name.
    case 'xpc-service-name-prefix':
      return subject.startsWith(`xpc:${String(value)}`)
    case 'fcntl-command':
      return filter.slice(1).includes(subject)
    case 'remote':
    case 'local': {
      const isRemote = operation === 'network-outbound'
      if (isRemote !== (kind === 'remote') || inner === undefined) return false
      if (value === 'unix-socket') return matches(inner, operation, subject)
      if (value !== 'ip') throw new Error(`Not an address: ${JSON.stringify(filter)}`)
      const [host = '', port = ''] = String(inner).split(':')
      if (host !== 'localhost') throw new Error('macOS knows no other host than localhost and *')
      return ['127.0.0.1', '[::1]'].some((address) => subject === `${address}:${port}`)
    }
    default:
      throw new Error(`An unknown filter: ${JSON.stringify(filter)}`)
  }
}

/** Lists, words and strings, as Scheme reads them. */
function parse(text: string): readonly Expression[] {
  const lists: Expression[][] = [[]]
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[()]|[^\s()"]+/gs)) {
    if (token === '(') lists.push([])
    else if (token !== ')') lists.at(-1)?.push(token.startsWith('"') ? unquote(token) : token)
    else {
      const ended = lists.pop()
      if (ended === undefined || lists.length === 0) throw new Error('A bracket too many')
      lists.at(-1)?.push(ended)
    }
  }
  const [all, ...open] = lists
  if (all === undefined || open.length > 0) throw new Error('A bracket is missing')
  return all
}

function unquote(token: string): string {
  return token.slice(1, -1).replaceAll(/\\(.)/gs, (_all, character: string) => {
    if (character !== '"' && character !== '\\') throw new Error(`An escaped ${character}`)
    return character
  })
}
