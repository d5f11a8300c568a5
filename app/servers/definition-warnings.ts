/** What a person should know of a definition before saying yes, for the trust question. */
import { canParseUrl } from '../base/can-parse-url'
import { isLoaderVariable } from '../base/loader-variables'
import { ownNodeCommand } from '../contract/entries/own-node'
import type { RemoteDefinition, ServerDefinition, StdioDefinition } from '../settings/definition'
import { leavesOf } from '../settings/definition-hash'
import type { Said } from '../contract/said'
import { isFetchedApart } from '../contract/choices/outside-walls'
import { say } from '../texts/said'

const shells = /^(?:sh|bash|zsh|dash|ksh|fish|csh|tcsh|cmd|powershell|pwsh|osascript|wscript|cscript|mshta)$/
const commandFlags = /^(?:-[a-z]*c|\/[ckr]|-(?:e|ec|enc|encodedcommand|command))$/i
const evaluatingFlags = /^(?:-e|--eval|-p|--print|-c|eval)$/
const interpreters = /^(?:node|deno|bun|python[\d.]*|ruby|perl|php)$/
/** Run code from a package registry that is not on this computer yet. */
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
const scripts = /\.(?:bat|cmd|ps1|vbs|lnk|desktop|app)$/i
/* eslint-disable-next-line no-control-regex -- control characters are what is looked for */
const unseen = /[\p{Cf}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u115f\u1160\u2028\u2029\u3164\uffa0]/u

/** In the order of weight. Empty when there is nothing to say. */
export function warningsOf(definition: ServerDefinition): Said[] {
  const own = definition.transport === 'stdio' ? warningsOfProgram(definition) : warningsOfAddress(definition)
  return [
    ...own,
    ...warningsOfVariables(definition),
    ...warningsOfText(definition),
    ...warningsOfName(definition)
  ]
}

function warningsOfProgram({ command, args, env, containment }: StdioDefinition): Said[] {
  const program = programName(command)
  const found: Said[] = []
  if (shells.test(program) && args.some((arg) => commandFlags.test(arg))) {
    found.push(say('trust.shellLine', { program }))
  } else if (shells.test(program)) {
    found.push(say('trust.shell', { program }))
  }
  if (interpreters.test(program) && args.some((arg) => evaluatingFlags.test(arg))) {
    found.push(say('trust.codeInArguments', { program }))
  }
  if (fetchesCode(program, args) && !isFixed(program, args)) {
    const isKept = containment !== undefined && isFetchedApart(program)
    found.push(say(isKept ? 'trust.fetchesOnce' : 'trust.fetchesCode', { program }))
  }
  if (args.some((arg) => /^--(?:registry|index-url|extra-index-url|index)(?:=|$)/.test(arg))) {
    found.push(say('trust.otherRegistry'))
  }
  if (
    containers.test(program) &&
    args.some((arg) => /^(?:--privileged|--cap-add|--pid=host|--network=host)/.test(arg))
  ) {
    found.push(say('trust.containerRights'))
  }
  if (containers.test(program) && args.some((arg) => /(?:^|=)\/:|docker\.sock/.test(arg))) {
    found.push(say('trust.containerFiles'))
  }
  if (scripts.test(command)) found.push(say('trust.scriptFile'))
  const loaders = Object.keys(env).filter(isLoaderVariable)
  if (loaders.length > 0) found.push(say('trust.loaders', { names: loaders }))
  return found
}

function textsOfSignIn({ oauth }: RemoteDefinition): readonly string[] {
  return oauth === undefined ? [] : leavesOf(oauth).map(([, text]) => text)
}

/** Where tokens are asked for, as far as the entry says it. */
function warningsOfSignIn({ url, oauth }: RemoteDefinition): Said[] {
  const named = [oauth?.issuer, oauth?.identityProvider?.issuer, oauth?.identityProvider?.tokenEndpoint]
  const hostOf = (text: string) => (canParseUrl(text) ? new URL(text).host : text)
  const hosts = named.flatMap((text) => (text == null ? [] : hostOf(text)))
  const others = [...new Set(hosts)].filter((host) => host !== hostOf(url))
  return others.length === 0 ? [] : [say('trust.signInElsewhere', { hosts: others })]
}

function warningsOfAddress(definition: RemoteDefinition): Said[] {
  const { url } = definition
  const found: Said[] = warningsOfSignIn(definition)
  if (/\$\{secret:/.test(url)) found.push(say('trust.secretInAddress'))
  if (!canParseUrl(url)) return found
  const { hostname } = new URL(url)
  if (/(?:^|\.)xn--/.test(hostname)) {
    found.push(say('trust.foreignLetters', { host: hostname }))
  }
  if (/^(?:169\.254\.|\[fe80:)/i.test(hostname)) {
    found.push(say('trust.localNetwork', { host: hostname }))
  }
  return found
}

/** The names show what leaves Parley; the values stay unseen. */
function warningsOfVariables(definition: ServerDefinition): Said[] {
  const names = textsOf(withoutMasked(definition)).flatMap(
    (text) => text.match(/\$\{(?:env|secret):[^${}]*\}/g) ?? []
  )
  return names.length === 0 ? [] : [say('trust.givenValues', { names: [...new Set(names)] })]
}

/** A stand-in is none of the person's values. */
function withoutMasked(definition: ServerDefinition): ServerDefinition {
  if (definition.transport !== 'stdio') return definition
  const masked = definition.containment?.masked ?? {}
  const held = Object.entries(definition.env).filter(([name]) => !Object.hasOwn(masked, name))
  return { ...definition, env: Object.fromEntries(held) }
}

function textsOf(definition: ServerDefinition): readonly string[] {
  return definition.transport === 'stdio'
    ? [definition.command, ...definition.args, definition.cwd ?? '', ...Object.entries(definition.env).flat()]
    : [definition.url, ...Object.entries(definition.headers).flat(), ...textsOfSignIn(definition)]
}

function warningsOfText(definition: ServerDefinition): Said[] {
  if (!textsOf(definition).some((text) => unseen.test(text))) return []
  return [say('trust.hiddenCharacters')]
}

function warningsOfName({ lookAlikes }: ServerDefinition): Said[] {
  if (lookAlikes.length === 0) return []
  const names = lookAlikes.slice(0, 3).map((name) => JSON.stringify(name))
  return [say('trust.lookAlike', { names })]
}

function programName(command: string): string {
  const last = command === ownNodeCommand ? 'node' : (command.split(/[\\/]/).at(-1) ?? command)
  return last.toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, '')
}

/** A whole version behind the one package, with nothing before it that could name another: no registry gives it other code. */
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
