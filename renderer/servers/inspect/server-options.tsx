/** What a person chooses about a running server: its instructions, its icons, its log messages. */
import { logLevels } from '../../../app/contract/limits'
import type { LogLevel, ServerView } from '../../../app/contract/servers'
import type { CallInput } from '../../../app/contract/calls'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Clamp } from '../../ui/controls/clamp'
import { FailureText } from '../../ui/controls/failure-text'
import { VisibleText } from '../../ui/base/hidden-characters'
import { ManagedNote } from '../../parts/managed-note'
import { Select } from '../../ui/controls/select'
import { Switch } from '../../ui/controls/switch'
import partStyles from '../status/server-parts.module.css'
import styles from './server-options.module.css'

export interface ServerOptionsProps {
  readonly server: ServerView
  /** Hosts that its icons would come from. */
  readonly iconHosts: readonly string[]
  /** The policy that wants every result shown; null where the person decides. */
  readonly managedBy: string | null
}

type Options = Omit<CallInput<'server.set-options'>, 'serverName'>

/** The switches show what the host knows: they move when the choice is written. */
export function ServerOptions({ server, iconHosts, managedBy }: ServerOptionsProps) {
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
      <Switch
        label="Show me results before the model reads them"
        hint="You pass each one on, change it, or refuse it."
        isOn={server.reviewsResults || managedBy !== null}
        isDisabled={isBusy || managedBy !== null}
        onChange={(reviewsResults) => set({ reviewsResults })}
      />
      {managedBy !== null && (
        <ManagedNote file={managedBy}>Every result is shown before the model reads it.</ManagedNote>
      )}
      {hasIconChoice && (
        <Switch
          label={`Load icons of this server from ${hostWords(iconHosts)}`}
          hint="Whoever runs that address sees that you use this server, and when."
          isOn={server.areIconsAllowed}
          isDisabled={isBusy}
          onChange={(areIconsAllowed) => set({ areIconsAllowed })}
        />
      )}
      {server.capabilities.includes('logging') && (
        <div className={styles.inspectLevel}>
          <Select
            label="Log messages from"
            hint="Less urgent ones are not sent."
            options={levelOptions}
            value={server.logLevel ?? serverDecides}
            isDisabled={isBusy}
            onChange={(level) => set({ logLevel: level === serverDecides ? null : (level as LogLevel) })}
          />
        </div>
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
      <h4 className={partStyles.inspectHeading}>Instructions for the model, in the server’s words</h4>
      <Clamp>
        <p>
          <VisibleText text={text} />
        </p>
      </Clamp>
      <Switch
        label="Give these instructions to the model"
        isOn={isUsed}
        isDisabled={isDisabled}
        onChange={onChange}
      />
    </div>
  )
}

const serverDecides = 'server'

const levelOptions = [
  { value: serverDecides, label: 'Server decides' },
  ...logLevels.map((level) => ({ value: level, label: level }))
]

const namedHosts = 3

/** Hosts as they are looked up: letters that only look like others are spelt out in them. */
function hostWords(hosts: readonly string[]): string {
  if (hosts.length === 0) return 'the network'
  const named = hosts.slice(0, namedHosts)
  const restCount = hosts.length - named.length
  return [...named, ...(restCount > 0 ? [`${restCount} more`] : [])].join(', ')
}
