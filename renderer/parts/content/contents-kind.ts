/** Decides how a resource is shown from its MIME type and the ending of its address; never from trust. */
import type { ResourceContents } from '../../../app/contract/offers'
import { byteCount, decodeBytes } from './bytes'
import { isDrawable, isPlayable, plainType } from './media-types'

export type ContentsKind =
  | { readonly type: 'text' | 'markdown' | 'json'; readonly text: string }
  | { readonly type: 'code'; readonly text: string; readonly language: string }
  | { readonly type: 'image' | 'audio'; readonly mimeType: string; readonly data: string }
  | { readonly type: 'pdf' | 'bytes'; readonly mimeType: string | null; readonly data: string }
  | { readonly type: 'nothing' }

/** Longest base64 text that is decoded, in characters: about 1.5 MB. */
const decodeLimit = 2_000_000

export function contentsKind({ uri, mimeType, text, blob }: ResourceContents): ContentsKind {
  const type = plainType(mimeType)
  if (text !== null) return textKind(text, type, uri)
  if (blob === null) return { type: 'nothing' }
  if (type !== null && isDrawable(type, blob)) return { type: 'image', mimeType: type, data: blob }
  if (type !== null && isPlayable(type, blob)) return { type: 'audio', mimeType: type, data: blob }
  if (isPdf(type, blob)) return { type: 'pdf', mimeType, data: blob }
  const decoded = isTextType(type) && blob.length <= decodeLimit ? decodeText(blob) : null
  return decoded === null ? { type: 'bytes', mimeType, data: blob } : textKind(decoded, type, uri)
}

function textKind(text: string, type: string | null, uri: string): ContentsKind {
  const language = languageOf(type, uri)
  if (language === null) return { type: 'text', text }
  if (language === 'markdown' || language === 'json') return { type: language, text }
  return { type: 'code', text, language }
}

/** By its type, or by its first bytes if the type is missing or generic. */
function isPdf(type: string | null, blob: string): boolean {
  if (type === 'application/pdf' || type === 'application/x-pdf') return true
  const isVague = type === null || type === 'application/octet-stream'
  return isVague && blob.startsWith(pdfMark)
}

/** `%PDF-` and the first digit of a version. */
const pdfMark = btoa('%PDF-').slice(0, 7)

function isTextType(type: string | null): boolean {
  return type !== null && (type.startsWith('text/') || languageOfType(type) !== null)
}

/** Null for plain text. A specific type decides; otherwise the ending helps. */
function languageOf(type: string | null, uri: string): string | null {
  const byType = type === null ? null : languageOfType(type)
  if (byType !== null) return byType
  const isVague = type === null || type === 'text/plain' || type === 'application/octet-stream'
  return isVague ? (byEnding.get(endingOf(uri)) ?? null) : null
}

function languageOfType(type: string): string | null {
  if (type.endsWith('+json')) return 'json'
  if (type.endsWith('+xml')) return 'xml'
  return byMimeType.get(type.replace(/^(?:text|application)\/(?:x-)?/, '')) ?? null
}

function endingOf(uri: string): string {
  const path = uri.split(/[?#]/)[0] ?? ''
  return /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? ''
}

const byMimeType = new Map(
  Object.entries({
    markdown: 'markdown',
    json: 'json',
    'ld+json': 'json',
    javascript: 'javascript',
    ecmascript: 'javascript',
    typescript: 'typescript',
    python: 'python',
    java: 'java',
    'java-source': 'java',
    csrc: 'c',
    'c++src': 'cpp',
    csharp: 'csharp',
    go: 'go',
    ruby: 'ruby',
    rust: 'rust',
    php: 'php',
    perl: 'perl',
    sh: 'bash',
    shellscript: 'bash',
    sql: 'sql',
    css: 'css',
    html: 'xml',
    xml: 'xml',
    yaml: 'yaml',
    toml: 'ini',
    diff: 'diff'
  })
)

const byEnding = new Map(
  Object.entries({
    md: 'markdown',
    markdown: 'markdown',
    json: 'json',
    js: 'javascript',
    mjs: 'javascript',
    cjs: 'javascript',
    jsx: 'javascript',
    ts: 'typescript',
    tsx: 'typescript',
    py: 'python',
    java: 'java',
    kt: 'kotlin',
    swift: 'swift',
    c: 'c',
    h: 'c',
    cc: 'cpp',
    cpp: 'cpp',
    hpp: 'cpp',
    cs: 'csharp',
    go: 'go',
    rb: 'ruby',
    rs: 'rust',
    php: 'php',
    pl: 'perl',
    lua: 'lua',
    sh: 'bash',
    sql: 'sql',
    css: 'css',
    scss: 'scss',
    html: 'xml',
    xml: 'xml',
    svg: 'xml',
    yaml: 'yaml',
    yml: 'yaml',
    toml: 'ini',
    ini: 'ini',
    diff: 'diff',
    patch: 'diff'
  })
)

/** Bytes of base64 as text if they are UTF-8; null if not. */
function decodeText(base64: string): string | null {
  const bytes = decodeBytes(base64)
  if (bytes === null) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null // claims to be text, but isn't
  }
}

/** The unchanged bytes of `contents`. */
export function contentsSize(contents: readonly ResourceContents[]): number {
  return contents.reduce(
    (sum, { text, blob }) => sum + (text === null ? byteCount(blob ?? '') : new Blob([text]).size),
    0
  )
}
