/**
 * Groups of servers, and all servers or those that match a filter, switched on or off together. Each of the two
 * buttons keeps its place.
 */
import type { ServerView } from '../../app/contract/servers'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import { groupServers, type ServerGroup } from '../state/server-groups'
import { servers as texts } from '../../app/texts/compiled/window/servers'
import commonStyles from '../parts/common.module.css'
import styles from './group-switches.module.css'

export interface GroupSwitchesProps {
  readonly servers: readonly ServerView[]
  /** Those that match the filter; null without a filter. */
  readonly found: readonly ServerView[] | null
}

export function GroupSwitches({ servers, found }: GroupSwitchesProps) {
  const { pending, failure, run } = useCommand()
  const groups = groupServers(servers)
  if (groups.length === 0 && found === null) return null
  const switchAll = (members: readonly ServerView[], isDisabled: boolean) =>
    void run(async () => {
      for (const { name } of members) await call('server.set-options', { serverName: name, isDisabled })
    })
  return (
    <div className={commonStyles.stack2} role="group" aria-label={texts.groups()}>
      {groups.map((group) => (
        <GroupRow
          key={group.name}
          members={group.servers}
          words={wordsOf(group)}
          isBusy={pending !== null}
          onSwitch={switchAll}
        />
      ))}
      {found !== null && found.length > 0 && (
        <GroupRow
          members={found}
          words={found.length === servers.length ? wordsOfAll() : wordsOfFound()}
          isBusy={pending !== null}
          onSwitch={switchAll}
        />
      )}
      <FailureText text={failure} />
    </div>
  )
}

interface RowWords {
  readonly name: string
  /** Accessible names of the two buttons. */
  readonly on: string
  readonly off: string
}

function wordsOf({ name }: ServerGroup<ServerView>): RowWords {
  const group = plainWithMarks(name)
  return { name, on: texts.switchGroupOn({ group }), off: texts.switchGroupOff({ group }) }
}

const wordsOfAll = (): RowWords => ({
  name: texts.allOfThem(),
  on: texts.switchAllOn(),
  off: texts.switchAllOff()
})

const wordsOfFound = (): RowWords => ({
  name: texts.thoseFound(),
  on: texts.switchFoundOn(),
  off: texts.switchFoundOff()
})

interface GroupRowProps {
  readonly members: readonly ServerView[]
  readonly words: RowWords
  readonly isBusy: boolean
  readonly onSwitch: (members: readonly ServerView[], isDisabled: boolean) => void
}

function GroupRow({ members, words, isBusy, onSwitch }: GroupRowProps) {
  const off = members.filter(({ isDisabled }) => isDisabled)
  const on = members.filter(({ isDisabled }) => !isDisabled)
  return (
    <div className={commonStyles.wrapRow}>
      <span className={styles.groupName}>
        <VisibleText text={words.name} />
      </span>
      <span className={styles.groupCount}>
        {texts.groupCount({ count: members.length })}
        {off.length > 0 && `, ${texts.groupOff({ count: off.length })}`}
      </span>
      <Button
        size="small"
        aria-label={words.on}
        disabled={isBusy || off.length === 0}
        onClick={() => onSwitch(off, false)}
      >
        {texts.switchOn()}
      </Button>
      <Button
        size="small"
        aria-label={words.off}
        disabled={isBusy || on.length === 0}
        onClick={() => onSwitch(on, true)}
      >
        {texts.switchOff()}
      </Button>
    </div>
  )
}
