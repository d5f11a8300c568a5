/** Whether a server is one of those that a policy allows: by its command and arguments, or by its address. Pure. */
import { say, toEnglish } from '../texts/said'
import type { ServerIdentity } from './interface'

/** `args` absent: any; a last `...` stands for any that follow. `cwd` absent: the entry may not name a folder. */
export type AllowRule =
  | {
      readonly command: string
      readonly args?: readonly string[] | undefined
      readonly cwd?: string | undefined
    }
  | { readonly url: string }

/**
 * Variables that make a program load other code than its command says, or find other programs under its names: with
 * them in its entry, an allowed command would be no limit.
 */
const loaders =
  /^(?:LD_.*|DYLD_.*|NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS)|PYTHON(?:PATH|STARTUP|HOME|INSPECT)|PERL5(?:LIB|OPT)|RUBY(?:LIB|OPT)|_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|BASH_ENV|ENV|ZDOTDIR|GIT_SSH(?:_COMMAND)?|ELECTRON_RUN_AS_NODE|PATH|PATHEXT|COMSPEC|SHELL|HOME|USERPROFILE|npm_config_.*|UV_.*|PIP_.*|DENO_.*|BUN_.*)$/i

export function isAllowed(server: ServerIdentity, rules: readonly AllowRule[]): boolean {
  if (server.transport !== 'stdio') {
    const { url } = server
    return rules.some((rule) => 'url' in rule && isAddressAllowed(url, rule.url))
  }
  if (Object.keys(server.env).some((name) => loaders.test(name))) return false
  return rules.some((rule) => 'command' in rule && isProgramAllowed(server, rule))
}

/** For the screen: what may run, in one line. */
export function describeRule(rule: AllowRule): string {
  if ('url' in rule) return rule.url
  const { command, args = ['...'], cwd } = rule
  return [command, ...args, ...(cwd === undefined ? [] : [`(in ${cwd})`])].join(' ')
}

/** The folder counts, too: `npx` and many others run what lies in it, whatever their arguments are. */
function isProgramAllowed(
  { command, args, cwd }: Extract<ServerIdentity, { transport: 'stdio' }>,
  rule: Extract<AllowRule, { command: string }>
): boolean {
  return command === rule.command && cwd === (rule.cwd ?? null) && areArgumentsAllowed(args, rule.args)
}

function areArgumentsAllowed(args: readonly string[], wanted: readonly string[] | undefined): boolean {
  if (wanted === undefined) return true
  const isOpen = wanted.at(-1) === '...'
  const fixed = isOpen ? wanted.slice(0, -1) : wanted
  if (args.length < fixed.length || (!isOpen && args.length > fixed.length)) return false
  return fixed.every((argument, index) => argument === args[index])
}

/** `https://*.example.com/mcp/`: any host below, and with a last `/` any path below. */
function isAddressAllowed(address: string, pattern: string): boolean {
  if (!URL.canParse(address)) return false
  const wanted = parsePattern(pattern)
  const { protocol, hostname, port, pathname, username, password } = new URL(address)
  if (wanted === null || username !== '' || password !== '') return false
  if (protocol !== wanted.url.protocol || port !== wanted.url.port) return false
  const isHost = wanted.isAnyBelow
    ? hostname.endsWith(`.${wanted.url.hostname}`)
    : hostname === wanted.url.hostname
  if (!wanted.url.pathname.endsWith('/')) return isHost && pathname === wanted.url.pathname
  // Some servers take an encoded slash for one, and leave the path that is allowed.
  return isHost && pathname.startsWith(wanted.url.pathname) && !/%(?:2f|5c)/i.test(pathname)
}

interface Pattern {
  readonly url: URL
  readonly isAnyBelow: boolean
}

function parsePattern(pattern: string): Pattern | null {
  const plain = pattern.replace(/^(https?:\/\/)\*\./i, '$1')
  if (!/^https?:\/\//i.test(plain) || plain.includes('*') || !URL.canParse(plain)) return null
  return { url: new URL(plain), isAnyBelow: plain !== pattern }
}

/** For the schema of the file. */
export function checkRule(context: { readonly value: string; readonly issues: unknown[] }): void {
  if (parsePattern(context.value) !== null) return
  const said = say('policy.addressPattern')
  context.issues.push({ code: 'custom', message: toEnglish(said), params: { said }, input: context.value })
}
