/**
 * Who may call: the main frame of Parley's own window that shows Parley's own page. @see Electron's security checklist
 * 17
 */
import { appOrigin } from '../../page/page-address'

/** The part of Electron's WebFrameMain that is checked. */
export interface SenderFrame {
  readonly origin: string
  readonly parent: unknown
}

export interface Sender {
  /** Null if the frame was removed or navigated before the call was checked. */
  readonly frame: SenderFrame | null
  readonly contentsId: number
}

/** `windowContentsId` is null if there is no window. */
export function isTrustedSender({ frame, contentsId }: Sender, windowContentsId: number | null): boolean {
  if (frame === null || windowContentsId === null || contentsId !== windowContentsId) return false
  return frame.parent === null && frame.origin === appOrigin
}
