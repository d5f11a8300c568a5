/**
 * Content of a sampling message that can be read, not edited: pictures, sounds, resources, calls of the server's own
 * tools and their results. Nothing in it is interpreted; what has no view is shown as JSON.
 */
import { AudioLines, Braces, FileText, Image, Link2, Wrench } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ContentBlock } from '../../../app/contract/conversations'
import type { SamplingContent } from '../../../app/contract/requests'
import { VisibleText } from '../../ui/base/hidden-characters'
import { JsonView } from '../../ui/untrusted/json-view'
import { formatSize } from '../../ui/base/format'
import { WholeText } from './exact-text'
import styles from './block-view.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

/** Pictures that are drawn. SVG is a document that can hold anything. */
const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

type Of<Type extends SamplingContent['type']> = Extract<SamplingContent, { readonly type: Type }>

export function BlockView({ block }: { readonly block: SamplingContent }) {
  const Drawing = drawings[block.type] as (props: { readonly block: SamplingContent }) => ReactNode
  return <Drawing block={block} />
}

type Drawings = {
  readonly [Kind in SamplingContent['type']]: (props: { readonly block: Of<Kind> }) => ReactNode
}

/** One for each kind of content. */
const drawings: Drawings = {
  text: ({ block }) => <Frame icon={FileText} title={consent.text()} text={block.text} />,
  image: Picture,
  audio: Sound,
  resource: ({ block }) => (
    <Frame
      icon={FileText}
      title={consent.resource({ uri: block.uri })}
      text={block.text ?? describeBlob(block)}
    />
  ),
  'resource-link': ({ block }) => (
    <Frame icon={Link2} title={consent.resourceLink({ name: block.name })} text={block.uri} />
  ),
  'tool-use': ({ block }) => (
    <Frame icon={Wrench} title={consent.callOfTool({ name: block.name })}>
      <JsonView value={block.input} label={consent.input()} isCompact />
    </Frame>
  ),
  'tool-result': ToolResult,
  unknown: ({ block }) => (
    <Frame icon={Braces} title={consent.unknownContent()}>
      <JsonView value={block.raw} label={consent.content()} isCompact />
    </Frame>
  )
}

function Sound({ block }: { readonly block: Of<'audio'> }) {
  return (
    <Frame icon={AudioLines} title={consent.soundOf(describeData(block))}>
      <audio
        controls
        preload="metadata"
        aria-label={consent.sound()}
        src={`data:${block.mimeType};base64,${block.data}`}
      >
        <track kind="captions" />
      </audio>
    </Frame>
  )
}

function Picture({ block }: { readonly block: Of<'image'> }) {
  return (
    <Frame icon={Image} title={consent.pictureOf(describeData(block))}>
      {drawable.has(block.mimeType) && (
        <img src={`data:${block.mimeType};base64,${block.data}`} alt={consent.partOfMessage()} />
      )}
    </Frame>
  )
}

function ToolResult({ block }: { readonly block: Of<'tool-result'> }) {
  const title = consent.resultOfTool({ failed: block.isError ? 'yes' : 'no', call: block.toolUseId })
  return (
    <Frame icon={Wrench} title={title}>
      {keyedBlocks(block.content).map(({ key, block: inner }) => (
        <BlockView key={key} block={inner} />
      ))}
      {block.structuredContent !== null && (
        <JsonView value={block.structuredContent} label={consent.structuredContent()} isCompact />
      )}
    </Frame>
  )
}

interface FrameProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text?: string
  readonly children?: ReactNode
}

function Frame({ icon: Icon, title, text, children }: FrameProps) {
  return (
    <div className={styles.blockView}>
      <p className={styles.blockViewTitle}>
        <Icon size={14} aria-hidden />
        <span>
          <VisibleText text={title} />
        </span>
      </p>
      {text !== undefined && (
        <p className={styles.blockViewText}>
          <WholeText text={text} />
        </p>
      )}
      {children}
    </div>
  )
}

/** Blocks have no ids and do not change places; their order tells them apart. */
export function keyedBlocks<Block extends SamplingContent>(
  blocks: readonly Block[]
): { readonly key: string; readonly block: Block; readonly index: number }[] {
  return blocks.map((block, index) => ({ key: `${index} ${block.type}`, block, index }))
}

function describeData({ mimeType, data }: { readonly mimeType: string; readonly data: string }) {
  return { type: mimeType, size: formatSize(Math.floor((data.length * 3) / 4)) }
}

function describeBlob({ blob, mimeType }: Extract<ContentBlock, { readonly type: 'resource' }>): string {
  if (blob === null) return consent.nothingInIt()
  return consent.dataOf(describeData({ mimeType: mimeType ?? consent.unknownType(), data: blob }))
}
