/** What a start waits for: the download of its package, or the next attempt. */
import type { ServerView } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { formatSeconds, useNow } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './start-notice.module.css'

export function StartNotice({ server }: { readonly server: ServerView }) {
  const { installing, restartsAt } = server
  if (installing !== undefined) return <Installing serverName={server.name} {...installing} />
  if (restartsAt !== undefined) return <Countdown serverName={server.name} restartsAt={restartsAt} />
  return null
}

interface InstallingProps {
  readonly serverName: string
  readonly since: number
  readonly line: string
}

function Installing({ serverName, since, line }: InstallingProps) {
  const now = useNow(true)
  const { pending, failure, run } = useCommand()
  return (
    <div className={styles.notice}>
      <p>{texts.installingFor({ time: formatSeconds(Math.max(0, Math.floor((now - since) / 1_000))) })}</p>
      {line !== '' && (
        <p className={styles.line}>
          <VisibleText text={line} />
        </p>
      )}
      <Button
        size="small"
        isBusy={pending !== null}
        onClick={() => void run(() => call('server.control', { serverName, act: 'stop' }))}
      >
        {texts.cancelInstall()}
      </Button>
      <FailureText text={failure} />
    </div>
  )
}

function Countdown({ serverName, restartsAt }: { readonly serverName: string; readonly restartsAt: number }) {
  const now = useNow(true)
  const { pending, failure, run } = useCommand()
  const seconds = Math.max(0, Math.ceil((restartsAt - now) / 1_000))
  return (
    <div className={styles.notice}>
      <p>{texts.restartingIn({ seconds })}</p>
      <Button
        size="small"
        isBusy={pending !== null}
        onClick={() => void run(() => call('server.control', { serverName, act: 'restart' }))}
      >
        {texts.restartNow()}
      </Button>
      <FailureText text={failure} />
    </div>
  )
}
