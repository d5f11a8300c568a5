/**
 * The icon that a server names for itself or for something it offers, in a box of fixed size. A placeholder is shown
 * until it is loaded, and if it may not be loaded. Always an `<img>` of data that the host fetched and made harmless;
 * the shell provides the loader.
 */
import type { LucideIcon } from 'lucide-react'
import { createContext, useContext, useEffect, useState } from 'react'
import { useTheme } from '../ui/base/use-theme'
import { chooseIcon } from './choose-icon'
import type { IconCandidate } from './choose-icon'
import styles from './offered-icon.module.css'

export interface OfferedIconSource {
  /** The icon as a `data:` address; null if there is none. */
  readonly read: (serverName: string, src: string) => Promise<string | null>
  /** Whether the user allows fetching the server's icons from the network. */
  readonly isNetworkAllowed: (serverName: string) => boolean
}

const IconSourceContext = createContext<OfferedIconSource>({
  read: () => Promise.resolve(null),
  isNetworkAllowed: () => false
})

/** Change the value whenever a permission changes, so that icons are requested again. */
export const IconSourceProvider = IconSourceContext.Provider

export interface OfferedIconProps {
  /** The server that named the icons; its permission counts. */
  readonly serverName: string
  readonly icons: readonly IconCandidate[]
  readonly fallback: LucideIcon
  /** Width in CSS pixels. */
  readonly size?: number
}

/** Decorative: the name next to it says the same. */
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
