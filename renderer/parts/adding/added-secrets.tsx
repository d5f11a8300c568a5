/** Asks for the secrets of servers right after they were added. */
import { useEffect, useRef } from 'react'
import { readServer } from '../../bridge/call'
import { report } from '../../bridge/report'
import { useProjection } from '../../state/projection'
import { classNames } from '../../ui/base/class-names'
import { Button } from '../../ui/controls/button'
import { EntrySecretFields } from './entry-secrets'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './added-secrets.module.css'

/** Whether one of the servers names a secret that isn't stored. @throws CallFailed */
export async function hasMissingSecrets(names: readonly string[]): Promise<boolean> {
  const listed = await Promise.all(names.map((serverName) => readServer(serverName, 'secrets')))
  return listed.flat().some(({ isStored }) => !isStored)
}

export interface AddedSecretsProps {
  readonly names: readonly string[]
  readonly isMain: boolean | undefined
  readonly className: string | undefined
  readonly onDone: () => void
}

/** They can also be entered later at the server. Ends automatically after the last of them. */
export function AddedSecrets({ names, isMain = false, className, onDone }: AddedSecretsProps) {
  const servers = useProjection((state) => state.servers).filter(({ name }) => names.includes(name))
  const note = useRef<HTMLParagraphElement>(null)
  useEffect(() => note.current?.focus(), [])
  const endWithLast = () => hasMissingSecrets(names).then((lacks) => lacks || onDone(), report)
  return (
    <div className={classNames(styles.added, className)}>
      <p ref={note} tabIndex={-1}>
        {texts.needSecrets({ count: names.length })}
      </p>
      {servers.map((server, index) => (
        <EntrySecretFields
          key={server.name}
          server={server}
          takesFocus={index === 0}
          onSaved={() => void endWithLast()}
        />
      ))}
      <Button {...(isMain && { variant: 'primary' })} onClick={onDone}>
        {texts.secretsDone()}
      </Button>
    </div>
  )
}
