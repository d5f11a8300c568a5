/**
 * Loads pictures on screen from the host, which fetches them and makes them harmless. Each is requested once while it is among the newest; failed
 * ones again when the user changes what may be fetched.
 */
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { call } from '../bridge/call'
import { useProjection } from '../state/projection'
import { IconSourceProvider } from '../parts/offered-icon'
import type { OfferedIconSource } from '../parts/offered-icon'

export function ServerIcons({ children }: { readonly children: ReactNode }) {
  const allowed = useProjection(({ servers }) =>
    JSON.stringify(servers.filter(({ areIconsAllowed }) => areIconsAllowed).map(({ name }) => name))
  )
  const source = useMemo(() => createIconSource(new Set(JSON.parse(allowed) as string[])), [allowed])
  return <IconSourceProvider value={source}>{children}</IconSourceProvider>
}

/** Each has up to 256 KB. */
const mostKept = 100

export function createIconSource(allowed: ReadonlySet<string>): OfferedIconSource {
  const known = new Map<string, Promise<string | null>>()
  return {
    isNetworkAllowed: (serverName) => allowed.has(serverName),
    read: (serverName, src) => {
      const key = JSON.stringify([serverName, src])
      const reading = known.get(key) ?? readIcon(serverName, src)
      known.set(key, reading)
      const [oldest] = known.keys()
      if (known.size > mostKept && oldest !== undefined) known.delete(oldest)
      return reading
    }
  }
}

async function readIcon(serverName: string, src: string): Promise<string | null> {
  try {
    const { mimeType, data } = await call('icon.read', { serverName, src })
    return drawable.test(mimeType) ? `data:${mimeType};base64,${data}` : null
  } catch {
    return null // an unavailable picture needs no report, because our drawing replaces it
  }
}

/** An SVG inside an `<img>` runs nothing and loads nothing. */
const drawable = /^image\/(?:png|jpeg|jpg|gif|webp|svg\+xml)$/
