/** A banner that says that this computer's policy can't be used, and the consequences. */
import { toText } from '../../app/texts/render-localized'
import { useProjection } from '../state/projection'
import { Banner } from '../ui/controls/banner'
import { VisibleText } from '../ui/base/hidden-characters'

/** Can't be dismissed, because nothing works as usual until the file is fixed. */
export function ManagedBanner() {
  const failure = useProjection((state) => state.settings.managed?.failure ?? null)
  if (failure === null) return null
  return (
    <Banner tone="danger">
      <VisibleText text={toText(failure)} />
    </Banner>
  )
}
