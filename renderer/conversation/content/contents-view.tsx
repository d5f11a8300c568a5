/** What a resource holds, each content in the view of its kind. Nothing in it is run, loaded or trusted. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ResourceContents } from '../../../app/contract/offers'
import { CodeBlock } from '../../ui/untrusted/code-block'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { JsonView, LongText } from '../../ui/untrusted/json-view'
import { Markdown } from '../../ui/untrusted/markdown'
import { SaveButton } from '../../ui/controls/save-button'
import { formatSize } from '../../ui/base/format'
import { PdfView } from './pdf-view'
import { byteCount, contentsKind, hexLines } from './contents-kind'
import { ServerMetadata } from './server-metadata'
import styles from './contents-view.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ContentsViewProps {
  readonly contents: readonly ResourceContents[]
  /** Names pictures and sounds for people who do not see them. */
  readonly name: string
}

export function ContentsView({ contents, name }: ContentsViewProps) {
  if (contents.length === 0) return <p className={styles.contentsNote}>{texts.resourceEmpty()}</p>
  return (
    <div className={styles.contents}>
      {contents.map((content, index) => (
        <div key={contentKey(content, index)} className={styles.contentsItem}>
          {contents.length > 1 && (
            <div className={styles.contentsAddress}>
              <VisibleText text={content.uri} />
            </div>
          )}
          <Content content={content} name={name} />
          <Save content={content} />
          <ServerMetadata meta={content.meta} of={content.uri} />
        </div>
      ))}
    </div>
  )
}

function Save({ content }: { readonly content: ResourceContents }) {
  const { uri, mimeType, text, blob } = content
  if (text === null && blob === null) return null
  return (
    <SaveButton name={uri} mimeType={mimeType} data={text === null ? { base64: blob ?? '' } : { text }} />
  )
}

/** One reply may name an address twice; its order tells the contents apart. */
function contentKey({ uri }: ResourceContents, index: number): string {
  return `${index} ${uri}`
}

function Content({
  content,
  name
}: {
  readonly content: ResourceContents
  readonly name: string
}): ReactNode {
  const kind = contentsKind(content)
  switch (kind.type) {
    case 'text':
      return <PlainText text={kind.text} />
    case 'markdown':
      return <LongText text={kind.text}>{(shown) => <Markdown text={shown} />}</LongText>
    case 'json':
      return <Json text={kind.text} name={name} />
    case 'code':
      return (
        <LongText text={kind.text}>{(shown) => <CodeBlock code={shown} language={kind.language} />}</LongText>
      )
    case 'image':
      return <Picture key={content.uri} {...kind} name={name} />
    case 'audio':
      return <AudioPlayer mimeType={kind.mimeType} data={kind.data} label={texts.audioNamed({ name })} />
    case 'pdf':
      return <Pdf key={content.uri} mimeType={kind.mimeType} data={kind.data} name={name} />
    case 'bytes':
      return <Bytes mimeType={kind.mimeType} data={kind.data} />
    case 'nothing':
      return <p className={styles.contentsNote}>{texts.sentNothing()}</p>
  }
}

function PlainText({ text }: { readonly text: string }) {
  if (text === '') return <p className={styles.contentsNote}>{texts.textEmpty()}</p>
  return (
    <LongText text={text}>
      {(shown) => (
        <div className={styles.contentsText}>
          <VisibleText text={shown} />
        </div>
      )}
    </LongText>
  )
}

/** Characters up to which JSON is parsed to be laid out; more is shown as it stands. */
const jsonLimit = 1_000_000

function Json({ text, name }: { readonly text: string; readonly name: string }) {
  const parsed = text.length <= jsonLimit ? parseJson(text) : null
  return parsed === null ? (
    <PlainText text={text} />
  ) : (
    <JsonView value={parsed.value} label={texts.jsonOf({ name })} />
  )
}

function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null // named JSON, and is none: the text says what it is
  }
}

interface MediaProps {
  readonly mimeType: string
  /** base64 */
  readonly data: string
}

function Picture({ mimeType, data, name }: MediaProps & { readonly name: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <Bytes mimeType={mimeType} data={data} note={texts.imageBroken()} />
  return (
    <img
      className={styles.contentsPicture}
      src={`data:${mimeType};base64,${data}`}
      alt={plainWithMarks(texts.imageNamed({ name }))}
      onError={() => setIsBroken(true)}
    />
  )
}

function Pdf({ mimeType, data, name }: BytesProps & { readonly name: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  return problem === null ? (
    <PdfView data={data} name={name} onProblem={setProblem} />
  ) : (
    <Bytes mimeType={mimeType} data={data} note={problem} />
  )
}

/** Plays what came with the message; nothing is loaded. */
export function AudioPlayer({ mimeType, data, label }: MediaProps & { readonly label: string }) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return <Bytes mimeType={mimeType} data={data} note={texts.audioBroken()} />
  return (
    <audio
      className={styles.contentsAudio}
      controls
      preload="metadata"
      aria-label={plainWithMarks(label)}
      src={`data:${mimeType};base64,${data}`}
      onError={() => setIsBroken(true)}
    >
      <track kind="captions" />
    </audio>
  )
}

interface BytesProps {
  readonly mimeType: string | null
  /** base64 */
  readonly data: string
  readonly note?: string
}

/** Type, size and the first bytes of what has no view. */
function Bytes({ mimeType, data, note }: BytesProps) {
  const lines = hexLines(data)
  const facts = { type: mimeType ?? texts.unknownType(), size: formatSize(byteCount(data)) }
  return (
    <div className={styles.contentsBytes}>
      <p className={styles.contentsNote}>
        {note !== undefined && `${note} `}
        <VisibleText text={lines === null ? texts.notBase64(facts) : texts.typeAndSize(facts)} />
      </p>
      {lines !== null && lines.length > 0 && (
        <pre className={styles.contentsHex} tabIndex={0} role="group" aria-label={texts.firstBytes()}>
          {lines.join('\n')}
        </pre>
      )}
    </div>
  )
}
