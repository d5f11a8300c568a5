/**
 * A table row can have more cells than the head. They would be invisible on screen, though a model reads them, so
 * they are drawn in the row's last cell.
 */

interface MarkdownNode {
  readonly type: string
  value?: string
  children?: MarkdownNode[]
}

/** A plugin of the parser; changes its tree in place. */
export function keepExtraCells() {
  return (tree: unknown): void => {
    const waiting = [tree as MarkdownNode]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (node.type === 'table') node.children?.forEach((row) => joinCells(row, columnsOf(node)))
      else for (const child of node.children ?? []) waiting.push(child)
    }
  }
}

function columnsOf(table: MarkdownNode): number {
  return table.children?.[0]?.children?.length ?? 0
}

function joinCells(row: MarkdownNode, columns: number): void {
  const extra = row.children?.splice(columns) ?? []
  const between: MarkdownNode = { type: 'text', value: ' | ' }
  row.children?.at(-1)?.children?.push(...extra.flatMap(({ children = [] }) => [between, ...children]))
}
