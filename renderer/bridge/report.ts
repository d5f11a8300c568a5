/** Shows failures that have no place on screen as a notice. For promises that nothing awaits. */
import { noticeAdded, noticeDismissed } from '../state/notices-slice'
import { useProjection } from '../state/projection'
import { failureMessage } from './call'

/** `void call(…).catch(report)`. */
export function report(error: unknown): void {
  notify('alert', failureMessage(error))
}

/** Shows a notice from the window. */
export function notify(level: 'status' | 'alert', text: string): void {
  useProjection.setState((state) => noticeAdded(state, { level, text }))
}

export function dismissNotice(id: number): void {
  useProjection.setState((state) => noticeDismissed(state, id))
}
