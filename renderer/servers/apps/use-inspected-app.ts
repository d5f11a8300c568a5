/** Opens the app of a tool without a conversation, and sends it how it is shown. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { CallOutput } from '../../../app/contract/bridge/calls'
import type { InspectedContext } from '../../../app/contract/bridge/inspected-view-calls'
import type { OpenView } from '../../../app/contract/bridge/view-calls'
import type { ToolView } from '../../../app/contract/servers'
import { call, failureMessage } from '../../bridge/call'
import { findTallestView, readViewTokens } from '../../parts/views/read-view-tokens'
import { useProjection } from '../../state/projection'
import { readTimeZone } from '../../ui/base/format'

export interface InspectedApp {
  /** What the `<webview>` needs; null until it is open. */
  readonly guest: CallOutput<'view.open-inspected'> | null
  /** Null until it is open. */
  readonly view: OpenView | null
  /** Why it couldn't be opened, or didn't get the last context, as a sentence. */
  readonly failure: string | null
  /** Null until its place has been measured. */
  readonly context: InspectedContext | null
  readonly setContext: (context: InspectedContext) => void
}

/** `place`: the element that it is drawn in. */
export function useInspectedApp(tool: ToolView, place: RefObject<HTMLElement | null>): InspectedApp {
  const { serverName, name: toolName } = tool
  const [guest, setGuest] = useState<InspectedApp['guest']>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [chosen, setChosen] = useState<InspectedContext | null>(null)
  /** The context that the app has or gets. */
  const sent = useRef('')
  const setsMode = useRef(false)
  useEffect(() => {
    let isWanted = true
    const context = measureContext(place.current)
    setChosen(context)
    sent.current = JSON.stringify(context)
    const opening = call('view.open-inspected', { serverName, toolName, context })
    opening.then(
      (opened) => isWanted && setGuest(opened),
      (error: unknown) => isWanted && setFailure(failureMessage(error))
    )
    return () => {
      isWanted = false
      void opening.then(({ viewId }) => call('view.close', { viewId })).catch(() => {}) // it was never open, or no longer is
    }
  }, [serverName, toolName, place])
  const viewId = guest?.viewId ?? null
  const view = useProjection((state) => (viewId === null ? null : (state.views[viewId] ?? null)))
  const [displayMode, setDisplayMode] = useMode(view, setsMode)
  const context = useMemo(() => chosen && { ...chosen, displayMode }, [chosen, displayMode])
  useEffect(() => {
    const next = JSON.stringify(context)
    if (viewId === null || context === null || next === sent.current) return
    sent.current = next
    setFailure(null)
    const change = { viewId, context, setsMode: setsMode.current }
    setsMode.current = false
    call('view.change-context', change).catch((error: unknown) => setFailure(failureMessage(error)))
  }, [viewId, context])
  const setContext = (next: InspectedContext): void => {
    setChosen(next)
    setsMode.current ||= next.displayMode !== displayMode
    setDisplayMode(next.displayMode)
  }
  return { guest, view, failure, context, setContext }
}

/** Escape leaves full screen, and the app may ask for another mode while the user works in it. */
function useMode(
  view: OpenView | null,
  setsMode: RefObject<boolean>
): [mode: OpenView['displayMode'], setMode: (mode: OpenView['displayMode']) => void] {
  const [mode, setMode] = useState<OpenView['displayMode']>('inline')
  const [known, setKnown] = useState(mode)
  const current = view?.displayMode ?? 'inline'
  if (known !== current) {
    setKnown(current)
    setMode(current)
  }
  const wanted = view?.wantedMode ?? null
  const shown = useRef(mode)
  useEffect(() => void (shown.current = mode), [mode])
  useEffect(() => {
    const isUsed = document.activeElement?.tagName === 'WEBVIEW'
    if (wanted === null || (wanted !== 'inline' && !isUsed)) return
    setsMode.current ||= wanted !== shown.current
    setMode(wanted)
  }, [wanted, setsMode])
  return [mode, setMode]
}

/** As the app would be shown in a conversation. */
function measureContext(place: HTMLElement | null): InspectedContext {
  const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches
  return {
    theme: isDark ? 'dark' : 'light',
    tokens: readViewTokens(),
    displayMode: 'inline',
    width: Math.round(place?.getBoundingClientRect().width ?? 0),
    height: findTallestView(),
    locale: document.documentElement.lang === '' ? 'en' : document.documentElement.lang,
    timeZone: readTimeZone(),
    hasTouch: false,
    hasHover: true,
    safeArea: { top: 0, right: 0, bottom: 0, left: 0 }
  }
}
