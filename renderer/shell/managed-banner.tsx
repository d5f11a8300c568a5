/** Says across the window that the policy of this computer can not be used, and what that means. */
import { toText } from '../../app/texts/render-localized'
import { useProjection } from '../state/projection'
import { Banner } from '../ui/controls/banner'
import { VisibleText } from '../ui/base/hidden-characters'

/** Can not be dismissed: nothing works as usual until the file is fixed. */
export function ManagedBanner() {
  const failure = useProjection((state) => state.settings.managed?.failure ?? null)
  if (failure === null) return null
  return (
    <Banner tone="danger">
      <VisibleText text={toText(failure)} />
    </Banner>
  )
}
