/**
 * The size of a content and its beginning without secrets, for the activity log. The registry replaces known secrets;
 * this file replaces values of sensitive keys and common forms of keys and tokens.
 */
import { isSensitiveKey } from '../base/logger'

const excerptLength = 200
/** Longer than the excerpt, so that a secret at its end is detected. */
const readLength = 8_192

/** Formats of the large vendors' keys and tokens, and everything labeled as one. */
const secretForms = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:sk|pk|rk)[-_][\w-]{12,}/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|npm_|hf_)[\w-]{10,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /\b(?:Bearer|Basic)\s+[\w.~+/=-]{8,}/gi,
  /(?<=:\/\/)[^\s/@:]+:[^\s/@]+(?=@)/g,
  /(?<=\b(?:password|passwd|passphrase|secret|token|api[-_]?key)\b["']?\s*[:=]\s*["']?)[^\s"',;}]{3,}/gi
]

/** Bytes of the content as JSON in UTF-8; none for undefined. */
export function measure(content: unknown): number {
  return content === undefined ? 0 : Buffer.byteLength(toJson(content))
}

/** `redact` replaces the secrets that the program knows. */
export function createExcerpt(content: unknown, redact: (text: string) => string): string {
  const text = typeof content === 'string' ? content : toJson(hideSensitiveValues(content))
  const clean = withoutSecrets(text.slice(0, readLength), redact)
  return clean.length > excerptLength ? `${clean.slice(0, excerptLength).toWellFormed()}…` : clean
}

/** For text that is shown in full. */
export function withoutSecrets(text: string, redact: (text: string) => string): string {
  return secretForms.reduce((remaining, form) => remaining.replace(form, '[secret]'), redact(text))
}

function toJson(content: unknown): string {
  return JSON.stringify(content) ?? 'null'
}

/** Values of keys that say that they are secret are replaced. */
export function hideSensitiveValues(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > 32) return '[deep]'
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => hideSensitiveValues(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isSecret = isSensitiveKey.test(key) && (typeof item === 'string' || typeof item === 'number')
      return [key, isSecret ? '[secret]' : hideSensitiveValues(item, depth + 1)]
    })
  )
}
