/** The versions of a page while answers grow. */
import { useEffect, useState } from 'react'
import { useProjection } from '../state/projection'
import type { PreviewedCode } from '../ui/base/host-actions'
import { findVersions, type PageVersion } from './find-versions'

/** A growing answer changes 25 times a second. */
const pauseMs = 500

export interface Versions {
  readonly versions: readonly PageVersion[]
  readonly index: number
  readonly choose: (index: number) => void
}

/** Shows the pressed version. A newer one replaces the newest only while that is shown. */
export function useVersions(shown: PreviewedCode): Versions {
  const [versions, setVersions] = useState(() => readVersions(shown))
  /** Null: the newest. */
  const [chosen, setChosen] = useState(() => findPressed(versions, shown))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const update = (): void => {
      timer = null
      setVersions((before) => {
        const now = readVersions(shown)
        return isSame(before, now) ? before : now
      })
    }
    const stop = useProjection.subscribe((state, before) => {
      const isOther =
        state.threads[shown.conversationId]?.messages !== before.threads[shown.conversationId]?.messages
      if (isOther) timer ??= setTimeout(update, pauseMs)
    })
    return () => {
      stop()
      if (timer !== null) clearTimeout(timer)
    }
  }, [shown])
  const newest = versions.length - 1
  const choose = (index: number): void => setChosen(index >= newest ? null : index)
  return { versions, index: Math.min(chosen ?? newest, newest), choose }
}

function readVersions(shown: PreviewedCode): readonly PageVersion[] {
  const { threads } = useProjection.getState()
  return findVersions(threads[shown.conversationId]?.messages ?? [], shown)
}

function findPressed(versions: readonly PageVersion[], { code }: PreviewedCode): number | null {
  const index = versions.findLastIndex((version) => version.code === code)
  return index === versions.length - 1 ? null : index
}

function isSame(before: readonly PageVersion[], now: readonly PageVersion[]): boolean {
  return before.length === now.length && before.every(({ code }, index) => code === now[index]?.code)
}
