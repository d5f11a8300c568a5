/**
 * Code that is a drawing, with a switch between the two. It is shown as an image alone: in one nothing runs, nothing is
 * loaded, no link leads anywhere, and what it may look like stays inside of it.
 */
import { useState } from 'react'
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { Button } from '../controls/button'
import { toBase64 } from '../base/to-base64'
import { ActivePicture } from './active-picture'
import styles from './drawing.module.css'

/** Characters; the window would stand still for a larger one. */
const svgLimit = 100_000

const svgNamespace = 'http://www.w3.org/2000/svg'

/** Whether the code is drawn where it stands. */
export function isDrawing(language: string, code: string): boolean {
  if (language.toLowerCase() === 'svg') return true
  return language.toLowerCase() === 'xml' && /^\s*(?:<\?xml[^>]*\?>\s*)?<svg[\s/>]/.test(code)
}

export interface DrawingProps {
  readonly code: string
  readonly children: ReactNode
}

/** `children`: the code, which stands there in place of what can't be drawn. */
export function Drawing({ code, children }: DrawingProps) {
  const [isCode, setIsCode] = useState(false)
  const [isBroken, setIsBroken] = useState(false)
  const isTooLong = code.length > svgLimit
  if (isBroken || isTooLong)
    return (
      <div className={styles.drawing}>
        <p className={styles.note}>{isTooLong ? ui.drawingTooLarge() : ui.drawingBroken()}</p>
        {children}
      </div>
    )
  return (
    <div className={styles.drawing}>
      <div className={styles.switch}>
        <Button size="small" variant="quiet" aria-pressed={isCode} onClick={() => setIsCode(!isCode)}>
          {ui.showCode()}
        </Button>
      </div>
      {isCode ? children : <Drawn code={code} onBroken={() => setIsBroken(true)} />}
    </div>
  )
}

function Drawn({ code, onBroken }: { readonly code: string; readonly onBroken: () => void }) {
  const base64 = toBase64(new TextEncoder().encode(withNamespace(code)))
  return (
    <ActivePicture
      src={`data:image/svg+xml;base64,${base64}`}
      alt={ui.drawing()}
      className={styles.picture}
      onError={onBroken}
      file={{ name: ui.drawingFile(), mimeType: 'image/svg+xml', data: { text: code } }}
    />
  )
}

/** Models leave it out, as a page does without it; an image is XML and needs it. */
function withNamespace(code: string): string {
  const [tag = ''] = /<svg\b[^>]*>/.exec(code) ?? []
  const named = ['$&', `xmlns="${svgNamespace}"`].join(' ')
  return /\sxmlns\s*=/.test(tag) ? code : code.replace(/<svg\b/, named)
}
