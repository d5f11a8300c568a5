/** Whether turns are sent as traces, with their contents or without, and where. */
import type { SimpleChanges } from '../../app/contract/simple-settings'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import { call } from '../bridge/call'
import { saveSettings, useSetting } from '../bridge/settings'
import { useCommand } from '../bridge/use-command'
import partStyles from '../parts/permissions/settings-parts.module.css'
import { useProjection } from '../state/projection'
import { FailureText } from '../ui/controls/failure-text'
import { Switch } from '../ui/controls/switch'
import { CollectorForm } from './ledger-collector'

export function LedgerTraces() {
  const isOn = useSetting('traces.send')
  const hasContents = useSetting('traces.contents')
  const endpoint = useSetting('traces.endpoint') ?? ''
  const ofLog = useProjection((state) => state.settings.ledgerEndpoint ?? '')
  const isManaged = useProjection((state) => (state.settings.managed?.ledgerEndpoint ?? null) !== null)
  const { pending, failure, run } = useCommand()
  const change = (values: SimpleChanges, isMore: boolean) =>
    void run(async () => {
      await saveSettings(values)
      // The address asks for an approval at once, not in the middle of a conversation.
      if (isMore) await call('ledger.ask-collector', {})
    })
  return (
    <section className={partStyles.settingsGroup}>
      <h3>{texts.traces()}</h3>
      <Switch
        label={texts.sendTraces()}
        hint={texts.sendTracesHint()}
        isOn={isOn}
        isDisabled={pending !== null}
        onChange={(next) => change({ 'traces.send': next }, next)}
      />
      <FailureText text={failure} />
      {isOn && (
        <>
          <Switch
            label={texts.traceContents()}
            hint={texts.traceContentsHint()}
            isOn={hasContents}
            isDisabled={pending !== null}
            onChange={(next) => change({ 'traces.contents': next }, next)}
          />
          {endpoint === '' && ofLog === '' && (
            <p className={partStyles.settingsItemNote}>{texts.tracesNeedAddress()}</p>
          )}
          {!isManaged && (
            <CollectorForm
              key={endpoint}
              label={texts.tracesAddress()}
              hint={texts.tracesAddressHint()}
              endpoint={endpoint}
              save={async (value) => {
                await saveSettings({ 'traces.endpoint': value })
                await call('ledger.ask-collector', {})
              }}
            />
          )}
        </>
      )}
    </section>
  )
}
