/** Puts the marks of hidden characters into a syntax tree, and removes ids, which would repeat between blocks. */
import { ui } from '../../../app/texts/compiled/window/ui'
import { mostMarks, splitDrawn } from './hidden-characters'
import styles from './hidden-characters.module.css'

/** The part of a hast tree that is needed here. */
export interface HastNode {
  type: string
  value?: string
  tagName?: string
  properties?: Record<string, unknown>
  data?: object | undefined
  children?: HastNode[]
}

/** Changes the tree in place. Code blocks are unchanged, because they are drawn and copied from their text. */
export function markHidden(tree: unknown): void {
  visit(tree as HastNode, { left: mostMarks })
}

/** The same as a plugin of the parser. */
export function rehypeMarkHidden() {
  return markHidden
}

/** How many more marks may be drawn in the tree. */
interface Marks {
  left: number
}

function visit(node: HastNode, marks: Marks): void {
  if (node.tagName === 'pre') return
  if (node.properties !== undefined) {
    delete node.properties['id']
    delete node.properties['ariaDescribedBy']
  }
  if (node.children === undefined) return
  node.children = node.children.flatMap((child) => (isText(child) ? marked(child, marks) : [child]))
  for (const child of node.children) if (child.properties?.['className'] !== markClass) visit(child, marks)
}

/** HTML in Markdown is never interpreted; it becomes text only after this. */
function isText({ type }: HastNode): boolean {
  return type === 'text' || type === 'raw'
}

const markClass = styles.hiddenCharacter

function marked(node: HastNode, marks: Marks): HastNode[] {
  const pieces = splitDrawn(node.value ?? '', marks.left)
  marks.left -= pieces.filter(({ type }) => type === 'hidden').length
  return pieces.map((piece) =>
    piece.type === 'text'
      ? { type: 'text', value: piece.text }
      : {
          type: 'element',
          tagName: 'span',
          properties: {
            className: markClass,
            role: 'img',
            ariaLabel: ui.hiddenCharacterName({ code: piece.text }),
            title: ui.hiddenCharacter({ code: piece.text })
          },
          children: [{ type: 'text', value: piece.text }]
        }
  )
}
