import { notShown } from '../../app/texts/compiled/window/notShown'
import type { RecoveryAction } from '../ui/controls/render-boundary'

/** A file of the page that couldn't be read can stay unreadable until the page is loaded again. */
export const reload: RecoveryAction = {
  get label() {
    return notShown.reload()
  },
  onPress: () => location.reload()
}
