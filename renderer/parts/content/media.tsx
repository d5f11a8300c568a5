/** Pictures and sounds of a message, in every place. Nothing is loaded, and nothing in them runs. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { parts as texts } from '../../../app/texts/compiled/window/parts'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { ActivePicture } from '../../ui/untrusted/drawing/active-picture'
import { formatSize } from '../../ui/base/format'
import { byteCount, hexLines } from './bytes'
import { isDrawable, plainType } from './media-types'
import styles from './media.module.css'

export interface MediaProps {
  readonly mimeType: string
  /** base64 */
  readonly data: string
  /** Alternative text: its name, or else its source. */
  readonly of: { readonly name: string } | { readonly source: string }
  /** In a question the answer is the only action: nothing can be opened. Default false. */
  readonly isPlain?: boolean
}

/** The picture. Null if it isn't drawn, with a sentence instead. */
export function usePicture({ mimeType, data, of, isPlain = false }: MediaProps): {
  readonly picture: ReactNode | null
  readonly note: string | null
} {
  const [isBroken, setIsBroken] = useState(false)
  const type = plainType(mimeType)
  if (isBroken) return { picture: null, note: texts.imageBroken() }
  if (type === null || !isDrawable(type, data)) return { picture: null, note: null }
  const shared = {
    className: styles.picture,
    src: `data:${type};base64,${data}`,
    alt: plainWithMarks('name' in of ? texts.imageNamed(of) : texts.imageFrom(of)),
    onError: () => setIsBroken(true)
  }
  if (isPlain) return { picture: <img {...shared} alt={shared.alt} />, note: null }
  const name = 'name' in of ? of.name : texts.imageFile()
  const file = { name, mimeType, data: { base64: data } }
  return { picture: <ActivePicture {...shared} file={file} />, note: null }
}

/** The picture, or its bytes. */
export function Picture(props: MediaProps) {
  const { picture, note } = usePicture(props)
  return picture ?? <Bytes mimeType={props.mimeType} data={props.data} note={note} />
}

/** The player. Null if the sound can't be played, with a sentence that says so. */
export function usePlayer({ mimeType, data, of }: MediaProps): {
  readonly player: ReactNode | null
  readonly note: string | null
} {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken) return { player: null, note: texts.audioBroken() }
  const player = (
    <audio
      className={styles.player}
      controls
      preload="metadata"
      aria-label={plainWithMarks('name' in of ? texts.audioNamed(of) : texts.audioFrom(of))}
      src={`data:${mimeType};base64,${data}`}
      onError={() => setIsBroken(true)}
    >
      <track kind="captions" />
    </audio>
  )
  return { player, note: null }
}

/** The player, or the bytes of an unplayable sound. */
export function AudioPlayer(props: MediaProps) {
  const { player, note } = usePlayer(props)
  return player ?? <Bytes mimeType={props.mimeType} data={props.data} note={note} />
}

export interface BytesProps {
  readonly mimeType: string | null
  /** base64 */
  readonly data: string
  /** A sentence before the facts. */
  readonly note?: string | null
}

/** Type, size and first bytes of content without a view. */
export function Bytes({ mimeType, data, note = null }: BytesProps) {
  return (
    <div className={styles.bytes}>
      <p className={styles.bytesFacts}>
        {note !== null && `${note} `}
        <VisibleText
          text={texts.typeAndSize({ type: mimeType ?? texts.unknownType(), size: dataSize(data) })}
        />
      </p>
      <FirstBytes data={data} />
    </div>
  )
}

/** A group named `First bytes`. */
export function FirstBytes({ data }: Pick<BytesProps, 'data'>) {
  const lines = hexLines(data)
  if (lines === null) return <p className={styles.bytesFacts}>{texts.notBase64()}</p>
  if (lines.length === 0) return null
  return (
    <pre className={styles.bytesHex} tabIndex={0} role="group" aria-label={texts.firstBytes()}>
      {lines.join('\n')}
    </pre>
  )
}

/** The size of the decoded base64, e.g. `12 kB`. */
export function dataSize(base64: string): string {
  return formatSize(byteCount(base64))
}
