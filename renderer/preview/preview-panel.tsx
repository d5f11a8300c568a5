/**
 * A page that a model wrote, beside the conversation, in a frame that the host controls. Everything around the frame is
 * Parley's, so that the page can't pose as something else.
 */
import { ArrowLeft, ChevronLeft, ChevronRight, ExternalLink, RotateCw, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { OpenPreview, PreviewProblem } from '../../app/contract/bridge/preview-calls'
import type { PreviewKind } from '../../app/contract/limits'
import { preview as texts } from '../../app/texts/compiled/window/preview'
import { useProjection } from '../state/projection'
import type { PreviewedCode } from '../ui/base/host-actions'
import { VisibleText } from '../ui/base/hidden-characters'
import { Button, IconButton, Spinner } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { SaveIconButton } from '../ui/controls/save-button'
import { BrowserQuestion } from './browser-question'
import { closePreview } from './preview-view-store'
import { usePreviewGuest, type PreviewGuest } from './use-preview-guest'
import { useVersions, type Versions } from './use-versions'
import styles from './preview-panel.module.css'

/** A complementary region named `Preview`. Needs a key for each press. */
export function PreviewPanel({ shown }: { readonly shown: PreviewedCode }) {
  const panel = useRef<HTMLElement>(null)
  const versions = useVersions(shown)
  const page = versions.versions[versions.index] ?? shown
  const opened = usePreviewGuest({ kind: page.kind, text: page.code })
  const [isAsking, setIsAsking] = useState(false)
  const { guest, preview, failure, reload } = opened
  const isAbsent = guest === null || failure !== null
  useFocus(panel, preview?.escapes ?? 0)
  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={texts.title()}
      tabIndex={-1}
      onKeyDown={(event) => closeOnEscape(event, panel)}
    >
      <Bar page={page} isAbsent={isAbsent} onReload={reload} onBrowser={() => setIsAsking(true)} />
      {versions.versions.length > 1 && <VersionSwitch {...versions} />}
      <div className={styles.failure}>
        <FailureText text={failure ?? describeEnd(preview)} />
      </div>
      <Problems problems={preview?.problems ?? []} />
      <Stage {...opened} isAsking={isAsking} />
      {guest !== null && (
        <BrowserQuestion previewId={guest.previewId} open={isAsking} onClose={() => setIsAsking(false)} />
      )}
    </aside>
  )
}

interface BarProps {
  readonly page: Pick<PreviewedCode, 'kind' | 'code'>
  /** It couldn't be drawn. */
  readonly isAbsent: boolean
  readonly onReload: () => void
  readonly onBrowser: () => void
}

function Bar({ page: { kind, code }, isAbsent, onReload, onBrowser }: BarProps) {
  return (
    <header className={styles.bar}>
      <Button size="small" variant="quiet" icon={ArrowLeft} className={styles.back} onClick={closePreview}>
        {texts.backToChat()}
      </Button>
      <div className={styles.name}>
        <h2>{texts.title()}</h2>
        <p>{texts.note()}</p>
      </div>
      <IconButton label={texts.reload()} icon={RotateCw} size="small" onClick={onReload} />
      <SaveIconButton
        label={texts.save()}
        name={`${texts.fileName()}.${endings[kind]}`}
        mimeType="text/plain"
        data={{ text: code }}
      />
      <IconButton
        label={texts.openInBrowser()}
        icon={ExternalLink}
        size="small"
        disabled={isAbsent}
        onClick={onBrowser}
      />
      <IconButton label={texts.close()} icon={X} size="small" onClick={closePreview} />
    </header>
  )
}

type StageProps = Pick<PreviewGuest, 'guest' | 'preview' | 'failure'> & { readonly isAsking: boolean }

/** The page, which nothing shows while Parley asks. */
function Stage({ guest, preview, failure, isAsking }: StageProps) {
  const hasQuestion = useProjection((state) => state.questions.length > 0)
  const hasEnded = preview?.state === 'ended'
  const isLoading = failure === null && preview?.state !== 'ready' && !hasEnded
  return (
    <div className={styles.stage} data-covered={hasQuestion || isAsking || failure !== null || undefined}>
      {guest !== null && !hasEnded && (
        <webview
          key={guest.partition}
          className={styles.guest}
          partition={guest.partition}
          src={guest.address}
          role="document"
          aria-label={texts.title()}
        />
      )}
      {isLoading && <Spinner label={texts.loading()} />}
      {hasQuestion && <p className={styles.cover}>{texts.covered()}</p>}
    </div>
  )
}

const endings: Readonly<Record<PreviewKind, string>> = {
  html: 'html',
  svg: 'svg',
  mermaid: 'mmd',
  markdown: 'md',
  react: 'tsx'
}

/** The panel gets the focus when it opens, and when the user leaves the page with Escape. */
function useFocus(panel: RefObject<HTMLElement | null>, escapes: number): void {
  useEffect(() => panel.current?.focus({ preventScroll: true }), [panel, escapes])
}

/** Not for Escape in its dialog. */
function closeOnEscape({ key, target }: KeyboardEvent, panel: RefObject<HTMLElement | null>): void {
  if (key === 'Escape' && target instanceof Node && panel.current?.contains(target) === true) closePreview()
}

function VersionSwitch({ versions, index, choose }: Versions) {
  const place = texts.versionOf({ index: index + 1, count: versions.length })
  return (
    <div role="group" aria-label={texts.versions()} className={styles.versions}>
      <IconButton
        label={texts.previousVersion()}
        icon={ChevronLeft}
        size="small"
        disabled={index === 0}
        onClick={() => choose(index - 1)}
      />
      <span role="status">{place}</span>
      <IconButton
        label={texts.nextVersion()}
        icon={ChevronRight}
        size="small"
        disabled={index === versions.length - 1}
        onClick={() => choose(index + 1)}
      />
    </div>
  )
}

/** The page writes them, so they are text and few. */
function Problems({ problems }: { readonly problems: readonly PreviewProblem[] }) {
  return (
    <div role="status" aria-label={texts.problems()}>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map(({ type, text }) => (
            <li key={`${type} ${text}`}>
              <VisibleText text={problemTexts[type]({ text })} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const problemTexts: Readonly<Record<PreviewProblem['type'], (values: { text: string }) => string>> = {
  error: texts.error,
  blocked: texts.blocked,
  import: texts.import,
  empty: texts.empty
}

const ends: Readonly<Record<NonNullable<OpenPreview['reason']>, () => string>> = {
  crashed: texts.crashed,
  navigated: texts.navigated,
  flooded: texts.flooded,
  'too-large': texts.tooLarge,
  memory: texts.memory,
  unresponsive: texts.unresponsive,
  removed: texts.removed,
  silent: texts.silent
}

/** Null: it hasn't ended, or was closed. */
function describeEnd(preview: OpenPreview | null): string | null {
  const reason = preview?.reason ?? null
  return reason === null ? null : ends[reason]()
}
