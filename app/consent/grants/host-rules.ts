/**
 * The host of an address where every program reads the same one out of it. User names, backslashes, odd numbers and
 * letters that turn into others are ways to make two programs disagree: such an address has no host here.
 */
import { domainToASCII } from 'node:url'
import { canParseUrl } from '../../base/can-parse-url'

export const webSchemes = ['https', 'http', 'wss', 'ws'] as const
export type WebScheme = (typeof webSchemes)[number]

export interface PlainAddress {
  readonly scheme: WebScheme
  /** In its `xn--` form, with the port where it is not the usual one. */
  readonly host: string
}

/** No part of an address: each is escaped, dropped or expanded by some programs only. */
const foreign = /[\s\p{Cc}\p{Cf}\\"<>^`{|}]/u

/** Null where there is any doubt. */
export function readAddress(text: string): PlainAddress | null {
  const [, scheme = '', written] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text) ?? []
  // Escapes and the full stops of other alphabets are undone by some programs only, a dot at the end is dropped by some.
  if (written === undefined || /[@%*\u3002\uff0e\uff61]|\.(?::\d*)?$/.test(written)) return null
  if (foreign.test(text) || !canParseUrl(text)) return null
  const known = webSchemes.find((one) => one === scheme.toLowerCase())
  const { host } = new URL(text)
  return known !== undefined && isWrittenAs(written, host, known) ? { scheme: known, host } : null
}

/** Whether the text names the host itself, not something that is turned into it. */
function isWrittenAs(written: string, host: string, scheme: WebScheme): boolean {
  const [name, port] = splitPort(written)
  // The last two become other letters under the older rules for names, or themselves under the newer.
  if (host === '' || name.normalize('NFKC') !== name || /[\u00df\u03c2]/i.test(name)) return false
  const usual = scheme === 'https' || scheme === 'wss' ? '443' : '80'
  const plainName = name.startsWith('[') ? name.toLowerCase() : domainToASCII(name)
  const isNumberPlain = !/^[\d.]+$/.test(plainName) || plainName === name
  const plain = port === undefined || port === usual ? plainName : `${plainName}:${port}`
  return plainName !== '' && isNumberPlain && plain === host
}

function splitPort(written: string): readonly [string, string | undefined] {
  const match = /^(\[[^\]]*\]|[^[\]:]*)(?::(\d+))?$/.exec(written)
  return [match?.[1] ?? '', match?.[2]]
}
