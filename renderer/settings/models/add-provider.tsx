/** Adds a model provider: a well-known service with a press and a key, or any OpenAI-compatible address. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ReadyMadeProvider } from '../../../app/contract/settings'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { ui } from '../../../app/texts/compiled/window/ui'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { describeVault } from '../../parts/describe-vault'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { SecretField, useSecret, type Secret } from '../../ui/controls/secret-field'
import { Select } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import partStyles from '../../parts/permissions/settings-parts.module.css'
import styles from './add-provider.module.css'

/** The choice of an address that isn't listed. */
const other = ''
const otherType = 'openai-compatible'

export function AddProvider() {
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen) return <ProviderForm onClose={() => setIsOpen(false)} />
  return (
    <Button size="small" icon={Plus} className={partStyles.settingsStart} onClick={() => setIsOpen(true)}>
      {texts.addProvider()}
    </Button>
  )
}

function ProviderForm({ onClose }: { readonly onClose: () => void }) {
  const readyMade = useProjection((state) => state.models.readyMade)
  const [chosen, setChosen] = useState(readyMade[0]?.name ?? other)
  const service = readyMade.find(({ name }) => name === chosen)
  const [place, setPlace] = useState({ name: '', address: '' })
  const secret = useSecret()
  const { pending, failure, run } = useCommand()
  const wanted = wantedOf(service, place)
  const isFilled =
    wanted.providerName !== '' && wanted.baseUrl !== '' && (!needsKey(service) || secret.isFilled)
  const save = async () => {
    const apiKey = secret.isFilled ? secret.read() : null
    if (await run(() => call('model.add-provider', { ...wanted, apiKey }))) onClose()
  }
  return (
    <form
      className={partStyles.settingsCard}
      aria-label={texts.addProvider()}
      onSubmit={(event) => {
        event.preventDefault()
        if (isFilled) void save()
      }}
    >
      <Select
        label={texts.service()}
        value={chosen}
        options={[
          ...readyMade.map((known) => ({ value: known.name, label: known.title, detail: known.baseUrl })),
          { value: other, label: texts.otherService(), detail: texts.otherServiceNote() }
        ]}
        onChange={setChosen}
      />
      {service === undefined && <PlaceFields place={place} onChange={setPlace} />}
      {service?.keyExample !== null && <KeyField key={chosen} service={service} secret={secret} />}
      <FailureText text={failure} />
      <div className={styles.providerButtons}>
        <Button type="submit" variant="primary" isBusy={pending !== null} disabled={!isFilled}>
          {texts.add()}
        </Button>
        <Button onClick={onClose}>{ui.cancel()}</Button>
      </div>
    </form>
  )
}

interface Place {
  readonly name: string
  readonly address: string
}

function PlaceFields({
  place,
  onChange
}: {
  readonly place: Place
  readonly onChange: (place: Place) => void
}) {
  return (
    <div className={styles.providerPlace}>
      <TextField
        label={texts.providerName()}
        value={place.name}
        onChange={(name) => onChange({ ...place, name })}
        hint={texts.providerNameHint()}
      />
      <TextField
        label={texts.providerAddress()}
        value={place.address}
        onChange={(address) => onChange({ ...place, address })}
        hint={texts.providerAddressHint()}
      />
    </div>
  )
}

interface KeyFieldProps {
  readonly service: ReadyMadeProvider | undefined
  readonly secret: Secret
}

function KeyField({ service, secret }: KeyFieldProps) {
  const vault = useProjection((state) => state.settings.vault)
  return (
    <SecretField
      label={service === undefined ? texts.anyApiKey() : texts.apiKey({ provider: service.title })}
      secret={secret}
      placeholder={service?.keyExample ?? texts.keyIfNeeded()}
      hint={describeVault(vault)}
    />
  )
}

function wantedOf(service: ReadyMadeProvider | undefined, place: Place) {
  return {
    providerName: service?.name ?? place.name.trim(),
    type: service?.type ?? otherType,
    baseUrl: service?.baseUrl ?? place.address.trim()
  }
}

function needsKey(service: ReadyMadeProvider | undefined): boolean {
  return service !== undefined && service.keyExample !== null
}
