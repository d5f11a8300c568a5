/** The user's choices for a running server: its instructions, icons and log messages. */
import { logLevels } from '../../../app/contract/limits'
import type { LogLevel, ServerView } from '../../../app/contract/servers'
import type { CallInput } from '../../../app/contract/bridge/calls'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Clamp } from '../../ui/controls/clamp'
import { FailureText } from '../../ui/controls/failure-text'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Select } from '../../ui/controls/select'
import { Switch } from '../../ui/controls/switch'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { GroupField } from './group-field'
import { StartOnUse } from './start-on-use'
import partStyles from '../status/server-parts.module.css'
import styles from './server-options.module.css'

export interface ServerOptionsProps {
  readonly server: ServerView
  /** Hosts that its icons would come from. */
  readonly iconHosts: readonly string[]
}

type Options = Omit<CallInput<'server.set-options'>, 'serverName'>

/** The switches show the host's state, so they change after the choice is written. */
export function ServerOptions({ server, iconHosts }: ServerOptionsProps) {
  const { pending, failure, run } = useCommand()
  const isBusy = pending !== null
  const set = (options: Options) =>
    void run(() => call('server.set-options', { serverName: server.name, ...options }))
  const hasIconChoice = iconHosts.length > 0 || server.areIconsAllowed
  return (
    <>
      {server.instructions !== null && (
        <Instructions
          text={server.instructions}
          isUsed={server.usesInstructions}
          isDisabled={isBusy}
          onChange={(usesInstructions) => set({ usesInstructions })}
        />
      )}
      <StartOnUse server={server} isDisabled={isBusy} onChange={set} />
      <GroupField server={server} isDisabled={isBusy} onChange={set} />
      {hasIconChoice && (
        <Switch
          label={iconWords(iconHosts)}
          hint={texts.loadIconsHint()}
          isOn={server.areIconsAllowed}
          isDisabled={isBusy}
          onChange={(areIconsAllowed) => set({ areIconsAllowed })}
        />
      )}
      {server.capabilities.includes('logging') && (
        <LogLevelChoice
          level={server.logLevel}
          isDisabled={isBusy}
          onChange={(logLevel) => set({ logLevel })}
        />
      )}
      <FailureText text={failure} />
    </>
  )
}

interface InstructionsProps {
  readonly text: string
  readonly isUsed: boolean
  readonly isDisabled: boolean
  readonly onChange: (isUsed: boolean) => void
}

function Instructions({ text, isUsed, isDisabled, onChange }: InstructionsProps) {
  return (
    <div className={styles.inspectInstructions} data-unused={!isUsed || undefined}>
      <h3 className={partStyles.inspectHeading}>{texts.instructions()}</h3>
      <Clamp>
        <p>
          <VisibleText text={text} />
        </p>
      </Clamp>
      <Switch label={texts.giveInstructions()} isOn={isUsed} isDisabled={isDisabled} onChange={onChange} />
    </div>
  )
}

interface LogLevelChoiceProps {
  readonly level: LogLevel | null
  readonly isDisabled: boolean
  readonly onChange: (level: LogLevel | null) => void
}

function LogLevelChoice({ level, isDisabled, onChange }: LogLevelChoiceProps) {
  return (
    <div className={styles.inspectLevel}>
      <Select
        label={texts.logMessagesFrom()}
        hint={texts.logMessagesFromHint()}
        options={[{ value: serverDecides, label: texts.serverDecides() }, ...levelOptions]}
        value={level ?? serverDecides}
        isDisabled={isDisabled}
        onChange={(chosen) => onChange(chosen === serverDecides ? null : (chosen as LogLevel))}
      />
    </div>
  )
}

const serverDecides = 'server'

/** The protocol's own level names, in every language. */
const levelOptions = logLevels.map((level) => ({ value: level, label: level }))

const namedHosts = 3

/** Hosts in their lookup form, which spells out look-alike letters. */
function iconWords(iconHosts: readonly string[]): string {
  if (iconHosts.length === 0) return texts.loadIconsOfNetwork()
  const hosts = iconHosts.slice(0, namedHosts).join(', ')
  const count = iconHosts.length - namedHosts
  return count > 0 ? texts.loadIconsOfMore({ hosts, count }) : texts.loadIcons({ hosts })
}
