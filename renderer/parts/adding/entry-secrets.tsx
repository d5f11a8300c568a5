/**
 * The secrets that a server's entry names: which are stored, and a masked field for each. Values go to the vault
 * only.
 */
import { useEffect, useState } from 'react'
import type { ServerParts } from '../../../app/contract/bridge/server-parts'
import type { ServerView } from '../../../app/contract/servers'
import { call, readServer } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { describeVault } from '../describe-vault'
import { Button } from '../../ui/controls/button'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { SecretField, useSecret } from '../../ui/controls/secret-field'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './entry-secrets.module.css'

type EntrySecret = ServerParts['secrets'][number]

export interface EntrySecretsProps {
  readonly server: ServerView
  /** Whether to focus the next missing secret. */
  readonly takesFocus?: boolean
  readonly onSaved?: () => void
}

/** Nothing if the entry names none. */
export function EntrySecretFields({ server, takesFocus = false, onSaved }: EntrySecretsProps) {
  const { secrets, again } = useSecrets(server)
  const next = secrets.find(({ isStored }) => !isStored)
  if (secrets.length === 0) return null
  return (
    <section className={styles.secrets} aria-label={plainWithMarks(texts.secretsOf({ name: server.name }))}>
      <h3 className={styles.heading}>{texts.entrySecrets()}</h3>
      {secrets.map((secret) => (
        <SecretForm
          key={secret.name}
          serverName={server.name}
          secret={secret}
          takesFocus={takesFocus && secret === next}
          onSaved={() => {
            again()
            onSaved?.()
          }}
        />
      ))}
    </section>
  )
}

interface SecretFormProps {
  readonly serverName: string
  readonly secret: EntrySecret
  readonly takesFocus: boolean
  readonly onSaved: () => void
}

function SecretForm({ serverName, secret: { name, isStored }, takesFocus, onSaved }: SecretFormProps) {
  const secret = useSecret()
  const { control } = secret
  useEffect(() => {
    if (takesFocus) control.current?.focus()
  }, [takesFocus, control])
  const vault = describeVault(useProjection(({ settings }) => settings.vault))
  const { pending, failure, run } = useCommand()
  const save = async () => {
    const value = secret.read()
    if (!(await run(() => call('server.set-secret', { serverName, secretName: name, value })))) return
    secret.clear()
    onSaved()
  }

  return (
    <form
      className={styles.secret}
      onSubmit={(event) => {
        event.preventDefault()
        if (secret.isFilled) void save() // never rejects
      }}
    >
      <SecretField
        label={name}
        placeholder={isStored ? texts.replaceSecret() : texts.typeSecret()}
        hint={isStored ? texts.secretStored({ vault }) : texts.secretMissing({ vault })}
        error={failure}
        isNext={takesFocus}
        secret={secret}
      />
      <Button type="submit" size="small" disabled={!secret.isFilled} isBusy={pending !== null}>
        <VisibleText text={texts.saveSecret({ name })} />
      </Button>
    </form>
  )
}

/** Read again whenever the server changes. */
function useSecrets(server: ServerView) {
  const [secrets, setSecrets] = useState<readonly EntrySecret[]>([])
  const [request, setRequest] = useState(0)
  useEffect(() => {
    let isCurrent = true
    readServer(server.name, 'secrets')
      .then((read) => isCurrent && setSecrets(read))
      .catch((error: unknown) => isCurrent && report(error))
    return () => void (isCurrent = false)
  }, [server, request])
  return { secrets, again: () => setRequest((count) => count + 1) }
}
