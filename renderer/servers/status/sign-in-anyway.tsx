/** `Sign in anyway`: at an issuer that doesn't say that it knows PKCE, after the warning. The question comes after it. */
import type { ServerView } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from './server-parts.module.css'
import styles from './sign-in-anyway.module.css'

/** Nothing where the sign-in was not refused for want of PKCE alone. */
export function SignInAnyway({ server }: { readonly server: ServerView }) {
  const { pending, failure, run } = useCommand()
  const isOffered = useProjection(({ accounts }) =>
    accounts.some(({ serverName, canSignInAnyway }) => serverName === server.name && canSignInAnyway === true)
  )
  if (!isOffered || server.state === 'connected') return null
  const input = { serverName: server.name, isAnyway: true }
  return (
    <div>
      <p className={styles.signInWarning}>{texts.withoutPkce()}</p>
      <div className={partStyles.serverCommands}>
        <Button
          size="small"
          isBusy={pending !== null}
          onClick={() => void run(() => call('account.sign-in', input), 'anyway')}
        >
          {texts.signInAnyway()}
        </Button>
      </div>
      <FailureText text={failure} />
    </div>
  )
}
