/** The theme that the window shows. */
import { useSyncExternalStore } from 'react'

const darkQuery = '(prefers-color-scheme: dark)'

export function useTheme(): 'light' | 'dark' {
  const isDark = useSyncExternalStore(
    (onChange) => {
      const query = window.matchMedia(darkQuery)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => window.matchMedia(darkQuery).matches
  )
  return isDark ? 'dark' : 'light'
}
