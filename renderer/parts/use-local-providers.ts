/** Model programs on this computer, searched for repeatedly while a screen offers them. */
import { useEffect, useState } from 'react'
import type { LocalProvider } from '../../app/contract/settings'
import { call } from '../bridge/call'

const everyMs = 3_000

export function useLocalProviders(): readonly LocalProvider[] {
  const [found, setFound] = useState<readonly LocalProvider[]>([])
  useEffect(() => {
    let isShown = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      // Providers that can't be reached now are asked again.
      const now = await call('model.find-local', {}).catch(() => [])
      if (!isShown) return
      setFound(now)
      timer = setTimeout(() => void look(), everyMs)
    }
    void look()
    return () => {
      isShown = false
      clearTimeout(timer)
    }
  }, [])
  return found
}
