/** Shows a server from outside to the user: what it is, or why it is rejected. */
import { useEffect, useState } from 'react'
import type { AddingView } from '../../app/contract/servers/adding'
import { toText } from '../../app/texts/localized'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { useProjection } from '../state/projection'
import { Button, Spinner } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { FailureText } from '../ui/controls/failure-text'
import { ExactText } from '../ui/untrusted/exact-text'
import { BundleDialog } from './bundle/bundle-dialog'
import { DownloadDialog } from './bundle/download-dialog'
import { LinkDialog } from './link/link-dialog'
import { RecordingDialog } from './recording-dialog'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import { ui } from '../../app/texts/compiled/window/ui'
import styles from './adding-dialog.module.css'

export function AddingDialog() {
  const mark = useProjection((state) => state.adding)
  const view = useView()
  if (view === null) return null
  return <Shown view={view} isThere={mark?.id === view.id} />
}

/** Waits for an open question, and isn't closed by a later one. */
function Shown({ view, isThere }: { readonly view: AddingView; readonly isThere: boolean }) {
  const isAsked = useProjection((state) => state.questions.length > 0)
  const [shownId, setShownId] = useState<string | null>(null)
  if (isThere && !isAsked && shownId !== view.id) setShownId(view.id)
  const open = isThere && shownId === view.id
  const close = () => void call('adding.close', { id: view.id }).catch(report)
  if (view.type === 'bundle') return <BundleDialog key={view.id} bundle={view} open={open} onClose={close} />
  if (view.type === 'link') return <LinkDialog key={view.id} view={view} open={open} onClose={close} />
  if (view.type === 'download')
    return <DownloadDialog key={view.id} view={view} open={open} onClose={close} />
  if (view.type === 'recording')
    return <RecordingDialog key={view.id} view={view} open={open} onClose={close} />
  return <Told view={view} open={open} onClose={close} />
}

/** Content stays while its dialog closes. */
function useView(): AddingView | null {
  const mark = useProjection((state) => state.adding)
  const [view, setView] = useState<AddingView | null>(null)
  useEffect(() => {
    if (mark === null) return
    let isCurrent = true
    call('adding.read', {}).then((read) => isCurrent && read !== null && setView(read), report)
    return () => void (isCurrent = false)
  }, [mark])
  return view
}

interface ToldProps {
  readonly view: Exclude<AddingView, { type: 'bundle' | 'link' | 'download' | 'recording' }>
  readonly open: boolean
  readonly onClose: () => void
}

function Told({ view, open, onClose }: ToldProps) {
  const isRefused = view.type === 'refused'
  const isLink = isRefused && view.what === 'link'
  const name = view.fileName
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={
        isLink
          ? texts.linkRefused()
          : isRefused
            ? (view.what === 'recording' ? texts.recordingRefused : texts.bundleRefused)({ name })
            : texts.bundleReading({ name })
      }
      footer={<Button onClick={onClose}>{isRefused ? ui.close() : ui.cancel()}</Button>}
    >
      {isRefused ? (
        <>
          <FailureText text={toText(view.reason)} />
          {isLink && (
            <code className={styles.refusedLink}>
              <ExactText text={name} />
            </code>
          )}
        </>
      ) : (
        <Spinner label={texts.bundleReading({ name })} />
      )}
    </Dialog>
  )
}
