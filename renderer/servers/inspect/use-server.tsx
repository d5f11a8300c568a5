/** Whether a server is enabled. Before what the server offers, which may be long. */
import type { ServerView } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { FailureText } from '../../ui/controls/failure-text'
import { Switch } from '../../ui/controls/switch'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export function UseServer({ server: { name, isDisabled } }: { readonly server: ServerView }) {
  const { pending, failure, run } = useCommand()
  return (
    <>
      <Switch
        label={texts.useServer()}
        hint={texts.useServerHint()}
        isOn={!isDisabled}
        isDisabled={pending !== null}
        onChange={(isOn) =>
          void run(() => call('server.set-options', { serverName: name, isDisabled: !isOn }))
        }
      />
      <FailureText text={failure} />
    </>
  )
}
