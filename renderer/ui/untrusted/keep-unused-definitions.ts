/**
 * Definitions of links and footnotes are drawn where they are referenced. Unreferenced ones would be invisible on
 * screen, though a model reads them, so they are drawn as written.
 */

interface MarkdownNode {
  type: string
  identifier?: string
  value?: string
  children?: MarkdownNode[]
  position?: { start: { offset?: number }; end: { offset?: number } }
}

/** A plugin of the parser; changes its tree in place. */
export function keepUnusedDefinitions() {
  return (tree: unknown, file: { value: unknown }): void => {
    const root = tree as MarkdownNode
    const used = { link: new Set<string>(), footnote: new Set<string>() }
    const unused: MarkdownNode[] = []
    for (const node of descendantsOf(root)) {
      const { type, identifier = '' } = node
      if (type === 'linkReference' || type === 'imageReference') used.link.add(identifier)
      if (type === 'footnoteReference') used.footnote.add(identifier)
      if (type === 'definition' || type === 'footnoteDefinition') unused.push(node)
    }
    for (const node of unused) {
      const users = node.type === 'definition' ? used.link : used.footnote
      if (!users.has(node.identifier ?? '')) drawAsWritten(node, String(file.value))
    }
  }
}

function drawAsWritten(node: MarkdownNode, source: string): void {
  const value = source.slice(node.position?.start.offset, node.position?.end.offset)
  node.type = 'paragraph'
  node.children = [{ type: 'text', value }]
}

function* descendantsOf(root: MarkdownNode): Generator<MarkdownNode> {
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    for (const child of node.children ?? []) waiting.push(child)
  }
}
