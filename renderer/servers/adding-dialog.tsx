/** A server that came from outside lies before the person: what it is, or why it is refused. */
import { useState } from 'react'
import type { AddingView } from '../../app/contract/adding/adding'
import { toText } from '../../app/texts/said'
import { call } from '../bridge/call'
import { report } from '../bridge/report'
import { useProjection } from '../state/projection'
import { Button, Spinner } from '../ui/controls/button'
import { Dialog } from '../ui/controls/dialog'
import { FailureText } from '../ui/controls/failure-text'
import { BundleDialog } from './bundle/bundle-dialog'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import { ui } from '../../app/texts/compiled/window/ui'

export function AddingDialog() {
  const adding = useProjection((state) => state.adding)
  // What was there stays while its dialog closes.
  const [last, setLast] = useState<AddingView | null>(adding)
  if (adding !== null && adding !== last) setLast(adding)
  if (last === null) return null
  const open = adding !== null
  const close = () => void call('adding.close', { id: last.id }).catch(report)
  if (last.type === 'bundle') return <BundleDialog key={last.id} bundle={last} open={open} onClose={close} />
  return <Told view={last} open={open} onClose={close} />
}

interface ToldProps {
  readonly view: Exclude<AddingView, { type: 'bundle' }>
  readonly open: boolean
  readonly onClose: () => void
}

function Told({ view, open, onClose }: ToldProps) {
  const isRefused = view.type === 'refused'
  const name = view.type === 'link' ? view.name : view.fileName
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={isRefused ? texts.bundleRefused({ name }) : texts.bundleReading({ name })}
      footer={<Button onClick={onClose}>{isRefused ? ui.close() : ui.cancel()}</Button>}
    >
      {isRefused ? (
        <FailureText text={toText(view.reason)} />
      ) : (
        <Spinner label={texts.bundleReading({ name })} />
      )}
    </Dialog>
  )
}
