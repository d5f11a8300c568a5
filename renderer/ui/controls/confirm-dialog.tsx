/** Asks once before something is removed permanently. */
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { Button } from './button'
import { Dialog, type DialogProps } from './dialog'
import { GuardedButton } from './guarded-button'

export interface ConfirmDialogProps extends Pick<
  DialogProps,
  'open' | 'onClose' | 'title' | 'description' | 'place'
> {
  /** What the button does. Default: `Delete`. */
  readonly label?: string
  readonly isBusy?: boolean
  readonly onConfirm: () => void
  readonly children: ReactNode
}

export function ConfirmDialog({ label, isBusy = false, onConfirm, ...dialog }: ConfirmDialogProps) {
  return (
    <Dialog
      {...dialog}
      size="small"
      footer={
        <>
          <Button onClick={dialog.onClose}>{ui.cancel()}</Button>
          <GuardedButton variant="danger" isBusy={isBusy} onPress={onConfirm}>
            {label ?? ui.delete()}
          </GuardedButton>
        </>
      }
    />
  )
}
