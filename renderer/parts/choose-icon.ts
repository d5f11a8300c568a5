/** Picks the server's icon that fits: theme first, then size. Pure. */

/** @spec 2025-11-25 basic/index#icons */
export interface IconCandidate {
  /** An http, https or data address. */
  readonly src: string
  readonly mimeType: string | null
  /** `48x48`, or `any` for scalable icons; empty if the server doesn't say. */
  readonly sizes: readonly string[]
  readonly theme: 'light' | 'dark' | null
}

export interface IconPlace {
  /** Brightness of the background. Default: any. */
  readonly theme?: 'light' | 'dark'
  /** Width in CSS pixels. Default 16. */
  readonly size?: number
  /** Without it only embedded icons can be shown. */
  readonly isNetworkAllowed: boolean
}

/** Sharp screens draw two pixels per CSS pixel. */
const pixelRatio = 2

/** Null if none may be shown. An icon for the other theme is better than none. */
export function chooseIcon(icons: readonly IconCandidate[], place: IconPlace): IconCandidate | null {
  const usable = icons.filter(({ src }) => isUsable(src, place.isNetworkAllowed))
  const wanted = (place.size ?? 16) * pixelRatio
  const rank = (icon: IconCandidate) => themeMisfit(icon, place.theme) * 1_000_000 + sizeMisfit(icon, wanted)
  return usable.reduce<IconCandidate | null>(
    (best, icon) => (best === null || rank(icon) < rank(best) ? icon : best),
    null
  )
}

/** Longer addresses are no icons; the host rejects them. */
const addressLimit = 1_000_000

function isUsable(src: string, isNetworkAllowed: boolean): boolean {
  return src.length <= addressLimit && (isEmbedded(src) || (isNetworkAllowed && isOnNetwork(src)))
}

function isEmbedded(src: string): boolean {
  return /^data:image\//i.test(src)
}

export function isOnNetwork(src: string): boolean {
  return /^https?:\/\//i.test(src)
}

function themeMisfit({ theme }: IconCandidate, wanted: IconPlace['theme']): number {
  if (wanted === undefined || theme === wanted) return 0
  return theme === null ? 1 : 2
}

/** Too small counts more than too large; scalable icons fit. */
function sizeMisfit({ sizes }: IconCandidate, wanted: number): number {
  if (sizes.length === 0) return 1 // claims to fit every place; a known fit is better
  return Math.min(
    ...sizes.map((size) => {
      const edge = size === 'any' ? wanted : Number(/^(\d{1,5})x\d{1,5}$/i.exec(size)?.[1] ?? Number.NaN)
      if (Number.isNaN(edge)) return 600
      return edge >= wanted ? edge - wanted : 1_000 + wanted - edge
    })
  )
}
