/**
 * Code that is a drawing, with a switch between the two. It is shown as an image only: there nothing runs, nothing is
 * loaded, no link works, and its styles stay inside.
 */
import { Image as ImageIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ui } from '../../../../app/texts/compiled/window/ui'
import { fileName } from '../../base/file-name'
import { useHostActions } from '../../base/host-actions'
import { toBase64 } from '../../base/to-base64'
import { Button, IconButton } from '../../controls/button'
import { SaveIconButton } from '../../controls/save-button'
import { findPreviewKind } from '../../base/find-preview-kind'
import { ActivePicture, CopyPictureButton } from './active-picture'
import { toPng } from './to-png'
import styles from './drawing.module.css'

/** Characters; a larger one would freeze the window. */
const svgLimit = 100_000

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Whether the code is drawn in place. */
export function isDrawing(language: string, code: string): boolean {
  return findPreviewKind(language, code) === 'svg'
}

export interface DrawingProps {
  /** SVG. */
  readonly code: string
  /** The most characters that are drawn. */
  readonly limit?: number
  /** Buttons beside the picture. */
  readonly actions?: ReactNode
  /** The unchanged code, shown if the drawing fails. */
  readonly children: ReactNode
}

/** A picture with a row of buttons; `Show code` shows `children` instead. */
export function Drawing({ code, limit = svgLimit, actions, children }: DrawingProps) {
  const [isCode, setIsCode] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const isTooLong = code.length > limit
  if (isBroken || isTooLong)
    return (
      <div className={styles.drawing}>
        <p className={styles.note}>{isTooLong ? ui.drawingTooLarge() : ui.drawingBroken()}</p>
        {children}
      </div>
    )
  const file = { name: ui.drawingFile(), mimeType: 'image/svg+xml', data: { text: code } }
  const src = `data:image/svg+xml;base64,${toBase64(new TextEncoder().encode(withNamespace(code)))}`
  return (
    <div className={styles.drawing} ref={frame}>
      <div className={styles.switch}>
        {!isCode && (
          <>
            {actions}
            <CopyPictureButton find={() => frame.current?.querySelector('img') ?? null} />
            <SavePngButton src={src} />
            <SaveIconButton {...file} label={ui.saveAsSvg()} />
          </>
        )}
        <Button size="small" variant="quiet" aria-pressed={isCode} onClick={() => setIsCode(!isCode)}>
          {ui.showCode()}
        </Button>
      </div>
      {isCode ? (
        children
      ) : (
        <ActivePicture
          src={src}
          alt={ui.drawing()}
          className={styles.picture}
          onError={() => setIsBroken(true)}
          file={file}
        />
      )}
    </div>
  )
}

/** For programs that don't support SVG. */
function SavePngButton({ src }: { readonly src: string }) {
  const { saveFile } = useHostActions()
  const [state, setState] = useState<'ready' | 'saving' | 'impossible'>('ready')
  const save = async () => {
    setState('saving')
    const data = await toPng(src)
    // If it fails the host says why in a notice.
    if (data !== null) await saveFile(fileName(ui.drawingFile(), 'image/png'), data).catch(() => {})
    setState(data === null ? 'impossible' : 'ready')
  }
  return (
    <IconButton
      label={state === 'impossible' ? ui.noPng() : ui.saveAsPng()}
      icon={ImageIcon}
      size="small"
      disabled={state !== 'ready'}
      onClick={() => void save()}
    />
  )
}

/** Models omit it, because pages don't need it; an image is XML and needs it. */
function withNamespace(code: string): string {
  const [tag = ''] = /<svg\b[^>]*>/.exec(code) ?? []
  const named = ['$&', `xmlns="${svgNamespace}"`].join(' ')
  return /\sxmlns\s*=/.test(tag) ? code : code.replace(/<svg\b/, named)
}
