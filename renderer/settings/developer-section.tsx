/** Section `Developer`: the MCP servers with their states, and the settings file. */
import { Server } from 'lucide-react'
import { report } from '../bridge/report'
import { saveSettings, useSetting } from '../bridge/settings'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { Switch } from '../ui/controls/switch'
import { VisibleText } from '../ui/base/hidden-characters'
import type { SectionProps } from './section'
import { SettingsFileSection } from './settings-file-section'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import { describeServerState } from '../parts/server-state-texts'
import partStyles from '../parts/permissions/settings-parts.module.css'
import { toText } from '../../app/texts/localized'

/** The server dialog shows all of them; here a summary is enough. */
const shownServers = 20

function DeveloperTools() {
  const isOn = useSetting('desktop.developerTools')
  return (
    <Switch
      label={texts.developerTools()}
      hint={texts.developerToolsHint()}
      isOn={isOn}
      onChange={(next) => void saveSettings({ 'desktop.developerTools': next }).catch(report)}
    />
  )
}

export function DeveloperSection({ onOpenServers }: SectionProps) {
  const servers = useProjection((state) => state.servers)
  return (
    <>
      <section className={partStyles.settingsGroup}>
        <h3>{texts.mcpServers()}</h3>
        {servers.length === 0 ? (
          <p className={partStyles.settingsNone}>{texts.noServersYet()}</p>
        ) : (
          <ul className={partStyles.settingsList} aria-label={texts.mcpServers()}>
            {servers.slice(0, shownServers).map(({ name, state, reason }) => (
              <li key={name} className={partStyles.settingsItem}>
                <div className={partStyles.settingsItemWords}>
                  <p className={partStyles.settingsItemTitle}>
                    <VisibleText text={name} />
                  </p>
                  <p className={partStyles.settingsItemNote}>
                    {describeServerState(state)}
                    {reason !== null && ' · '}
                    {reason !== null && <VisibleText text={toText(reason)} />}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
        {servers.length > shownServers && (
          <p className={partStyles.settingsNone}>{texts.andMore({ count: servers.length - shownServers })}</p>
        )}
        <Button icon={Server} className={partStyles.settingsStart} onClick={onOpenServers}>
          {servers.length === 0 ? texts.addServer() : texts.manageServers()}
        </Button>
      </section>
      <SettingsFileSection />
      <section className={partStyles.settingsGroup}>
        <h3>{texts.debugging()}</h3>
        <DeveloperTools />
      </section>
    </>
  )
}
