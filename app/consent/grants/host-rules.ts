/**
 * Reads the host of an address only if every program reads the same one. User names, backslashes, unusual numbers, and
 * letters that normalize to others can make two programs disagree, so such an address has no host here.
 */
import { domainToASCII } from 'node:url'
import { canParseUrl } from '../../base/can-parse-url'

export const webSchemes = ['https', 'http', 'wss', 'ws'] as const
export type WebScheme = (typeof webSchemes)[number]

export interface PlainAddress {
  readonly scheme: WebScheme
  /** In `xn--` form, with the port unless it is the default. */
  readonly host: string
}

/** Characters that don't belong in an address: some programs escape, drop, or expand them. */
const foreign = /[\s\p{Cc}\p{Cf}\\"<>^`{|}]/u

/** null if there is any doubt. */
export function readAddress(text: string): PlainAddress | null {
  const [, scheme = '', written] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(text) ?? []
  // Only some programs decode escapes and full stops of other alphabets, or drop a dot at the end.
  if (written === undefined || /[@%*\u3002\uff0e\uff61]|\.(?::\d*)?$/.test(written)) return null
  if (foreign.test(text) || !canParseUrl(text)) return null
  const known = webSchemes.find((webScheme) => webScheme === scheme.toLowerCase())
  const { host } = new URL(text)
  return known !== undefined && isWrittenAs(written, host, known) ? { scheme: known, host } : null
}

/** Whether the text contains the host itself, not something that is converted to it. */
function isWrittenAs(written: string, host: string, scheme: WebScheme): boolean {
  const [name, port] = splitPort(written)
  // The last two become other letters under IDNA2003, and stay unchanged under IDNA2008.
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
