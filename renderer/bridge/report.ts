/** Failures that no screen shows in place: they become a notice. Use it where a promise is left to itself. */
import { noticeAdded, noticeDismissed } from '../state/notices-slice'
import { useProjection } from '../state/projection'
import { failureMessage } from './call'

/** `void call(…).catch(report)`. */
export function report(error: unknown): void {
  notify('alert', failureMessage(error))
}

/** Raises a notice of the window's own. */
export function notify(level: 'status' | 'alert', text: string): void {
  useProjection.setState((state) => noticeAdded(state, { level, text }))
}

export function dismissNotice(id: number): void {
  useProjection.setState((state) => noticeDismissed(state, id))
}
