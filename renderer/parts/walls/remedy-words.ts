/** Why a server can't be contained on this computer, and what that means for it; null: it can, or it isn't known. */
import type { WallsView } from '../../../app/contract/walls/walls'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export interface Contained {
  /** Its entry asks for walls: then it doesn't run without. */
  readonly isContained: boolean
}

export function cannotWords(walls: WallsView | null, { isContained }: Contained): string | null {
  if (walls?.canContain !== false) return null
  return isContained ? texts.containCannotStart() : texts.containCannot()
}

/** The same with the one command that helps. */
export function remedyWords(walls: WallsView | null, contained: Contained): string | null {
  const words = cannotWords(walls, contained)
  if (words === null || walls?.remedy == null) return words
  return `${words} ${texts.containHelps()} ${walls.remedy}`
}
