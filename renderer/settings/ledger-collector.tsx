/** Where the ledger is also sent: nowhere, to the user's address, or to a managed one. */
import { useState } from 'react'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { VisibleText } from '../ui/base/hidden-characters'
import { ManagedNote } from '../parts/managed-note'
import { ManagedCollectors } from './parts/managed-notes'
import { TextField } from '../ui/controls/text-field'
import { toText } from '../../app/texts/localized'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import { ui } from '../../app/texts/compiled/window/ui'
import partStyles from '../parts/permissions/settings-parts.module.css'
import ledgerSectionStyles from './ledger-section.module.css'

export function LedgerCollector() {
  const endpoint = useProjection((state) => state.settings.ledgerEndpoint ?? '')
  const managed = useProjection((state) => state.settings.managed)
  const isManaged = managed !== undefined && managed.ledgerEndpoint !== null
  return (
    <section className={partStyles.settingsGroup}>
      <h3>{texts.collector()}</h3>
      {isManaged ? (
        <>
          <p className={partStyles.settingsFolder}>
            <VisibleText text={endpoint} />
          </p>
          <ManagedNote file={managed.file}>{texts.collectorManaged()}</ManagedNote>
        </>
      ) : (
        <>
          <ManagedCollectors />
          <CollectorForm
            key={endpoint}
            label={texts.otelCollector()}
            hint={texts.otelCollectorHint()}
            endpoint={endpoint}
            removeLabel={texts.stopSending()}
            save={(value) => call('ledger.set-endpoint', { endpoint: value })}
          />
        </>
      )}
      <Standing />
    </section>
  )
}

/** Nothing is lost silently: entries that the collector hasn't received are counted. */
function Standing() {
  const collector = useProjection((state) => state.collector)
  if (collector === null) return null
  const { waiting: count, failure, needsTrust = false } = collector
  if (failure !== null && needsTrust) return <Untrusted reason={toText(failure)} count={count} />
  if (failure === null)
    return (
      <p className={partStyles.settingsItemNote}>
        {count === 0 ? texts.everythingDelivered() : texts.entriesWait({ count })}
      </p>
    )
  return (
    <p className={partStyles.settingsItemNote}>
      <VisibleText text={texts.collectorFails({ reason: toText(failure), count })} />
    </p>
  )
}

/** The question that is unanswered or was denied. */
function Untrusted({ reason, count }: { readonly reason: string; readonly count: number }) {
  const { pending, failure, run } = useCommand()
  return (
    <>
      <p className={partStyles.settingsItemNote}>
        <VisibleText text={texts.collectorWaits({ reason, count })} />
      </p>
      <FailureText text={failure} />
      <div className={ledgerSectionStyles.ledgerActions}>
        <Button isBusy={pending !== null} onClick={() => void run(() => call('ledger.ask-collector', {}))}>
          {texts.askCollector()}
        </Button>
      </div>
    </>
  )
}

interface CollectorFormProps {
  readonly label: string
  readonly hint: string
  /** Empty: none. */
  readonly endpoint: string
  /** Of the button that removes the address. Absent: there is none. */
  readonly removeLabel?: string
  readonly save: (endpoint: string | null) => Promise<unknown>
}

export function CollectorForm({ label, hint, endpoint, removeLabel, save }: CollectorFormProps) {
  const [address, setAddress] = useState(endpoint)
  const { pending, failure, run } = useCommand()
  const wanted = address.trim()
  return (
    <form
      className={partStyles.settingsForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted !== endpoint) void run(() => save(wanted === '' ? null : wanted))
      }}
    >
      <TextField
        label={label}
        type="url"
        isCode
        value={address}
        placeholder="https://collector.example:4318"
        onChange={setAddress}
        hint={hint}
      />
      <FailureText text={failure} />
      <div className={ledgerSectionStyles.ledgerActions}>
        <Button type="submit" isBusy={pending !== null} disabled={wanted === endpoint}>
          {ui.save()}
        </Button>
        {endpoint !== '' && removeLabel !== undefined && (
          <Button disabled={pending !== null} onClick={() => void run(() => save(null))}>
            {removeLabel}
          </Button>
        )}
      </div>
    </form>
  )
}
