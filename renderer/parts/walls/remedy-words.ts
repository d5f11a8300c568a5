/** Why nothing can be contained on this computer, with the one command that helps; null: it can. */
import type { WallsView } from '../../../app/contract/walls/walls'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export function remedyWords(walls: WallsView | null): string | null {
  if (walls?.canContain !== false) return null
  return walls.remedy === null ? texts.containCannot() : texts.containCannotYet({ command: walls.remedy })
}
