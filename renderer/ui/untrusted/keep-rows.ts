/** Stores the text of a table's cells before marks of hidden characters are added, because it is copied as written. */
import type { HastNode } from '../base/mark-hidden'

/** A plugin of the parser; changes its tree in place. */
export function rehypeKeepRows() {
  return (tree: unknown): void => {
    const waiting = [tree as HastNode]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node.tagName === 'table') node.data = { ...node.data, rows: rowsOf(node) }
      else for (const child of node.children ?? []) waiting.push(child)
    }
  }
}

/** The rows that the plugin kept. */
export function limitRows(node: HastNode | undefined): readonly (readonly string[])[] {
  const data = node?.data
  return data !== undefined && 'rows' in data ? (data.rows as string[][]) : []
}

function rowsOf(node: HastNode): string[][] {
  if (node.tagName === 'tr')
    return [
      (node.children ?? []).filter(({ type }) => type === 'element').map((cell) => readNodeText(cell).trim())
    ]
  return (node.children ?? []).flatMap(rowsOf)
}

/** The text of a node as written. */
export function readNodeText(node: HastNode | undefined): string {
  if (node === undefined) return ''
  if (node.tagName === 'br') return '\n'
  return node.value ?? (node.children ?? []).map(readNodeText).join('')
}
