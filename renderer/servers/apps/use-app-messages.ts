/** The messages between Parley and an open app, oldest first, as far as they are kept. */
import { useEffect, useRef, useState } from 'react'
import type { EventPayload } from '../../../app/contract/bridge/events'
import { addMessages, noAppMessages, type AppMessageRows } from './app-message-rows'

export interface ShownAppMessages {
  readonly messages: AppMessageRows
  readonly onClear: () => void
}

export function useAppMessages(viewId: string | null): ShownAppMessages {
  const [messages, setMessages] = useState(noAppMessages)
  const ownId = useRef(viewId)
  /** Of apps whose ids aren't known yet: its first messages may come before the answer of the call that opened it. */
  const early = useRef<EventPayload<'view.messaged'>[]>([])
  useEffect(() => {
    ownId.current = viewId
    if (viewId === null) return
    const own = early.current.filter((batch) => batch.viewId === viewId)
    early.current = []
    setMessages((rows) => own.reduce(addMessages, rows))
  }, [viewId])
  useEffect(
    () =>
      window.bridge.on(({ name, payload }) => {
        if (name !== 'view.messaged') return
        const batch = payload as EventPayload<'view.messaged'>
        if (ownId.current === null) early.current = [...early.current.slice(-9), batch]
        else if (batch.viewId === ownId.current) setMessages((rows) => addMessages(rows, batch))
      }),
    []
  )
  return { messages, onClear: () => setMessages({ ...messages, rows: [], leftOut: 0 }) }
}
