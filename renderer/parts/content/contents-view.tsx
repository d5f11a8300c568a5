/** A resource's contents, each in the view of its kind. Nothing in it is run, loaded or trusted. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ResourceContents } from '../../../app/contract/offers'
import { CodeBlock } from '../../ui/untrusted/code-block'
import { VisibleText } from '../../ui/base/hidden-characters'
import { JsonView, LongText } from '../../ui/untrusted/json-view'
import { Markdown } from '../../ui/untrusted/markdown'
import { SaveButton } from '../../ui/controls/save-button'
import { PdfView } from './pdf-view'
import { ContentNote, ContentText } from './content-text'
import { contentsKind } from './contents-kind'
import { AudioPlayer, Bytes, Picture } from './media'
import type { BytesProps } from './media'
import { ServerMetadata } from './server-metadata'
import styles from './contents-view.module.css'
import { parts as texts } from '../../../app/texts/compiled/window/parts'

export interface ContentsViewProps {
  readonly contents: readonly ResourceContents[]
  /** Names pictures and sounds for users who can't see them. */
  readonly name: string
  /** False if the caller offers that. Default true. */
  readonly hasSave?: boolean
}

export function ContentsView({ contents, name, hasSave = true }: ContentsViewProps) {
  if (contents.length === 0) return <ContentNote>{texts.resourceEmpty()}</ContentNote>
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
          {hasSave && <Save content={content} />}
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

/** A reply may repeat an address; the index distinguishes the contents. */
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
      return <ContentText text={kind.text} />
    case 'markdown':
      return <LongText text={kind.text}>{(shown) => <Markdown text={shown} />}</LongText>
    case 'json':
      return <Json text={kind.text} name={name} />
    case 'code':
      return (
        <LongText text={kind.text}>{(shown) => <CodeBlock code={shown} language={kind.language} />}</LongText>
      )
    case 'image':
      return <Picture key={content.uri} {...kind} of={{ name }} />
    case 'audio':
      return <AudioPlayer key={content.uri} {...kind} of={{ name }} />
    case 'pdf':
      return <Pdf key={content.uri} mimeType={kind.mimeType} data={kind.data} name={name} />
    case 'bytes':
      return <Bytes mimeType={kind.mimeType} data={kind.data} />
    case 'nothing':
      return <ContentNote>{texts.sentNothing()}</ContentNote>
  }
}

/** Longest JSON that is parsed and formatted, in characters; longer JSON is shown unformatted. */
const jsonLimit = 1_000_000

function Json({ text, name }: { readonly text: string; readonly name: string }) {
  const parsed = text.length <= jsonLimit ? parseJson(text) : null
  return parsed === null ? (
    <ContentText text={text} />
  ) : (
    <JsonView value={parsed.value} label={texts.jsonOf({ name })} />
  )
}

function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return null // claims to be JSON, but isn't: the text shows it
  }
}

function Pdf({ mimeType, data, name }: BytesProps & { readonly name: string }) {
  const [problem, setProblem] = useState<string | null>(null)
  return problem === null ? (
    <PdfView data={data} name={name} onProblem={setProblem} />
  ) : (
    <Bytes mimeType={mimeType} data={data} note={problem} />
  )
}
