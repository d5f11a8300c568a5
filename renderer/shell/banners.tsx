/** What is wrong with the settings, above the conversation. */
import { useProjection } from '../state/projection'
import { Banner } from '../ui/controls/banner'
import { VisibleText } from '../ui/base/hidden-characters'
import { toText } from '../../app/texts/localized'
import { navigate } from './navigation-view-store'
import { PendingSettingsBanner } from './pending-settings-banner'
import { SettingsBanner } from './settings-banner'

const openSettingsFileSection = () => navigate.openSettings('developer')

export function Banners() {
  return (
    <>
      <ManagedBanner />
      <PendingSettingsBanner />
      <SettingsBanner onOpenSettings={openSettingsFileSection} />
    </>
  )
}

/** Can't be dismissed, because nothing works as usual until the file is fixed. */
function ManagedBanner() {
  const failure = useProjection((state) => state.settings.managed?.failure ?? null)
  if (failure === null) return null
  return (
    <Banner tone="danger">
      <VisibleText text={toText(failure)} />
    </Banner>
  )
}
