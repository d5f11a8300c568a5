/** Opens the view of a call while its card is drawn, and reports how it is shown. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import type { OpenView, ViewSurroundings } from '../../../app/contract/bridge/view-calls'
import { call, failureMessage } from '../../bridge/call'
import { report } from '../../bridge/report'
import { findTallestView, readViewTokens } from './read-view-tokens'
import { useProjection } from '../../state/projection'
import { readTimeZone } from '../../ui/base/format'
import { useTheme } from '../../ui/base/use-theme'

export interface CallPlace {
  readonly conversationId: string
  readonly messageId: string
  readonly callId: string
}

export interface ShownGuest {
  /** What the `<webview>` needs; null until it is prepared. */
  readonly guest: CallOutput<'view.prepare'> | null
  /** Null until it is open. */
  readonly view: OpenView | null
  /** Why it couldn't be opened, as a sentence. */
  readonly failure: string | null
  readonly setMode: (displayMode: OpenView['displayMode']) => void
  readonly close: () => Promise<void>
}

export interface ViewOpening {
  /** The user has just opened it. Only the value at that moment counts. */
  readonly asksAgain?: boolean
}

/** `opening`: null while its frame is only prepared. */
export function useCallView(
  place: CallPlace,
  frame: RefObject<HTMLElement | null>,
  opening: ViewOpening | null
): ShownGuest {
  const [opensWith, setOpensWith] = useState(opening)
  if (opening !== null && opensWith === null) setOpensWith(opening)
  const { conversationId, messageId, callId } = place
  const [guest, setGuest] = useState<ShownGuest['guest']>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const preparing = useRef<Promise<CallOutput<'view.prepare'>> | null>(null)
  useEffect(() => {
    let isWanted = true
    const prepared = call('view.prepare', {})
    preparing.current = prepared
    // Its process starts while the core reads the page.
    const take = async (): Promise<void> => {
      const next = await prepared
      if (isWanted) setGuest(next)
    }
    take().catch(() => {}) // told if the user opens it
    return () => {
      isWanted = false
      void prepared.then(({ viewId }) => call('view.close', { viewId })).catch(() => {}) // there are too many
    }
  }, [conversationId, messageId, callId])
  useEffect(() => {
    if (opensWith === null) return
    let isWanted = true
    const surroundings = measure(frame.current, 'inline')
    const open = async (): Promise<void> => {
      const prepared = await preparing.current
      if (prepared === null || !isWanted) return
      const again = opensWith.asksAgain === true && { asksAgain: true }
      const { viewId } = prepared
      await call('view.open', { viewId, conversationId, messageId, callId, surroundings, ...again })
    }
    open().catch((error: unknown) => isWanted && setFailure(failureMessage(error)))
    return () => {
      isWanted = false
    }
  }, [conversationId, messageId, callId, frame, opensWith])
  const viewId = guest?.viewId ?? null
  const view = useProjection((state) => (viewId === null ? null : (state.views[viewId] ?? null)))
  const tell = useCallback(
    (displayMode: OpenView['displayMode'], setsMode = false) => {
      if (viewId === null) return
      const surroundings = measure(frame.current, displayMode)
      void call('view.show', { viewId, displayMode, surroundings, setsMode }).catch(report)
    },
    [viewId, frame]
  )
  const setMode = useCallback((displayMode: OpenView['displayMode']) => tell(displayMode, true), [tell])
  useFollowedSurroundings(frame, view?.displayMode ?? null, tell)
  const close = useCallback(
    async () => (viewId === null ? undefined : void (await call('view.close', { viewId }).catch(report))),
    [viewId]
  )
  return { guest, view, failure, setMode, close }
}

/** Reports a new theme, language, size, mode and time zone. */
function useFollowedSurroundings(
  frame: RefObject<HTMLElement | null>,
  displayMode: OpenView['displayMode'] | null,
  tell: (displayMode: OpenView['displayMode']) => void
): void {
  const theme = useTheme()
  const language = useProjection((state) => state.settings?.shownLanguage)
  const known = useRef('')
  useEffect(() => {
    if (displayMode === null || frame.current === null) return
    const follow = (): void => {
      const now = JSON.stringify([theme, language, measure(frame.current, displayMode)])
      if (known.current !== '' && known.current !== now) tell(displayMode)
      known.current = now
    }
    follow()
    const observer = new ResizeObserver(follow)
    observer.observe(frame.current)
    window.addEventListener('resize', follow)
    // The time zone of the system may have changed.
    window.addEventListener('focus', follow)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', follow)
      window.removeEventListener('focus', follow)
    }
  }, [frame, theme, language, displayMode, tell])
}

function measure(frame: HTMLElement | null, displayMode: OpenView['displayMode']): ViewSurroundings {
  const { width = 0, height = 0 } = frame?.getBoundingClientRect() ?? {}
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  return {
    theme: isDark ? 'dark' : 'light',
    tokens: readViewTokens(),
    width: Math.round(width),
    height: displayMode === 'inline' ? findTallestView() : Math.round(height),
    timeZone: readTimeZone()
  }
}
