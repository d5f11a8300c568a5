/** A dialog that is loaded when first opened. Escape before that closes it as well. */
import { Suspense, useEffect } from 'react'
import type { ReactNode } from 'react'

export interface LazyDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The lazy component. */
  readonly children: ReactNode
}

export function LazyDialog({ open, onClose, children }: LazyDialogProps) {
  return <Suspense fallback={open && <Coming onClose={onClose} />}>{children}</Suspense>
}

function Coming({ onClose }: Pick<LazyDialogProps, 'onClose'>) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      event.preventDefault()
      onClose()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return null
}
