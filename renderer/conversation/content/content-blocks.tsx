/** What a tool gave back, block by block. Nothing in it is interpreted; kinds without a view show their data. */
import { AudioLines, Braces, FileText, Link as LinkIcon } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { isValidElement, useState } from 'react'
import type { ReactNode } from 'react'
import type { ContentBlock } from '../../../app/contract/conversations'
import { Button } from '../../ui/controls/button'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { JsonView, LongText } from '../../ui/untrusted/json-view'
import { Link } from '../../ui/untrusted/link'
import { SaveButton } from '../../ui/controls/save-button'
import { formatSize } from '../../ui/base/format'
import type { AttachedResource } from './attachments-view-store'
import { byteCount } from './contents-kind'
import { AudioPlayer, ContentsView } from './contents-view'
import { ResourceLinkActions } from './resource-link-actions'
import styles from './content-blocks.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

/** Pictures that are drawn. SVG is a document that can hold anything, so it stays data. */
const drawable = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

export interface ContentBlocksProps {
  readonly blocks: readonly ContentBlock[]
  readonly serverName: string
  /** Absent where nothing can be attached. */
  readonly onAttach?: ((resource: AttachedResource) => void) | undefined
}

export function ContentBlocks({ blocks, serverName, onAttach }: ContentBlocksProps) {
  // A result never changes once it is there, so its order tells its blocks apart.
  return blocks.map((block, index) => (
    <Block key={blockKey(block, index)} block={block} serverName={serverName} onAttach={onAttach} />
  ))
}

interface BlockProps extends Omit<ContentBlocksProps, 'blocks'> {
  readonly block: ContentBlock
}

function blockKey(block: ContentBlock, index: number): string {
  return `${index}-${block.type}`
}

function Block(props: BlockProps) {
  const Drawing = drawings[props.block.type] as (props: BlockProps) => ReactNode
  return <Drawing {...props} />
}

type Of<Kind extends ContentBlock['type']> = Extract<ContentBlock, { readonly type: Kind }>
type Drawings = {
  readonly [Kind in ContentBlock['type']]: (
    props: Omit<BlockProps, 'block'> & { readonly block: Of<Kind> }
  ) => ReactNode
}

/** One for each kind of content. */
const drawings: Drawings = {
  text: ({ block }) => <TextBlock text={block.text} />,
  image: Picture,
  audio: Sound,
  resource: Resource,
  'resource-link': ResourceLink,
  unknown: Unknown
}

function Sound({ block, serverName }: { readonly block: Of<'audio'>; readonly serverName: string }) {
  return (
    <DataBlock
      icon={AudioLines}
      title={texts.audio({ type: block.mimeType })}
      detail={sizeOf(block.data)}
      data={block.data}
      action={<SaveMedia block={block} />}
    >
      <AudioPlayer
        mimeType={block.mimeType}
        data={block.data}
        label={texts.audioFrom({ server: serverName })}
      />
    </DataBlock>
  )
}

function Unknown({ block }: { readonly block: Of<'unknown'> }) {
  return (
    <DataBlock
      icon={Braces}
      title={texts.unknownContent()}
      data={block.raw}
      action={
        <SaveButton name="" mimeType="application/json" data={{ text: JSON.stringify(block.raw, null, 2) }} />
      }
    />
  )
}

function Picture({ block, serverName }: { readonly block: Of<'image'>; readonly serverName: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken || !drawable.has(block.mimeType)) {
    return (
      <DataBlock
        icon={Braces}
        title={texts.image({ type: block.mimeType })}
        detail={isBroken ? texts.sizeAndBroken({ size: sizeOf(block.data) }) : sizeOf(block.data)}
        data={block.data}
        action={<SaveMedia block={block} />}
      />
    )
  }
  return (
    <div className={styles.resultPicture}>
      <img
        className={styles.resultImage}
        src={`data:${block.mimeType};base64,${block.data}`}
        alt={plainWithMarks(texts.imageFrom({ server: serverName }))}
        onError={() => setIsBroken(true)}
      />
      <SaveMedia block={block} />
    </div>
  )
}

const mediaNames = { image: texts.imageFile, audio: texts.soundFile }

function SaveMedia({ block }: { readonly block: Of<'image' | 'audio'> }) {
  return (
    <SaveButton name={mediaNames[block.type]()} mimeType={block.mimeType} data={{ base64: block.data }} />
  )
}

function TextBlock({ text }: { readonly text: string }) {
  return (
    <LongText text={text}>
      {(shown) => (
        <div className={styles.resultText}>
          <VisibleText text={shown} />
        </div>
      )}
    </LongText>
  )
}

function Resource({ block }: { readonly block: Of<'resource'> }) {
  const { uri, mimeType } = block
  return (
    <DataBlock
      icon={FileText}
      title={texts.resourceOfType({ type: mimeType ?? texts.unknownType() })}
      detail={<VisibleText text={uri} />}
      data={<ContentsView contents={[block]} name={uri} />}
    />
  )
}

interface ResourceLinkProps extends Omit<BlockProps, 'block'> {
  readonly block: Of<'resource-link'>
}

function ResourceLink({ block, serverName, onAttach }: ResourceLinkProps) {
  return (
    <div data-part="block" className={styles.dataBlock}>
      <div className={styles.dataBlockHeader}>
        <LinkIcon size={14} aria-hidden />
        <span className={styles.dataBlockTitle}>
          <VisibleText text={texts.linkToResource({ name: block.name })} />
        </span>
      </div>
      {block.description !== null && (
        <div className={styles.dataBlockDetail}>
          <VisibleText text={block.description} />
        </div>
      )}
      <div className={styles.dataBlockDetail}>
        <ResourceAddress uri={block.uri} />
      </div>
      {onAttach !== undefined && (
        <ResourceLinkActions serverName={serverName} uri={block.uri} name={block.name} onAttach={onAttach} />
      )}
    </div>
  )
}

/** Web addresses can be opened; the server's own addresses are text. */
function ResourceAddress({ uri }: { readonly uri: string }) {
  return /^https?:/i.test(uri) ? (
    <Link address={uri}>
      <VisibleText text={uri} />
    </Link>
  ) : (
    <VisibleText text={uri} />
  )
}

interface DataBlockProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly detail?: ReactNode
  /** Text is shown as it stands, elements too, everything else as JSON. */
  readonly data: unknown
  /** A further button at the end of the head. */
  readonly action?: ReactNode
  /** Stands there whether the data is shown or not. */
  readonly children?: ReactNode
}

/** A labelled block whose data can be looked at. */
function DataBlock({ icon: Icon, title, detail, data, action, children }: DataBlockProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div data-part="block" className={styles.dataBlock}>
      <div className={styles.dataBlockHeader}>
        <Icon size={14} aria-hidden />
        <span className={styles.dataBlockTitle}>
          <VisibleText text={title} />
        </span>
        <Button size="small" variant="quiet" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? texts.hideData() : texts.showData()}
        </Button>
        {action}
      </div>
      {detail !== undefined && <div className={styles.dataBlockDetail}>{detail}</div>}
      {children}
      {isShown && <Data data={data} title={title} />}
    </div>
  )
}

function Data({ data, title }: Pick<DataBlockProps, 'data' | 'title'>) {
  if (typeof data === 'string') return <TextBlock text={data} />
  return isValidElement(data) ? data : <JsonView value={data} label={title} />
}

function sizeOf(base64: string): string {
  return formatSize(byteCount(base64))
}
