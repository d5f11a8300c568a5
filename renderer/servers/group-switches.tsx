/** Groups of servers, each switched on and off as a whole. The two acts have a place each. */
import type { ServerView } from '../../app/contract/servers'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import { groupsOf, type ServerGroup } from '../state/server-groups'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import styles from './group-switches.module.css'

export function GroupSwitches({ servers }: { readonly servers: readonly ServerView[] }) {
  const { pending, failure, run } = useCommand()
  const groups = groupsOf(servers)
  if (groups.length === 0) return null
  const switchAll = (members: readonly ServerView[], isDisabled: boolean) =>
    void run(async () => {
      for (const { name } of members) await call('server.set-options', { serverName: name, isDisabled })
    })
  return (
    <div className={styles.groups} role="group" aria-label={texts.groups()}>
      {groups.map((group) => (
        <GroupRow key={group.name} group={group} isBusy={pending !== null} onSwitch={switchAll} />
      ))}
      <FailureText text={failure} />
    </div>
  )
}

interface GroupRowProps {
  readonly group: ServerGroup<ServerView>
  readonly isBusy: boolean
  readonly onSwitch: (members: readonly ServerView[], isDisabled: boolean) => void
}

function GroupRow({ group: { name, servers }, isBusy, onSwitch }: GroupRowProps) {
  const off = servers.filter(({ isDisabled }) => isDisabled)
  const on = servers.filter(({ isDisabled }) => !isDisabled)
  const shown = plainWithMarks(name)
  return (
    <div className={styles.group}>
      <span className={styles.groupName}>
        <VisibleText text={name} />
      </span>
      <span className={styles.groupCount}>
        {texts.groupCount({ count: servers.length })}
        {off.length > 0 && `, ${texts.groupOff({ count: off.length })}`}
      </span>
      <Button
        size="small"
        aria-label={texts.switchGroupOn({ group: shown })}
        disabled={isBusy || off.length === 0}
        onClick={() => onSwitch(off, false)}
      >
        {texts.switchOn()}
      </Button>
      <Button
        size="small"
        aria-label={texts.switchGroupOff({ group: shown })}
        disabled={isBusy || on.length === 0}
        onClick={() => onSwitch(on, true)}
      >
        {texts.switchOff()}
      </Button>
    </div>
  )
}
