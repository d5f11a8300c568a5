/** Warnings about a definition for the trust question. */
import type { Warning } from '../contract/localized-text'
import { locateHost } from '../net/address-location'
import { canParseUrl } from '../base/can-parse-url'
import { isLoaderVariable, isSearchPlace } from '../base/loader-variables'
import { ownNodeCommand } from '../contract/servers/own-node'
import type { RemoteDefinition, ServerDefinition, StdioDefinition } from '../settings/definition'
import { listLeaves } from '../settings/server-definition-hash'
import { warn } from '../texts/warn'

const shells = /^(?:sh|bash|zsh|dash|ksh|fish|csh|tcsh|cmd|powershell|pwsh|osascript|wscript|cscript|mshta)$/
const commandFlags = /^(?:-[a-z]*c|\/[ckr]|-(?:e|ec|enc|encodedcommand|command))$/i
const evaluatingFlags = /^(?:-e|--eval|-p|--print|-c|eval)$/
const interpreters = /^(?:node|deno|bun|python[\d.]*|ruby|perl|php)$/
/** Programs that may download code from a package registry and run it. */
const fetchers = /^(?:npx|bunx|pnpx|uvx|pipx)$/
const fetchingVerbs: Readonly<Record<string, RegExp>> = {
  npm: /^(?:exec|x)$/,
  pnpm: /^dlx$/,
  yarn: /^dlx$/,
  bun: /^x$/,
  uv: /^tool$/,
  deno: /^run$/
}
const containers = /^(?:docker|podman|nerdctl)$/
const scripts = /\.(?:bat|cmd|ps1)$/i
/** Files that can start any other program. */
const shortcuts = /\.(?:vbs|lnk|desktop|app)$/i
/** A whole home folder, or the folder of all home folders. */
const homes =
  /^(?:\/|\/(?:home|Users)(?:\/[^/]+)?|\/root|[A-Za-z]:[\\/]?|[A-Za-z]:\\Users(?:\\[^\\]+)?)[\\/]?$/
/** Folders with keys, passwords and sign-ins. */
const keyFolders =
  /[\\/](?:\.(?:ssh|gnupg|aws|azure|kube|docker|password-store|netrc|mozilla|thunderbird)|\.config[\\/](?:gcloud|gh|google-chrome|chromium)|\.local[\\/]share[\\/]keyrings|Library[\\/](?:Keychains|Application Support)|AppData)(?:[\\/]|$)/
/** Names of parameters whose values are secrets. */
const tokenNames = /(?:^|[-_.])(?:key|apikey|token|secret|password|auth)$|(?:Key|Token|Secret)$/
/* eslint-disable-next-line no-control-regex -- control characters are what is looked for */
const unseen = /[\p{Cf}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u115f\u1160\u2028\u2029\u3164\uffa0]/u

/** Most important first. Empty if there are none. */
export function listDefinitionWarnings(definition: ServerDefinition): Warning[] {
  const own = definition.transport === 'stdio' ? warningsOfProgram(definition) : warningsOfAddress(definition)
  return [
    ...own,
    ...warningsOfVariables(definition),
    ...warningsOfText(definition),
    ...warningsOfName(definition)
  ]
}

function warningsOfProgram(definition: StdioDefinition): Warning[] {
  const { command, args } = behindShell(definition)
  const program = programName(command)
  const found: Warning[] = []
  if (shells.test(program)) {
    const isLine = args.some((arg) => commandFlags.test(arg))
    found.push(isLine ? warn('trust.shellLine', { program }) : warn('trust.shell', { program }))
  }
  if (interpreters.test(program) && args.some((arg) => evaluatingFlags.test(arg))) {
    found.push(warn('trust.codeInArguments', { program }))
  }
  // For a sandboxed server, the line about its package says this.
  if (definition.containment === undefined && fetchesCode(program, args) && !isFixed(program, args)) {
    found.push(warn('trust.fetchesCode', { program }))
  }
  if (args.some((arg) => /^--(?:registry|index-url|extra-index-url|index)(?:=|$)/.test(arg))) {
    found.push(warn('trust.otherRegistry'))
  }
  if (shortcuts.test(command)) found.push(warn('trust.shortcut'))
  else if (scripts.test(command) && !isRunner(program)) found.push(warn('trust.scriptFile'))
  return [
    ...found,
    ...warningsOfContainer(program, args),
    ...warningsOfEnvironment(definition),
    ...warningsOfPlaces(definition)
  ]
}

function warningsOfContainer(program: string, args: readonly string[]): Warning[] {
  if (!containers.test(program)) return []
  const hasRights = args.some((arg) => /^(?:--privileged|--cap-add|--pid=host|--network=host)/.test(arg))
  const hasFiles = args.some((arg) => /(?:^|=)\/:|docker\.sock/.test(arg))
  return [
    ...(hasRights ? [warn('trust.containerRights')] : []),
    ...(hasFiles ? [warn('trust.containerFiles')] : [])
  ]
}

function warningsOfEnvironment({ env }: StdioDefinition): Warning[] {
  const names = Object.keys(env).filter(isLoaderVariable)
  const [places, loaders] = [names.filter(isSearchPlace), names.filter((name) => !isSearchPlace(name))]
  return [
    ...(loaders.length > 0 ? [warn('trust.loaders', { names: loaders })] : []),
    ...(places.length > 0 ? [warn('trust.searchPlaces', { names: places })] : [])
  ]
}

function warningsOfPlaces({ containment }: StdioDefinition): Warning[] {
  const open = [...(containment?.read ?? []), ...(containment?.write ?? [])]
  const [whole, keys] = [
    open.filter((place) => homes.test(place)),
    open.filter((place) => keyFolders.test(place))
  ]
  return [
    ...(whole.length > 0 ? [warn('trust.wholeHome', { paths: whole })] : []),
    ...(keys.length > 0 ? [warn('trust.keyFolders', { paths: keys })] : [])
  ]
}

/** Entries for Windows are written as `cmd /c npx …`, which runs `npx`, unless an argument uses shell syntax. */
function behindShell({ command, args }: StdioDefinition): Pick<StdioDefinition, 'command' | 'args'> {
  const [flag = '', inner, ...rest] = args
  const isPlain = programName(command) === 'cmd' && /^\/c$/i.test(flag) && inner !== undefined
  if (!isPlain || !isRunner(programName(inner)) || args.some((arg) => /[&|<>^%"`\n]/.test(arg)))
    return { command, args }
  return { command: inner, args: rest }
}

function isRunner(program: string): boolean {
  return fetchers.test(program) || interpreters.test(program) || Object.hasOwn(fetchingVerbs, program)
}

function textsOfSignIn({ oauth }: RemoteDefinition): readonly string[] {
  return oauth === undefined ? [] : listLeaves(oauth).map(([, text]) => text)
}

/** Where tokens are requested, as far as the entry says so. */
function warningsOfSignIn({ url, oauth }: RemoteDefinition): Warning[] {
  const named = [oauth?.issuer, oauth?.identityProvider?.issuer, oauth?.identityProvider?.tokenEndpoint]
  const hostOf = (text: string) => (canParseUrl(text) ? new URL(text).host : text)
  const hosts = named.flatMap((text) => (text == null ? [] : hostOf(text)))
  const others = [...new Set(hosts)].filter((host) => host !== hostOf(url))
  return others.length === 0 ? [] : [warn('trust.signInElsewhere', { hosts: others })]
}

function warningsOfAddress(definition: RemoteDefinition): Warning[] {
  const { url } = definition
  const found: Warning[] = warningsOfSignIn(definition)
  if (/\$\{secret:/.test(url)) found.push(warn('trust.secretInAddress'))
  if (!canParseUrl(url)) return found
  const { hostname } = new URL(url)
  if (/(?:^|\.)xn--/.test(hostname)) {
    found.push(warn('trust.foreignLetters', { host: hostname }))
  }
  if (/^(?:169\.254\.|\[fe80:)/i.test(hostname)) {
    found.push(warn('trust.localNetwork', { host: hostname }))
  }
  return [...found, ...warningsOfAddressParts(new URL(url))]
}

function warningsOfAddressParts({ protocol, hostname, searchParams }: URL): Warning[] {
  const place = locateHost(hostname)
  const isOpen = protocol === 'http:' && place !== 'computer'
  const names = [...searchParams].flatMap(([name, value]) =>
    tokenNames.test(name) && value !== '' && !value.includes('${') ? name : []
  )
  return [
    ...(isOpen ? [place === 'network' ? warn('trust.notEncryptedNearby') : warn('trust.notEncrypted')] : []),
    ...(names.length > 0 ? [warn('trust.tokenInAddress', { names: [...new Set(names)] })] : [])
  ]
}

/** The names show what leaves Parley; values are hidden. Secrets in variables of a program have lines of their own. */
function warningsOfVariables(definition: ServerDefinition): Warning[] {
  const ownTexts = definition.transport === 'stdio' ? Object.values(withoutMasked(definition).env) : []
  const others = textsOf(definition.transport === 'stdio' ? { ...definition, env: {} } : definition)
  const names = [
    ...others.flatMap((text) => text.match(/\$\{(?:env|secret):[^${}]*\}/g) ?? []),
    ...ownTexts.flatMap((text) => text.match(/\$\{env:[^${}]*\}/g) ?? [])
  ]
  return names.length === 0 ? [] : [warn('trust.givenValues', { names: [...new Set(names)] })]
}

/** A placeholder isn't a value of the user. */
function withoutMasked(definition: StdioDefinition): StdioDefinition {
  const masked = definition.containment?.masked ?? {}
  const held = Object.entries(definition.env).filter(([name]) => !Object.hasOwn(masked, name))
  return { ...definition, env: Object.fromEntries(held) }
}

function textsOf(definition: ServerDefinition): readonly string[] {
  return definition.transport === 'stdio'
    ? [definition.command, ...definition.args, definition.cwd ?? '', ...Object.entries(definition.env).flat()]
    : [definition.url, ...Object.entries(definition.headers).flat(), ...textsOfSignIn(definition)]
}

function warningsOfText(definition: ServerDefinition): Warning[] {
  if (!textsOf(definition).some((text) => unseen.test(text))) return []
  return [warn('trust.hiddenCharacters')]
}

function warningsOfName({ lookAlikes }: ServerDefinition): Warning[] {
  if (lookAlikes.length === 0) return []
  const names = lookAlikes.slice(0, 3).map((name) => JSON.stringify(name))
  return [warn('trust.lookAlike', { names })]
}

function programName(command: string): string {
  const last = command === ownNodeCommand ? 'node' : (command.split(/[\\/]/).at(-1) ?? command)
  return last.toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, '')
}

/**
 * A full version after the only package, with no argument before it that could name another: the registry always
 * delivers the same code.
 */
function isFixed(program: string, args: readonly string[]): boolean {
  const [first = ''] = args.filter((arg) => !/^(?:-y|--yes|-q|--quiet)$/.test(arg))
  const version = program === 'npx' ? /^(?:@[\w.-]+\/)?[\w.-]+@(.+)$/ : /^[\w.-]+(?:==|@)(.+)$/
  const fixes = program === 'npx' || program === 'uvx'
  return fixes && /^\d+\.\d+\.\d+[\w.+-]*$/.test(version.exec(first)?.[1] ?? '')
}

function fetchesCode(program: string, args: readonly string[]): boolean {
  if (fetchers.test(program)) return true
  const verb = args.find((arg) => !arg.startsWith('-')) ?? ''
  if (!(Object.hasOwn(fetchingVerbs, program) && fetchingVerbs[program]?.test(verb))) return false
  return program !== 'deno' || args.some((arg) => /^(?:https?|npm|jsr):/.test(arg))
}
