/** What a person should know of a definition before saying yes: sentences for the trust question. */
import type { RemoteDefinition, ServerDefinition, StdioDefinition } from '../settings/definition'

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
/** Make a program load foreign code, whatever the program is. */
const loaderVariables =
  /^(?:LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_.*|NODE_OPTIONS|NODE_PATH|PYTHONPATH|PYTHONSTARTUP|PYTHONHOME|PERL5LIB|PERL5OPT|RUBYLIB|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|BASH_ENV|ENV|ZDOTDIR|GIT_SSH_COMMAND|ELECTRON_RUN_AS_NODE|PATH)$/i
/* eslint-disable-next-line no-control-regex -- control characters are what is looked for */
const unseen = /[\p{Cf}\u0000-\u0008\u000b-\u001f\u007f-\u009f\u115f\u1160\u2028\u2029\u3164\uffa0]/u

/** In the order of weight. Empty when there is nothing to say. */
export function warningsOf(definition: ServerDefinition): string[] {
  const own = definition.transport === 'stdio' ? warningsOfProgram(definition) : warningsOfAddress(definition)
  return [
    ...own,
    ...warningsOfVariables(definition),
    ...warningsOfText(definition),
    ...warningsOfName(definition)
  ]
}

function warningsOfProgram({ command, args, env }: StdioDefinition): string[] {
  const program = programName(command)
  const found: string[] = []
  if (shells.test(program) && args.some((arg) => commandFlags.test(arg))) {
    found.push(`It gives a command line to the shell ${program}, which can do anything you can.`)
  } else if (shells.test(program)) {
    found.push(`It runs the shell ${program}.`)
  }
  if (interpreters.test(program) && args.some((arg) => evaluatingFlags.test(arg))) {
    found.push(`The program that ${program} runs is written out in the arguments. Read them.`)
  }
  if (fetchesCode(program, args)) {
    found.push(
      `${program} fetches code from the network and runs it. Without a fixed version it may differ each time.`
    )
  }
  if (args.some((arg) => /^--(?:registry|index-url|extra-index-url|index)(?:=|$)/.test(arg))) {
    found.push('It fetches packages from an address that is named in the arguments.')
  }
  if (
    containers.test(program) &&
    args.some((arg) => /^(?:--privileged|--cap-add|--pid=host|--network=host)/.test(arg))
  ) {
    found.push('The container gets rights over this computer beyond its own.')
  }
  if (containers.test(program) && args.some((arg) => /(?:^|=)\/:|docker\.sock/.test(arg))) {
    found.push('The container gets access to the files of this computer.')
  }
  if (scripts.test(command))
    found.push('The command is a script file of the system; its arguments follow rules of their own.')
  const loaders = Object.keys(env).filter((name) => loaderVariables.test(name))
  if (loaders.length > 0) found.push(`${loaders.join(', ')} can make the program load other code.`)
  return found
}

function warningsOfAddress({ url, headers }: RemoteDefinition): string[] {
  const found: string[] = []
  if (/\$\{secret:/.test(url))
    found.push('The address holds a secret; addresses are often written into logs. Use a header.')
  if (!URL.canParse(url)) return found
  const { protocol, hostname } = new URL(url)
  if (protocol === 'http:' && !isLoopback(hostname)) {
    const what = Object.keys(headers).length > 0 ? 'Everything, headers included,' : 'Everything'
    found.push(`${what} travels to ${hostname} unencrypted: the address begins with http.`)
  }
  if (/(?:^|\.)xn--/.test(hostname)) {
    found.push(
      `The host name holds foreign letters, which can look like others. Its plain form is ${hostname}.`
    )
  }
  if (/^(?:169\.254\.|\[fe80:)/i.test(hostname)) {
    found.push(
      `${hostname} is an address inside the local network or cloud machine, where secrets are kept at times.`
    )
  }
  return found
}

/** The names show what leaves Parley; the values stay unseen. */
function warningsOfVariables(definition: ServerDefinition): string[] {
  const names = textsOf(definition).flatMap((text) => text.match(/\$\{(?:env|secret):[^${}]*\}/g) ?? [])
  return names.length === 0 ? [] : [`It is given values of yours: ${[...new Set(names)].join(', ')}.`]
}

function textsOf(definition: ServerDefinition): readonly string[] {
  return definition.transport === 'stdio'
    ? [definition.command, ...definition.args, definition.cwd ?? '', ...Object.entries(definition.env).flat()]
    : [definition.url, ...Object.entries(definition.headers).flat()]
}

function warningsOfText(definition: ServerDefinition): string[] {
  if (!textsOf(definition).some((text) => unseen.test(text))) return []
  return [
    'The entry holds characters that can not be seen or that turn the direction of text. It may not be what it looks like.'
  ]
}

function warningsOfName({ lookAlikes }: ServerDefinition): string[] {
  if (lookAlikes.length === 0) return []
  const names = lookAlikes.slice(0, 3).map((name) => JSON.stringify(name))
  return [`Its name looks like that of another server: ${names.join(', ')}.`]
}

function programName(command: string): string {
  const last = command.split(/[\\/]/).at(-1) ?? command
  return last.toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, '')
}

function fetchesCode(program: string, args: readonly string[]): boolean {
  if (fetchers.test(program)) return true
  const verb = args.find((arg) => !arg.startsWith('-')) ?? ''
  if (!(Object.hasOwn(fetchingVerbs, program) && fetchingVerbs[program]?.test(verb))) return false
  return program !== 'deno' || args.some((arg) => /^(?:https?|npm|jsr):/.test(arg))
}

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
