/** Notices in the corner of the window, oldest first. */
import type { EventPayload } from '../../app/contract/bridge/events'

export type NoticeAction = NonNullable<EventPayload<'notice.raised'>['action']>

export interface NoticesSlice {
  readonly notices: readonly {
    readonly id: number
    readonly level: 'status' | 'alert'
    readonly text: string
    /** The action of its button; absent: none. */
    readonly action?: NoticeAction | undefined
  }[]
  readonly lastNoticeId: number
}

export const emptyNoticesSlice: NoticesSlice = { notices: [], lastNoticeId: 0 }

/** More would cover the window, so the oldest are dropped. */
const limit = 4

/** A notice that is already shown is not repeated. */
export function noticeAdded(
  slice: NoticesSlice,
  { level, text, action }: Pick<NoticesSlice['notices'][number], 'level' | 'text' | 'action'>
): Partial<NoticesSlice> {
  if (slice.notices.some((notice) => notice.text === text && notice.level === level)) return {}
  const id = slice.lastNoticeId + 1
  return {
    notices: [...slice.notices, { id, level, text, ...(action !== undefined && { action }) }].slice(-limit),
    lastNoticeId: id
  }
}

export function noticeDismissed(slice: NoticesSlice, id: number): Partial<NoticesSlice> {
  return { notices: slice.notices.filter((notice) => notice.id !== id) }
}
