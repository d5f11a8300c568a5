/** Fields for what a link leaves to the user: secrets, which stay in their controls, and placeholders. */
import { useEffect, type RefObject } from 'react'
import type { LinkView } from '../../../app/contract/servers/link'
import { describeVault } from '../../parts/describe-vault'
import { useProjection } from '../../state/projection'
import { SecretField, useSecret } from '../../ui/controls/secret-field'
import { TextField } from '../../ui/controls/text-field'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import commonStyles from '../../parts/common.module.css'

/** By name. */
export type LinkSecrets = RefObject<Map<string, () => string>>

export interface LinkRequestProps {
  readonly view: LinkView
  readonly secrets: LinkSecrets
  /** By placeholder, the typed value. */
  readonly filledIn: Readonly<Record<string, string>>
  readonly onFilledIn: (filledIn: Readonly<Record<string, string>>) => void
}

export function LinkRequest({ view, secrets, filledIn, onFilledIn }: LinkRequestProps) {
  const { name, asked, placeholders } = view
  if (asked.length + placeholders.length === 0) return null
  return (
    <section className={commonStyles.stack3} aria-label={texts.bundleSettings()}>
      <h3>{texts.bundleSettings()}</h3>
      {asked.map((secret) => (
        <AskedSecret key={secret} secret={secret} serverName={name} secrets={secrets} />
      ))}
      {placeholders.map((placeholder) => (
        <TextField
          key={placeholder}
          label={texts.foundPlaceholder({ placeholder })}
          isCode
          value={filledIn[placeholder] ?? ''}
          onChange={(text) => onFilledIn({ ...filledIn, [placeholder]: text })}
        />
      ))}
    </section>
  )
}

interface AskedSecretProps {
  readonly secret: string
  readonly serverName: string
  readonly secrets: LinkSecrets
}

function AskedSecret({ secret: name, serverName, secrets }: AskedSecretProps) {
  const secret = useSecret()
  const { read } = secret
  const vault = describeVault(useProjection((state) => state.settings.vault))
  useEffect(() => {
    const typed = secrets.current
    typed.set(name, read)
    return () => void typed.delete(name)
  }, [secrets, name, read])
  const start = `${serverName}-`
  return (
    <SecretField
      label={name.startsWith(start) ? name.slice(start.length) : name}
      placeholder={texts.typeSecret()}
      hint={texts.secretMissing({ vault })}
      secret={secret}
    />
  )
}
