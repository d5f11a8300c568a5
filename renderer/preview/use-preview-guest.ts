/** Opens the frame of a page, and another one for each change of it. */
import { useEffect, useRef, useState } from 'react'
import type { CallInput, CallOutput } from '../../app/contract/bridge/calls'
import type { OpenPreview } from '../../app/contract/bridge/preview-calls'
import { call, failureMessage } from '../bridge/call'
import { report } from '../bridge/report'
import { useProjection } from '../state/projection'

type Page = CallInput<'preview.open'>
type Guest = CallOutput<'preview.open'>

export interface PreviewGuest {
  /** What the `<webview>` needs; null until it is open. */
  readonly guest: Guest | null
  /** Null until its page has reported something. */
  readonly preview: OpenPreview | null
  /** Why it couldn't be opened, as a sentence. */
  readonly failure: string | null
  readonly reload: () => void
}

/** The press before it counts for the first frame. */
export function usePreviewGuest({ kind, text }: Page): PreviewGuest {
  const [guest, setGuest] = useState<Guest | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [reloads, setReloads] = useState(0)
  /** The id of the open one, one change after the other. */
  const last = useRef<Promise<string | null>>(Promise.resolve(null))
  useEffect(() => {
    let isWanted = true
    setFailure(null)
    last.current = last.current.then(async (previewId) => {
      if (!isWanted) return previewId
      try {
        const opened = await (previewId === null
          ? call('preview.open', { kind, text })
          : call('preview.replace', { previewId, kind, text }))
        if (isWanted) setGuest(opened)
        return opened.previewId
      } catch (error) {
        if (isWanted) setFailure(failureMessage(error))
        return previewId
      }
    })
    return () => {
      isWanted = false
    }
  }, [kind, text, reloads])
  useEffect(() => () => void last.current.then(closeGuest), [])
  const preview = useProjection((state) =>
    guest === null ? null : (state.previews[guest.previewId] ?? null)
  )
  return { guest, preview, failure, reload: () => setReloads((count) => count + 1) }
}

async function closeGuest(previewId: string | null): Promise<void> {
  if (previewId !== null) await call('preview.close', { previewId }).catch(report)
}
