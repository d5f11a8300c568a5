/** A picture that can be enlarged, copied and saved. Nothing in it runs, and nothing is loaded. */
import { Copy, Check, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ui } from '../../../../app/texts/compiled/window/ui'
import { useHostActions } from '../../base/host-actions'
import { plainWithMarks } from '../../base/hidden-characters'
import { IconButton } from '../../controls/button'
import { Dialog } from '../../controls/dialog'
import { SaveIconButton } from '../../controls/save-button'
import type { SaveButtonProps } from '../../controls/save-button'
import { findVisiblePoint } from '../../base/find-visible-point'
import styles from './active-picture.module.css'

export interface ActivePictureProps {
  /** A `data:` address. */
  readonly src: string
  readonly alt: string
  readonly className: string | undefined
  readonly onError: () => void
  /** The data to save. */
  readonly file: SaveButtonProps
}

/** An image in a button named `Enlarge: ‹alt›`. */
export function ActivePicture({ src, alt, className, onError, file }: ActivePictureProps) {
  const [isOpen, setIsOpen] = useState(false)
  const name = plainWithMarks(alt)
  return (
    <>
      <button
        type="button"
        className={styles.enlarge}
        aria-label={ui.enlargeImage({ name })}
        onClick={() => setIsOpen(true)}
      >
        <img className={className} src={src} alt={name} onError={onError} />
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        size="large"
        title={alt}
        className={styles.viewer}
      >
        {isOpen && <Viewer src={src} name={name} file={file} />}
      </Dialog>
    </>
  )
}

/** Zoom factor per step, and the smallest and largest size. */
const step = 1.25
const least = 0.05
const most = 16

interface ViewerProps {
  readonly src: string
  readonly name: string
  readonly file: SaveButtonProps
}

/** Initially fitted. `+` and `-` change its size, `0` fits it again. */
function Viewer({ src, name, file }: ViewerProps) {
  const image = useRef<HTMLImageElement>(null)
  /** Null: as large as the space allows. */
  const [scale, setScale] = useState<number | null>(null)
  const zoom = (factor: number) => {
    const { naturalWidth = 0, clientWidth = 0 } = image.current ?? {}
    const shown = scale ?? (naturalWidth > 0 && clientWidth > 0 ? clientWidth / naturalWidth : 1)
    setScale(Math.min(most, Math.max(least, shown * factor)))
  }
  const actions: Readonly<Record<string, () => void>> = {
    '+': () => zoom(step),
    '=': () => zoom(step),
    '-': () => zoom(1 / step),
    '0': () => setScale(null)
  }
  useKeys(actions)
  const width = scale === null ? null : Math.round((image.current?.naturalWidth ?? 0) * scale)
  return (
    <div className={styles.stage}>
      <div className={styles.tools} role="toolbar" aria-label={ui.imageTools()}>
        <IconButton label={ui.zoomOut()} icon={ZoomOut} size="small" onClick={() => zoom(1 / step)} />
        <span className={styles.scale} role="status">
          {scale === null ? ui.fits() : ui.percent({ share: scale })}
        </span>
        <IconButton label={ui.zoomIn()} icon={ZoomIn} size="small" onClick={() => zoom(step)} />
        <IconButton label={ui.fitImage()} icon={Maximize} size="small" onClick={() => setScale(null)} />
        <CopyPictureButton find={() => image.current} />
        <SaveIconButton {...file} label={ui.saveImage()} />
      </div>
      {/* Scrolls both ways, so it must be focusable by keyboard. */}
      <div
        className={styles.room}
        tabIndex={0}
        role="group"
        aria-label={name}
        data-fits={scale === null || undefined}
      >
        <img ref={image} src={src} alt={name} {...(width !== null && { style: { width } })} />
      </div>
    </div>
  )
}

/** Regardless of the focus, because nothing else in the window can be used meanwhile. Shortcuts are ignored. */
function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : latest.current[event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

export interface CopyPictureButtonProps {
  readonly find: () => HTMLImageElement | null
}

/** Copies the picture as drawn, and confirms it for a moment. */
export function CopyPictureButton({ find }: CopyPictureButtonProps) {
  const { copyImage } = useHostActions()
  const [isCopied, setIsCopied] = useState(false)
  const copy = async () => {
    const image = find()
    const point = image === null ? null : findVisiblePoint(image)
    if (point === null) return
    try {
      await copyImage(point)
      setIsCopied(true)
      setTimeout(() => setIsCopied(false), 1_600)
    } catch {
      // The host says why in a notice.
    }
  }
  return (
    <IconButton
      label={isCopied ? ui.copied() : ui.copyImage()}
      icon={isCopied ? Check : Copy}
      size="small"
      onClick={() => void copy()}
    />
  )
}
