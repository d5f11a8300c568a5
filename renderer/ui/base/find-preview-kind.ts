/** Which code blocks can be drawn as a page. */
import type { PreviewKind } from '../../../app/contract/limits'

const kinds: Readonly<Record<string, PreviewKind>> = {
  html: 'html',
  htm: 'html',
  svg: 'svg',
  mermaid: 'mermaid',
  markdown: 'markdown',
  md: 'markdown',
  jsx: 'react',
  tsx: 'react',
  react: 'react'
}

/** Languages in which models write React too. */
const scripts = new Set(['js', 'javascript', 'ts', 'typescript'])

/** Null: the code isn't a page. */
export function findPreviewKind(language: string, code: string): PreviewKind | null {
  const name = language.toLowerCase()
  if (Object.hasOwn(kinds, name)) return kinds[name] ?? null
  if (name === 'xml') return /^\s*(?:<\?xml[^>]*\?>\s*)?<svg[\s/>]/.test(code) ? 'svg' : null
  return scripts.has(name) && /from\s*["']react["']/.test(code) ? 'react' : null
}
