/**
 * The only place that turns untrusted Markdown into elements. No HTML is interpreted, nothing is loaded,
 * links ask before they open. While a text streams, finished blocks are parsed once and only the unfinished
 * end goes through the parser again (`split-markdown.ts`).
 */
import { createContext, memo, useContext, useMemo, useRef } from 'react'
import type { ComponentProps } from 'react'
import ReactMarkdown from 'react-markdown'
import type { Components, ExtraProps } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { CodeBlock } from './code-block'
import { VisibleText } from '../base/hidden-characters'
import { Link } from './link'
import { rehypeMarkHidden } from '../base/mark-hidden'
import type { HastNode } from '../base/mark-hidden'
import { BlockSettler, finalBlocks } from './split-markdown'
import type { TextBlock } from './split-markdown'
import styles from './markdown.module.css'

export interface MarkdownProps {
  readonly text: string
  /** True while text is still appended. */
  readonly isStreaming?: boolean
}

/** Markdown (CommonMark and GitHub's additions) as elements. */
export function Markdown({ text, isStreaming = false }: MarkdownProps) {
  const settler = useRef<BlockSettler>(null)
  const blocks = useMemo(() => {
    if (!isStreaming) return finalBlocks(text)
    settler.current ??= new BlockSettler()
    return settler.current.take(text)
  }, [isStreaming, text])
  return (
    <div className={styles.markdown}>
      {groups(blocks).map((group) => (
        <BlockGroup key={group[0]?.start ?? 0} blocks={group} />
      ))}
    </div>
  )
}

/** Blocks a memoised group holds, so that a long text costs React few comparisons a frame. */
const groupSize = 32

function groups(blocks: readonly TextBlock[]): readonly (readonly TextBlock[])[] {
  const result: (readonly TextBlock[])[] = []
  for (let start = 0; start < blocks.length; start += groupSize)
    result.push(blocks.slice(start, start + groupSize))
  return result
}

interface BlockGroupProps {
  readonly blocks: readonly TextBlock[]
}

const BlockGroup = memo(
  function BlockGroup({ blocks }: BlockGroupProps) {
    return blocks.map(({ start, source, isSettled }) => (
      <Block key={start} source={source} isSettled={isSettled} />
    ))
  },
  (before, after) =>
    before.blocks.length === after.blocks.length &&
    before.blocks.every((block, index) => {
      const other = after.blocks[index]
      return block.source === other?.source && block.isSettled === other.isSettled
    })
)

const SettledContext = createContext(true)

const Block = memo(function Block({
  source,
  isSettled
}: {
  readonly source: string
  readonly isSettled: boolean
}) {
  return (
    <SettledContext value={isSettled}>
      <Parsed source={source} />
    </SettledContext>
  )
})

const remarkPlugins = [remarkGfm]
const rehypePlugins = [rehypeMarkHidden]

/** Parses when its source changes, not when the block settles. */
const Parsed = memo(function Parsed({ source }: { readonly source: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      components={components}
      urlTransform={keepAddress}
    >
      {source}
    </ReactMarkdown>
  )
})

/** Addresses reach `Link` and `ImageLink` as they stand; those two decide what becomes of them. */
function keepAddress(address: string): string {
  return address
}

type Props<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & ExtraProps

function heading(depth: number) {
  // One level for all keeps the outline of the page in order whatever the text does.
  return function Heading({ children }: Props<'h1'>) {
    return (
      <h2 className={styles.markdownHeading} data-depth={depth}>
        {children}
      </h2>
    )
  }
}

const components: Components = {
  a: ({ href = '', children }: Props<'a'>) =>
    href.startsWith('#') ? <span>{children}</span> : <Link address={href}>{children}</Link>,
  img: ({ src = '', alt = '' }: Props<'img'>) => <ImageLink address={String(src)} alt={alt} />,
  input: ({ checked }: Props<'input'>) => (
    <span role="img" aria-label={checked === true ? 'Done' : 'Open'} className={styles.markdownTask}>
      {checked === true ? '☑' : '☐'}
    </span>
  ),
  pre: ({ node }: Props<'pre'>) => <Fence node={node as HastNode | undefined} />,
  table: ({ children }: Props<'table'>) => (
    <div className={styles.markdownTable} role="group" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6)
}

/** Images are never loaded: where one would stand, its address can be opened. */
function ImageLink({ address, alt }: { readonly address: string; readonly alt: string }) {
  return (
    <span className={styles.markdownImage}>
      <Link address={address}>
        Image: <VisibleText text={alt === '' ? 'without description' : alt} />
      </Link>{' '}
      <span className={styles.markdownImageAddress}>
        (<VisibleText text={address.length > 120 ? `${address.slice(0, 120)}…` : address} />)
      </span>
    </span>
  )
}

function Fence({ node }: { readonly node: HastNode | undefined }) {
  const isSettled = useContext(SettledContext)
  const code = node?.children?.find((child) => child.tagName === 'code')
  const names = code?.properties?.['className']
  const language = (Array.isArray(names) ? names : [])
    .map(String)
    .find((name) => name.startsWith('language-'))
    ?.slice('language-'.length)
  return (
    <CodeBlock code={sourceOf(code).replace(/\n$/, '')} language={language ?? ''} isSettled={isSettled} />
  )
}

/** The text of a node as it was written. */
function sourceOf(node: HastNode | undefined): string {
  if (node === undefined) return ''
  if (node.type === 'text') return node.value ?? ''
  return (node.children ?? []).map(sourceOf).join('')
}
