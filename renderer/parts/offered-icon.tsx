/**
 * The picture that a server names for itself or for something it offers, in a box of fixed size: until it is
 * there, and where it may not be loaded, a drawing of ours stands in its place. Only ever an `<img>` of data that
 * the host has fetched and made harmless; the shell provides the way to it.
 */
import type { LucideIcon } from 'lucide-react'
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { chooseIcon } from './choose-icon'
import type { IconCandidate } from './choose-icon'
import styles from './offered-icon.module.css'

export interface OfferedIconSource {
  /** The icon as a `data:` address; null when there is none to be had. */
  readonly read: (serverName: string, src: string) => Promise<string | null>
  /** Whether the person lets the server's icons be fetched from the network. */
  readonly isNetworkAllowed: (serverName: string) => boolean
}

const IconSourceContext = createContext<OfferedIconSource>({
  read: () => Promise.resolve(null),
  isNetworkAllowed: () => false
})

/** Give it another value whenever a permission changes: icons are asked for again then. */
export const IconSourceProvider = IconSourceContext.Provider

export interface OfferedIconProps {
  /** The server that named the icons: its permission counts. */
  readonly serverName: string
  readonly icons: readonly IconCandidate[]
  readonly fallback: LucideIcon
  /** Edge in CSS pixels. */
  readonly size?: number
}

/** Decoration: the name that stands beside it says the same. */
export function OfferedIcon({ serverName, icons, fallback: Fallback, size = 14 }: OfferedIconProps) {
  const address = useIcon({ serverName, icons, size })
  const [brokenAddress, setBrokenAddress] = useState<string | null>(null)
  if (address === null || address === brokenAddress) return <Fallback size={size} aria-hidden />
  return (
    <img
      className={styles.offeredIcon}
      src={address}
      alt=""
      width={size}
      height={size}
      onError={() => setBrokenAddress(address)}
    />
  )
}

/** Whether one of the icons may be shown at all. */
export function useHasIcon(serverName: string, icons: readonly IconCandidate[]): boolean {
  const { isNetworkAllowed } = useContext(IconSourceContext)
  return chooseIcon(icons, { isNetworkAllowed: isNetworkAllowed(serverName) }) !== null
}

function useIcon({ serverName, icons, size }: Required<Omit<OfferedIconProps, 'fallback'>>): string | null {
  const source = useContext(IconSourceContext)
  const theme = useTheme()
  const isNetworkAllowed = source.isNetworkAllowed(serverName)
  const src = chooseIcon(icons, { theme, size, isNetworkAllowed })?.src ?? null
  const [read, setRead] = useState<{ readonly src: string; readonly address: string | null } | null>(null)
  useEffect(() => {
    if (src === null) return
    let isWanted = true
    void source.read(serverName, src).then((address) => {
      if (isWanted) setRead({ src, address })
    })
    return () => void (isWanted = false)
  }, [source, serverName, src])
  return read !== null && read.src === src ? read.address : null
}

const darkQuery = '(prefers-color-scheme: dark)'

function useTheme(): 'light' | 'dark' {
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
