/**
 * A PDF's pages as pictures, to view and to scroll. Drawn in a worker, see `open-pdf.ts`; nothing in the file is
 * active here. The caller decides what is shown if drawing fails.
 */
import { useEffect, useId, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { Spinner } from '../../ui/controls/button'
import { openPdf, PdfProblem } from './open-pdf'
import type { OpenPdf } from './open-pdf'
import { shownPagesLimit } from './pdf-calls'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { ContentNote } from './content-text'
import styles from './pdf-view.module.css'
import { parts as texts } from '../../../app/texts/compiled/window/parts'

export interface PdfViewProps {
  /** base64 */
  readonly data: string
  /** Names the pages for users who can't see them. */
  readonly name: string
  /** Called with a sentence if nothing in the file can be shown. Must be stable between renders. */
  readonly onProblem: (sentence: string) => void
}

export function PdfView({ data, name, onProblem }: PdfViewProps) {
  const file = usePdf(data, onProblem)
  if (file === null) return <Spinner label={texts.opening({ name })} />
  const shown = Math.min(file.pageCount, shownPagesLimit)
  return (
    <>
      <div
        className={styles.pdfPages}
        role="group"
        aria-label={plainWithMarks(texts.pagesOf({ name }))}
        tabIndex={0}
      >
        {Array.from({ length: shown }, (_, index) => (
          <Page
            key={index}
            file={file}
            page={index + 1}
            // If even the first page can't be drawn, the bytes are more useful.
            onProblem={index === 0 ? onProblem : null}
          />
        ))}
      </div>
      {shown < file.pageCount && (
        <ContentNote>{texts.firstPages({ shown, count: file.pageCount })}</ContentNote>
      )}
    </>
  )
}

/** Null until it is open. The worker ends with the view. */
function usePdf(data: string, onProblem: (sentence: string) => void): OpenPdf | null {
  const [file, setFile] = useState<OpenPdf | null>(null)
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    void openPdf(data, signal).then(
      (opened) => signal.aborted || setFile(opened),
      (error: unknown) => signal.aborted || onProblem(sentenceOf(error))
    )
    return () => ending.abort()
  }, [data, onProblem])
  return file
}

interface PageProps {
  readonly file: OpenPdf
  readonly page: number
  /** Null: a page that can't be drawn says so in its place. */
  readonly onProblem: ((sentence: string) => void) | null
}

function Page({ file, page, onProblem }: PageProps) {
  const captionId = useId()
  const figure = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const isNear = useIsNear(figure)
  const [state, setState] = useState<'waiting' | 'drawn' | { readonly problem: string }>('waiting')
  useEffect(() => {
    if (!isNear) return
    void file.draw(page, pixelWidth(figure.current)).then(
      (bitmap) => {
        put(bitmap, canvas.current)
        setState('drawn')
      },
      (error: unknown) => (onProblem ?? ((problem) => setState({ problem })))(sentenceOf(error))
    )
  }, [file, page, isNear, onProblem])
  return (
    <figure
      ref={figure}
      className={styles.pdfPage}
      aria-labelledby={captionId}
      aria-busy={state === 'waiting'}
    >
      {typeof state === 'object' ? (
        <ContentNote>{state.problem}</ContentNote>
      ) : (
        <canvas ref={canvas} className={styles.pdfCanvas} aria-hidden />
      )}
      <figcaption id={captionId} className={styles.pdfCaption}>
        {texts.page({ page, count: file.pageCount })}
      </figcaption>
    </figure>
  )
}

/** Transfers the picture without a copy; a page that was removed meanwhile needs none. */
function put(bitmap: ImageBitmap, canvas: HTMLCanvasElement | null): void {
  if (canvas === null) return bitmap.close()
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
}

/** True once the element is in or near the view, and stays true. */
function useIsNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (element.current === null || isNear) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { root: element.current.parentElement, rootMargin: '50% 0px' }
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isNear])
  return isNear
}

function pixelWidth(element: HTMLElement | null): number {
  return Math.max(element?.clientWidth ?? 0, 200) * Math.min(globalThis.devicePixelRatio, 2)
}

function sentenceOf(error: unknown): string {
  return error instanceof PdfProblem ? error.message : texts.pdfFailed()
}
