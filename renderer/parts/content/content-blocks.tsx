/** Content from servers and models, block by block: one view per kind, for messages and for questions. */
import { AudioLines, Braces, FileText, Image, Link as LinkIcon, Wrench } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { SamplingContent } from '../../../app/contract/requests'
import { parts as texts } from '../../../app/texts/compiled/window/parts'
import { VisibleText } from '../../ui/base/hidden-characters'
import { useWhenRevealed } from '../../ui/base/reveal-target'
import { Button } from '../../ui/controls/button'
import { SaveButton } from '../../ui/controls/save-button'
import { JsonView } from '../../ui/untrusted/json-view'
import { Link } from '../../ui/untrusted/link'
import { ContentFrame } from './content-frame'
import { ContentNote, ContentText } from './content-text'
import styles from './content-blocks.module.css'
import { contentsKind } from './contents-kind'
import { ContentsView } from './contents-view'
import { AudioPlayer, Bytes, dataSize, FirstBytes, Picture, usePicture, usePlayer } from './media'

type Of<Kind extends SamplingContent['type']> = Extract<SamplingContent, { readonly type: Kind }>

interface Place {
  /**
   * - `message`: for reading. Text and pictures are shown directly; data is folded and can be saved, resources are
   * formatted by type, and web addresses can be opened.
   * - `question`: for deciding. Everything is shown at once, to the last character as it will be read. Nothing is
   * formatted, folded or opened, and the answer is the only action.
   */
  readonly shownIn: 'message' | 'question'
  /** The content's source: a server or a model. */
  readonly source: string
  /** Actions for a link to a resource; absent if there are none. */
  readonly linkActions?: ((link: Of<'resource-link'>) => ReactNode) | undefined
}

export interface ContentBlocksProps extends Place {
  readonly blocks: readonly SamplingContent[]
}

export function ContentBlocks({ blocks, ...place }: ContentBlocksProps) {
  // Content never changes once shown, so the index identifies its blocks.
  return blocks.map((block, index) => (
    <ContentBlockView key={blockKey(block, index)} block={block} {...place} />
  ))
}

function blockKey({ type }: SamplingContent, index: number): string {
  return `${index} ${type}`
}

export interface ContentBlockProps extends Place {
  readonly block: SamplingContent
  /** A button at the end of the block's head; in a question every block has a head. */
  readonly action?: ReactNode
}

export function ContentBlockView(props: ContentBlockProps) {
  const Drawing = drawings[props.block.type] as (props: ContentBlockProps) => ReactNode
  return <Drawing {...props} />
}

interface DrawnProps<Kind extends SamplingContent['type']> extends Omit<ContentBlockProps, 'block'> {
  readonly block: Of<Kind>
}

const drawings: { readonly [Kind in SamplingContent['type']]: (props: DrawnProps<Kind>) => ReactNode } = {
  text: Words,
  image: PictureBlock,
  audio: Sound,
  resource: Resource,
  'resource-link': ResourceLink,
  'tool-use': ({ block, ...place }) => (
    <DataBlock
      {...place}
      icon={Wrench}
      title={texts.callOfTool({ name: block.name })}
      data={<JsonView value={block.input} label={texts.input()} isCompact />}
    />
  ),
  'tool-result': ToolResult,
  unknown: ({ block, ...place }) => (
    <DataBlock
      {...place}
      icon={Braces}
      title={texts.unknownContent()}
      save={
        <SaveButton name="" mimeType="application/json" data={{ text: JSON.stringify(block.raw, null, 2) }} />
      }
      data={<JsonView value={block.raw} label={texts.unknownContent()} isCompact />}
    />
  )
}

function Words({ block: { text }, shownIn, action }: DrawnProps<'text'>) {
  if (shownIn === 'message') return <ContentText text={text} />
  return (
    <ContentFrame icon={FileText} title={texts.text()} actions={action}>
      <ContentText text={text} isWhole />
    </ContentFrame>
  )
}

function PictureBlock({ block, ...place }: DrawnProps<'image'>) {
  const { mimeType, data } = block
  const isInMessage = place.shownIn === 'message'
  const { picture, note } = usePicture({
    mimeType,
    data,
    of: { source: place.source },
    isPlain: !isInMessage
  })
  const save = <SaveMedia block={block} />
  if (picture !== null && isInMessage)
    return (
      <div className={styles.picture}>
        {picture}
        {save}
      </div>
    )
  return (
    <DataBlock
      {...place}
      icon={Image}
      title={texts.image({ type: mimeType })}
      detail={sizeAfter(note, data)}
      save={save}
      view={picture ?? (!isInMessage && <FirstBytes data={data} />)}
      data={isInMessage && <ContentText text={data} />}
    />
  )
}

function Sound({ block, ...place }: DrawnProps<'audio'>) {
  const { mimeType, data } = block
  const isInMessage = place.shownIn === 'message'
  const { player, note } = usePlayer({ mimeType, data, of: { source: place.source } })
  return (
    <DataBlock
      {...place}
      icon={AudioLines}
      title={texts.audio({ type: mimeType })}
      detail={sizeAfter(note, data)}
      save={<SaveMedia block={block} />}
      view={player ?? (!isInMessage && <FirstBytes data={data} />)}
      data={isInMessage && <ContentText text={data} />}
    />
  )
}

function sizeAfter(note: string | null, data: string): string {
  return note === null ? dataSize(data) : `${note} ${dataSize(data)}`
}

const fileNames = { image: texts.imageFile, audio: texts.soundFile }

function SaveMedia({ block }: { readonly block: Of<'image' | 'audio'> }) {
  return <SaveButton name={fileNames[block.type]()} mimeType={block.mimeType} data={{ base64: block.data }} />
}

function Resource({ block, ...place }: DrawnProps<'resource'>) {
  const { uri, mimeType, text, blob } = block
  const isInMessage = place.shownIn === 'message'
  const { type } = contentsKind(block)
  const contents = isInMessage ? (
    <ContentsView contents={[block]} name={uri} hasSave={false} />
  ) : (
    <ExactContents block={block} />
  )
  // Pictures and sounds look like those outside resources.
  const isSeenAtOnce = isInMessage && (type === 'image' || type === 'audio' || type === 'nothing')
  return (
    <DataBlock
      {...place}
      icon={FileText}
      title={texts.resourceOfType({ type: mimeType ?? texts.unknownType() })}
      detail={<VisibleText text={uri} />}
      hasPreview={type !== 'bytes'}
      save={
        type !== 'nothing' && (
          <SaveButton
            name={uri}
            mimeType={mimeType}
            data={text === null ? { base64: blob ?? '' } : { text }}
          />
        )
      }
      {...(isSeenAtOnce ? { view: contents, data: false } : { data: contents })}
    />
  )
}

/** Text unchanged, regardless of its type; bytes by what they are. */
function ExactContents({ block }: { readonly block: Of<'resource'> }) {
  const { uri, mimeType, text, blob } = block
  if (text !== null) return <ContentText text={text} isWhole />
  if (blob === null) return <ContentNote>{texts.sentNothing()}</ContentNote>
  const kind = contentsKind(block)
  if (kind.type === 'image') return <Picture {...kind} of={{ name: uri }} isPlain />
  if (kind.type === 'audio') return <AudioPlayer {...kind} of={{ name: uri }} />
  return <Bytes mimeType={mimeType} data={blob} />
}

function ResourceLink({ block, shownIn, linkActions, action }: DrawnProps<'resource-link'>) {
  const { uri, name, description } = block
  // Web addresses can be opened; the server's own addresses are text.
  const isOpened = shownIn === 'message' && /^https?:/i.test(uri)
  const address = <VisibleText text={uri} />
  return (
    <ContentFrame
      icon={LinkIcon}
      title={texts.linkToResource({ name })}
      detail={
        <>
          {description !== null && (
            <div>
              <VisibleText text={description} />
            </div>
          )}
          <div>{isOpened ? <Link address={uri}>{address}</Link> : address}</div>
        </>
      }
      actions={action}
    >
      {linkActions?.(block)}
    </ContentFrame>
  )
}

function ToolResult({ block, action, ...place }: DrawnProps<'tool-result'>) {
  const { toolUseId, content, structuredContent, isError } = block
  return (
    <DataBlock
      {...place}
      action={action}
      icon={Wrench}
      title={texts.resultOfTool({ failed: isError ? 'yes' : 'no', call: toolUseId })}
      view={<ContentBlocks {...place} blocks={content} />}
      data={
        structuredContent !== null && (
          <JsonView value={structuredContent} label={texts.structuredContent()} isCompact />
        )
      }
    />
  )
}

interface DataBlockProps extends Pick<ContentBlockProps, 'shownIn' | 'action'> {
  readonly icon: LucideIcon
  readonly title: string
  readonly detail?: ReactNode
  /** Folded content is shown in its own view, not as bytes. Default false. */
  readonly hasPreview?: boolean
  /** Offered in messages. */
  readonly save?: ReactNode
  /** Always shown. */
  readonly view?: ReactNode
  /** Behind a button in messages; false for none. */
  readonly data: ReactNode
}

function DataBlock({ shownIn, action, save, view, data, hasPreview = false, ...head }: DataBlockProps) {
  const [isShown, setIsShown] = useState(false)
  useWhenRevealed(() => setIsShown(true))
  const isFolded = shownIn === 'message' && data !== false
  const [open, close] = hasPreview ? [texts.preview, texts.hidePreview] : [texts.showData, texts.hideData]
  return (
    <ContentFrame
      {...head}
      actions={
        <>
          {isFolded && (
            <Button size="small" variant="quiet" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
              {isShown ? close() : open()}
            </Button>
          )}
          {shownIn === 'message' && save}
          {action}
        </>
      }
    >
      {view}
      {(!isFolded || isShown) && data}
    </ContentFrame>
  )
}
