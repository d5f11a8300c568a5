/**
 * Rules for texts in the settings file: names, paths, addresses, header names. Each rule returns the text that says
 * what is wrong and how to fix it, or null. Rules are the same on every system, so that a file means the same
 * everywhere.
 */

import { canParseUrl } from '../../base/can-parse-url'
import { isRemotePath } from '../../base/remote-path'
import { isLoaderVariable } from '../../base/loader-variables'
import { isSensitiveKey } from '../../base/logger'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/* eslint-disable-next-line no-control-regex -- control characters are what is looked for */
const control = /[\u0000-\u001f\u007f-\u009f]/u
/* eslint-disable-next-line no-control-regex -- tab and line ends are left out on purpose */
const controlInValue = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u
/** Format, zero-width and direction characters, tag characters: all invisible. */
const hidden = /[\p{Cf}\u115f\u1160\u2028\u2029\u3164\uffa0]/u

const headerToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Set by the transport; a second value breaks the request or forges another one. */
const ownHeaders = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'expect',
  'proxy-connection',
  'mcp-session-id',
  'mcp-protocol-version'
])

function codePoint(text: string, pattern: RegExp): string | null {
  const found = pattern.exec(text)?.[0]?.codePointAt(0)
  return found === undefined ? null : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Whether a path means the same in any working folder. */
export function isAbsolutePath(text: string): boolean {
  return text.startsWith('/') || /^[A-Za-z]:[\\/]/.test(text)
}

/** Whether a command is a path rather than a name that is searched for. */
export function isPath(command: string): boolean {
  return /[\\/]/.test(command)
}

export function checkServerName(name: string): LocalizedText | null {
  if (name.trim() === '') return say('settings.nameMissing')
  if (name === '__proto__') return say('settings.nameReserved')
  if (name.length > 200) return say('settings.nameLong')
  const unseen = codePoint(name, control) ?? codePoint(name, hidden)
  return unseen === null ? null : say('settings.nameHidden', { character: unseen })
}

export function checkCommand(command: string): LocalizedText | null {
  if (command.trim() === '') return say('settings.commandEmpty')
  const unseen = codePoint(command, control)
  if (unseen !== null) return say('settings.commandControl', { character: unseen })
  if (command.includes('${')) return say('settings.commandVariable')
  if (/^[~$%]/.test(command) && isPath(command)) return say('settings.commandNotExpanded', { command })
  return isRemotePath(command, 'win32') ? say('settings.commandOnShare') : null
}

/** For arguments and values of environment variables. */
export function checkValue(text: string): LocalizedText | null {
  const unseen = codePoint(text, controlInValue)
  return unseen === null ? null : say('settings.valueControl', { character: unseen })
}

/** A secret in `PATH` and the like would hide what runs: secrets are read only after the trust. */
export function checkEnvironmentValue(text: string, name: string): LocalizedText | null {
  const isFine = !isLoaderVariable(name) || isSensitiveKey.test(name) || !isDecidedBySecret(text)
  return checkValue(text) ?? (isFine ? null : say('settings.secretDecidesProgram', { name }))
}

/** A user name and a password in an address decide nothing: its host is shown next to them. */
function isDecidedBySecret(text: string): boolean {
  return text.replace(/^(https?:\/\/)[^/?#@\s]*@/i, '$1').includes('${secret:')
}

/** For folders that a server runs in or gets as roots: they are accessed before any question. */
export function checkFolder(path: string): LocalizedText | null {
  const unseen = codePoint(path, control)
  if (unseen !== null) return say('settings.pathControl', { character: unseen })
  if (isRemotePath(path, 'win32')) return say('settings.folderOnShare', { path })
  return isAbsolutePath(path) ? null : say('settings.pathRelative', { path })
}

const host = /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/i

/** A hostname or an IP address, with or without a port: `example.com`, `*.example.com:443`, `[::1]:8080`. */
export function checkHost(text: string): LocalizedText | null {
  const { name = '', port } =
    /^(?<name>\[[0-9a-f:.]+\]|[^:]*)(?::(?<port>\d{1,5}))?$/i.exec(text)?.groups ?? {}
  const isName = name.startsWith('[') || host.test(name)
  const isPort = port === undefined || (Number(port) > 0 && Number(port) < 65_536)
  // A top-level domain isn't a host.
  const isWide = name.startsWith('*.') && name.split('.').length < 3
  return isName && isPort && !isWide ? null : say('settings.hostForm', { host: text })
}

/** Exactly one host, where a secret is sent. */
export function checkOneHost(text: string): LocalizedText | null {
  return text.startsWith('*') ? say('settings.oneHostForm', { host: text }) : checkHost(text)
}

export function checkEnvironmentName(name: string): LocalizedText | null {
  if (name !== '' && !name.includes('=') && !control.test(name)) return null
  return say('settings.environmentName')
}

export function checkHeaderName(name: string): LocalizedText | null {
  if (!headerToken.test(name)) return say('settings.headerName', { name, signs: "!#$%&'*+.^_`|~-" })
  return ownHeaders.has(name.toLowerCase()) ? say('settings.headerOwn', { name }) : null
}

export function checkHeaderValue(value: string): LocalizedText | null {
  if (codePoint(value, control) !== null) return say('settings.headerControl')
  return /[^\u0020-\u00ff]/u.test(value) ? say('settings.headerLetters') : null
}

/** An address with its variables filled in. The message never repeats the address, which may contain a password. */
export function checkUrl(text: string): LocalizedText | null {
  if (/\s/.test(text) || control.test(text)) return say('settings.addressBlank')
  if (!canParseUrl(text)) return say('settings.addressInvalid', { example: 'https://example.com/mcp' })
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return say('settings.addressScheme', { scheme: url.protocol.slice(0, -1) })
  }
  return url.username !== '' || url.password !== '' ? say('settings.addressPassword') : null
}
