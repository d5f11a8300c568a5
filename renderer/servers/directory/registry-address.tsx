/** The address of the directory's registry, if any. */
import { useState } from 'react'
import { saveSettings, useSetting } from '../../bridge/settings'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { TextField } from '../../ui/controls/text-field'
import { directory as texts } from '../../../app/texts/compiled/window/directory'
import commonStyles from '../../parts/common.module.css'
import styles from './registry-address.module.css'

/** `onDone` gets whether there is one now. */
export function RegistryAddress({ onDone }: { readonly onDone: (hasOne: boolean) => void }) {
  const saved = useSetting('directory.registry')
  const [address, setAddress] = useState(saved ?? '')
  const { pending, failure, run } = useCommand()
  const wanted = address.trim()
  const save = async (value: string | null) => {
    if (await run(() => saveSettings({ 'directory.registry': value }))) onDone(value !== null)
  }
  return (
    <form
      className={styles.registry}
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted !== '') void save(wanted)
      }}
    >
      <TextField
        label={texts.registryAddress()}
        hint={texts.registryHint()}
        placeholder="https://registry.modelcontextprotocol.io"
        isCode
        value={address}
        onChange={setAddress}
      />
      <FailureText text={failure} />
      <div className={commonStyles.endRow}>
        {saved !== null && <Button onClick={() => void save(null)}>{texts.removeRegistry()}</Button>}
        <Button type="submit" isBusy={pending !== null} disabled={wanted === ''}>
          {texts.useRegistry()}
        </Button>
      </div>
    </form>
  )
}
