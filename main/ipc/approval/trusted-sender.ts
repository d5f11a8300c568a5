/** Who may call: the main frame of our own window, showing our own page. @see Electron's security checklist 17 */
import { appOrigin } from '../../page/page-address'

/** The part of Electron's WebFrameMain that is looked at. */
export interface SenderFrame {
  readonly origin: string
  readonly parent: unknown
}

export interface Sender {
  /** Null when the frame has gone or moved on before the call was looked at. */
  readonly frame: SenderFrame | null
  readonly contentsId: number
}

/** `windowContentsId` is null when there is no window. */
export function isTrustedSender({ frame, contentsId }: Sender, windowContentsId: number | null): boolean {
  if (frame === null || windowContentsId === null || contentsId !== windowContentsId) return false
  return frame.parent === null && frame.origin === appOrigin
}
