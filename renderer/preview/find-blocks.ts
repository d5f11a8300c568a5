/** Finds the code blocks of an answer that can be drawn as a page. */
import type { PreviewKind } from '../../app/contract/limits'
import { findPreviewKind } from '../ui/base/find-preview-kind'

export interface PageBlock {
  readonly kind: PreviewKind
  readonly code: string
  /** What the text calls it; null: it has no name. */
  readonly title: string | null
}

/** Only finished blocks: of one that still grows nothing is drawn. */
export function findBlocks(markdown: string): readonly PageBlock[] {
  const blocks: PageBlock[] = []
  let open: OpenFence | null = null
  for (const line of markdown.split(/\r\n?|\n/)) {
    if (open === null) open = readFence(line)
    else if (!open.end.test(line)) open.lines.push(line)
    else {
      const block = toBlock(open)
      if (block !== null) blocks.push(block)
      open = null
    }
  }
  return blocks
}

interface OpenFence {
  readonly language: string
  readonly note: string
  /** The column of the fence. A list item indents all lines. */
  readonly indent: number
  readonly end: RegExp
  readonly lines: string[]
}

function readFence(line: string): OpenFence | null {
  const [, before = '', fence, language = '', note = ''] =
    /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})[ \t]*([^\s`]*)[ \t]*([^`]*)$/.exec(line) ?? []
  if (fence === undefined) return null
  const end = new RegExp(`^[ \\t]*${fence[0]}{${fence.length},}[ \\t]*$`)
  return { language, note: note.trim(), indent: before.length, end, lines: [] }
}

function toBlock({ language, note, indent, lines }: OpenFence): PageBlock | null {
  const margin = new RegExp(`^[ \\t]{0,${indent}}`)
  const code = lines.map((line) => line.replace(margin, '')).join('\n')
  const kind = findPreviewKind(language, code)
  return kind === null ? null : { kind, code, title: readTitle(kind, code, note) }
}

const titles: Readonly<Partial<Record<PreviewKind, RegExp>>> = {
  html: /<title[^>]*>([^<]*)<\/title/i,
  svg: /<title[^>]*>([^<]*)<\/title/i,
  markdown: /^#[ \t]+(.+)$/m,
  // Models call most of their components App.
  react: /export\s+default\s+(?:function|class)\s+(?!App\b)(\w+)/
}

/** A file name in the fence, or the page's own title. */
function readTitle(kind: PreviewKind, code: string, note: string): string | null {
  const named = /(?:title|file(?:name)?)\s*=\s*["']?([^"'\s]+)/i.exec(note)?.[1]
  const file = named ?? /(?:^|\s)([\w./-]+\.\w{1,8})(?:\s|$)/.exec(note)?.[1]
  const found = file ?? titles[kind]?.exec(code)?.[1]?.trim()
  return found === undefined || found === '' ? null : found.toLowerCase()
}
