/** `Sign in anyway`: for an issuer that doesn't announce PKCE, after a warning. The sign-in question follows. */
import type { ServerView } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from './server-parts.module.css'
import commonStyles from '../../parts/common.module.css'

/** Nothing if the sign-in was refused for another reason than missing PKCE. */
export function SignInAnyway({ server }: { readonly server: ServerView }) {
  const { pending, failure, run } = useCommand()
  const isOffered = useProjection(({ accounts }) =>
    accounts.some(({ serverName, canSignInAnyway }) => serverName === server.name && canSignInAnyway === true)
  )
  if (!isOffered || server.state === 'connected') return null
  const input = { serverName: server.name, act: 'sign-in-anyway' } as const
  return (
    <div>
      <p className={commonStyles.fact}>{texts.withoutPkce()}</p>
      <div className={partStyles.serverCommands}>
        <Button
          size="small"
          isBusy={pending !== null}
          onClick={() => void run(() => call('account.act', input), 'anyway')}
        >
          {texts.signInAnyway()}
        </Button>
      </div>
      <FailureText text={failure} />
    </div>
  )
}
