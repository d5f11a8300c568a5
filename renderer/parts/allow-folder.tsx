/**
 * A folder that a server can't use, and a button that allows it. The entry changes, so Parley asks for trust again.
 */
import type { DoneFile } from '../../app/contract/consent/file-activity'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'

export interface AllowFolderProps {
  readonly serverName: string
  readonly id: DoneFile['id']
  readonly folder: string
}

export function AllowFolder({ serverName, id, folder }: AllowFolderProps) {
  const { pending, failure, run } = useCommand()
  return (
    <div>
      <code>
        <VisibleText text={folder} />
      </code>{' '}
      <Button
        size="small"
        title={plainWithMarks(folder)}
        isBusy={pending !== null}
        onClick={() => void run(() => call('server.allow-folder', { serverName, id }))}
      >
        {texts.allowFolder()}
      </Button>
      <FailureText text={failure} />
    </div>
  )
}
