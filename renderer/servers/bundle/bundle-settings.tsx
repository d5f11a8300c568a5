/** Fields for the settings that a bundle asks for. Secrets stay in their controls, and are read when installing. */
import { useEffect, type RefObject } from 'react'
import type { BundleSetting } from '../../../app/contract/servers/adding'
import { call } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useProjection } from '../../state/projection'
import { describeVault } from '../../parts/describe-vault'
import { Button } from '../../ui/controls/button'
import { SecretField, useSecret } from '../../ui/controls/secret-field'
import { Switch } from '../../ui/controls/switch'
import { TextField } from '../../ui/controls/text-field'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import commonStyles from '../../parts/common.module.css'
import styles from './bundle-dialog.module.css'

/** As typed in the fields; one value per line if there may be several. */
export type Typed = Readonly<Record<string, string>>
export type BundleSecrets = RefObject<Map<string, () => string>>

export interface BundleSettingsProps {
  readonly settings: readonly BundleSetting[]
  readonly typed: Typed
  readonly onTyped: (typed: Typed) => void
  readonly secrets: BundleSecrets
  /** Problems by key. */
  readonly problems: ReadonlyMap<string, string>
}

export function BundleSettings({ settings, typed, onTyped, secrets, problems }: BundleSettingsProps) {
  return (
    <section className={commonStyles.stack3} aria-label={texts.bundleSettings()}>
      <h3>{texts.bundleSettings()}</h3>
      {settings.map((setting) => {
        const { key, isSensitive } = setting
        const error = problems.get(key) ?? null
        if (isSensitive) return <SecretSetting key={key} setting={setting} secrets={secrets} error={error} />
        const onChange = (text: string) => onTyped({ ...typed, [key]: text })
        return (
          <PlainSetting
            key={key}
            setting={setting}
            text={typed[key] ?? ''}
            onChange={onChange}
            error={error}
          />
        )
      })}
    </section>
  )
}

interface PlainSettingProps {
  readonly setting: BundleSetting
  readonly text: string
  readonly onChange: (text: string) => void
  readonly error: string | null
}

function PlainSetting({ setting, text, onChange, error }: PlainSettingProps) {
  const { type, isMultiple } = setting
  if (type === 'boolean')
    return (
      <Switch
        label={labelOf(setting)}
        isOn={text === 'true'}
        onChange={(isOn) => onChange(String(isOn))}
        hint={hintOf(setting)}
      />
    )
  const isPath = type === 'directory' || type === 'file'
  const choose = async () => {
    const { path } = await call('app.choose-folder', { addTo: null })
    if (path !== null) onChange(isMultiple && text.trim() !== '' ? `${text.trimEnd()}\n${path}` : path)
  }
  return (
    <div className={styles.setting}>
      <TextField
        label={labelOf(setting)}
        value={text}
        onChange={onChange}
        isCode={isPath}
        {...(isMultiple && { rows: 3 })}
        hint={hintOf(setting)}
        error={error}
      />
      {type === 'directory' && (
        <Button size="small" onClick={() => void choose().catch(report)}>
          {texts.bundleChooseFolder()}
        </Button>
      )}
    </div>
  )
}

interface SecretSettingProps {
  readonly setting: BundleSetting
  readonly secrets: BundleSecrets
  readonly error: string | null
}

function SecretSetting({ setting, secrets, error }: SecretSettingProps) {
  const { key, isStored } = setting
  const secret = useSecret()
  const { read } = secret
  const vault = describeVault(useProjection((state) => state.settings.vault))
  useEffect(() => {
    const typed = secrets.current
    typed.set(key, read)
    return () => void typed.delete(key)
  }, [secrets, key, read])
  const kept = isStored ? texts.secretStored({ vault }) : texts.secretMissing({ vault })
  return (
    <SecretField
      label={labelOf(setting)}
      placeholder={isStored ? texts.replaceSecret() : texts.typeSecret()}
      hint={[hintOf(setting), kept].filter(Boolean).join(' ')}
      error={error}
      secret={secret}
    />
  )
}

function labelOf({ title, key, isRequired }: BundleSetting): string {
  const name = title.trim() === '' ? key : title
  return isRequired ? texts.bundleRequired({ name }) : name
}

function hintOf({ description, isMultiple, min, max }: BundleSetting): string {
  const range =
    min !== null && max !== null
      ? texts.bundleBetween({ min, max })
      : min !== null
        ? texts.bundleAtLeast({ min })
        : max !== null
          ? texts.bundleAtMost({ max })
          : ''
  return [description, range, isMultiple ? texts.bundleOneALine() : ''].filter(Boolean).join(' ')
}
