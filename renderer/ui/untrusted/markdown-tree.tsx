/** One block of Markdown as elements. HTML in it is text, nothing in it is loaded, and links ask before they open. */
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { Components } from 'hast-util-to-jsx-runtime'
import { createContext, useContext } from 'react'
import type { ComponentProps, ReactElement } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { ui } from '../../../app/texts/compiled/window/ui'
import { VisibleText } from '../base/hidden-characters'
import { rehypeMarkHidden } from '../base/mark-hidden'
import type { HastNode } from '../base/mark-hidden'
import { CodeBlock } from './code-block'
import { Diagram, isDiagram } from './drawing/diagram'
import { Drawing, isDrawing } from './drawing/drawing'
import { keepExtraCells } from './keep-extra-cells'
import { keepUnusedDefinitions } from './keep-unused-definitions'
import { limitRows, rehypeKeepRows, readNodeText } from './keep-rows'
import { Link } from './link'
import { PreviewButton } from './preview-button'
import { readFormula, remarkFormulas } from './math-syntax'
import type { FormulaSource } from './math-syntax'
import { Formula } from './formula'
import { TableFrame } from './table-frame'
import styles from './markdown.module.css'

/** False while the block still grows. */
export const SettledContext = createContext(true)

/** True inside a link, which can't contain another. */
const LinkContext = createContext(false)

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkFormulas)
  .use(keepUnusedDefinitions)
  .use(keepExtraCells)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeKeepRows)
  .use(rehypeMarkHidden)
  .freeze()

/** Null if the block can't be formatted: deep elements would break the window, or the parser failed. */
export function toElements(source: string): ReactElement | null {
  try {
    const tree = processor.runSync(processor.parse(source), source)
    if (!isWithinDepth(tree)) return null
    // The library types its result with a global JSX namespace, which React 19 no longer has.
    return toJsxRuntime(tree, {
      Fragment,
      jsx: withoutTree(jsx),
      jsxs: withoutTree(jsxs),
      components,
      passKeys: true,
      passNode: true
    }) as ReactElement
  } catch {
    return null // for any such failure the text can be shown as written
  }
}

/** React keeps the properties of drawn parts. So a part gets only the facts that it needs, and never the parsed tree. */
function withoutTree(create: typeof jsx): typeof jsx {
  return (type, properties, key) => {
    const { node, ...others } = properties as { readonly node?: HastNode }
    return create(type, node === undefined ? others : { ...others, ...readNode(node) }, key)
  }
}

function readNode(node: HastNode): Partial<FenceProps & TableProps & FormulaProps> {
  if (node.tagName === 'pre') return { children: undefined, fence: readFence(node) }
  if (node.tagName === 'table') return { rows: limitRows(node) }
  return node.tagName === 'math' ? { formula: readFormula(node) } : {}
}

const depthLimit = 100

function isWithinDepth(tree: HastNode): boolean {
  let level: readonly HastNode[] = [tree]
  for (let depth = 0; depth < depthLimit && level.length > 0; depth += 1)
    level = level.flatMap(({ children }) => children ?? [])
  return level.length === 0
}

type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag>
type FenceProps = { readonly children?: undefined; readonly fence: FenceText }
type TableProps = { readonly rows: ReturnType<typeof limitRows> }
type FormulaProps = { readonly formula: FormulaSource }

function heading(depth: number) {
  // One level for all keeps the page's outline in order for any text.
  return function Heading({ children }: Props<'h1'>) {
    return (
      <h2 className={styles.markdownHeading} data-depth={depth}>
        {children}
      </h2>
    )
  }
}

const components: Partial<Components> = {
  a: ({ href = '', children }: Props<'a'>) =>
    href.startsWith('#') ? (
      <span>{children}</span>
    ) : (
      <LinkContext value>
        <Link address={href}>{children}</Link>
      </LinkContext>
    ),
  img: ({ src = '', alt = '' }: Props<'img'>) => <ImageLink address={String(src)} alt={alt} />,
  input: ({ checked }: Props<'input'>) => (
    <span
      role="img"
      aria-label={checked === true ? ui.taskDone() : ui.taskOpen()}
      className={styles.markdownTask}
    >
      {checked === true ? '☑' : '☐'}
    </span>
  ),
  pre: ({ fence }: FenceProps) => <Fence {...fence} />,
  table: ({ children, rows }: Props<'table'> & TableProps) => (
    <TableFrame rows={() => rows}>
      <table className={styles.markdownTable}>{children}</table>
    </TableFrame>
  ),
  math: ({ formula }: FormulaProps) => <Formula {...formula} />,
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6)
}

/** Images are never loaded; their address can be opened instead. */
function ImageLink({ address, alt }: { readonly address: string; readonly alt: string }) {
  const isInLink = useContext(LinkContext)
  const words = <VisibleText text={alt === '' ? ui.imageUndescribed() : ui.image({ description: alt })} />
  return (
    <span className={styles.markdownImage}>
      {isInLink ? words : <Link address={address}>{words}</Link>}{' '}
      <span className={styles.markdownImageAddress}>
        (<VisibleText text={address.length > 120 ? `${address.slice(0, 120)}…` : address} />)
      </span>
    </span>
  )
}

interface FenceText {
  readonly code: string
  readonly language: string
  /** The text after the language. */
  readonly note: string
}

function readFence(node: HastNode): FenceText {
  const code = node.children?.find((child) => child.tagName === 'code')
  const names = code?.properties?.['className']
  const language = (Array.isArray(names) ? names : [])
    .map(String)
    .find((name) => name.startsWith('language-'))
    ?.slice('language-'.length)
  return { code: readNodeText(code).replace(/\n$/, ''), language: language ?? '', note: noteOf(code) }
}

function noteOf(code: HastNode | undefined): string {
  const data = code?.data
  return data !== undefined && 'meta' in data && typeof data.meta === 'string' ? data.meta : ''
}

function Fence({ code, language, note }: FenceText) {
  const isSettled = useContext(SettledContext)
  const block = <CodeBlock code={code} language={language} note={note} isSettled={isSettled} />
  if (!isSettled) return block
  const preview = <PreviewButton code={code} language={language} isSettled />
  if (isDiagram(language))
    return (
      <Diagram code={code} actions={preview}>
        {block}
      </Diagram>
    )
  if (!isDrawing(language, code)) return block
  return (
    <Drawing code={code} actions={preview}>
      {block}
    </Drawing>
  )
}
