/**
 * What users can try themselves if the check doesn't help: the entry, its paths, its command in a terminal, its log,
 * a restart.
 */
import { useState, type ReactNode } from 'react'
import type { ServerView } from '../../../app/contract/servers'
import { readServer } from '../../bridge/call'
import { CommandLine } from '../../ui/untrusted/command-line'
import { useRead } from '../../bridge/use-read'
import { useProjection } from '../../state/projection'
import { Button, Spinner } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { VisibleText } from '../../ui/base/hidden-characters'
import { createManualCommand, pathNotes, parseShellEntry, type ShellEntry } from './shell-command'
import type { ServerPanel } from '../status/server-state'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from '../status/server-parts.module.css'
import styles from './manual-checks.module.css'
import { toText } from '../../../app/texts/localized'

export interface ManualChecksProps {
  readonly server: ServerView
  readonly onPanel: (serverName: string, panel: ServerPanel | null) => void
}

/** Folded, and read when unfolded, because the check comes first. */
export function ManualChecks(props: ManualChecksProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{texts.byHand()}</summary>
      {isOpen && <Tries {...props} />}
    </details>
  )
}

function Tries({ server, onPanel }: ManualChecksProps) {
  const { name } = server
  const { value, failure } = useRead({
    key: name,
    read: () => readServer(name, 'entry'),
    freshness: server.state
  })
  const entry = value === null ? null : parseShellEntry(value.json)
  return (
    <div className={styles.tries}>
      <FailureText text={failure} />
      {value === null && failure === null && <Spinner label={texts.readingEntry()} />}
      <Try title={texts.configuration()}>
        <Problems serverName={name} />
      </Try>
      {entry?.command != null && (
        <Try title={texts.paths()}>
          <Paths entry={entry} />
        </Try>
      )}
      {entry !== null && <InTerminal entry={entry} />}
      <Try
        title={texts.log()}
        action={
          <Button size="small" onClick={() => onPanel(name, 'log')}>
            {texts.showLog()}
          </Button>
        }
      >
        <LogFolder />
      </Try>
      <Try title={texts.afterChange()}>
        <p>{texts.afterChangeNote()}</p>
      </Try>
    </div>
  )
}

interface TryProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Try({ title, action, children }: TryProps) {
  return (
    <div className={styles.try}>
      <h4 className={partStyles.inspectHeading}>{title}</h4>
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  )
}

function Problems({ serverName }: { readonly serverName: string }) {
  const problems = useProjection((state) => state.settings.problems)
  const own = problems.filter((problem) => problem.serverName === serverName)
  if (own.length === 0) return <p>{texts.entryInOrder()}</p>
  return own.map(({ message, line, path }) => (
    <p key={`${path} ${message.text}`} className={styles.problem}>
      <VisibleText
        text={line === null ? toText(message) : texts.problemInLine({ line, problem: toText(message) })}
      />
    </p>
  ))
}

function Paths({ entry }: { readonly entry: ShellEntry }) {
  const notes = pathNotes(entry)
  if (notes.length === 0) return <p>{texts.pathsInOrder()}</p>
  return notes.map((note) => (
    <p key={note}>
      <VisibleText text={note} />
    </p>
  ))
}

function InTerminal({ entry }: { readonly entry: ShellEntry }) {
  const platform = useProjection((state) => state.app.platform)
  const command = createManualCommand(entry, platform)
  if (command === null) return null
  const { environmentNames } = entry
  return (
    <Try title={texts.inTerminal()}>
      <CommandLine text={command} label={texts.copyCommand()} />
      <p>{entry.command === null ? texts.addressByHand() : texts.commandByHand()}</p>
      {environmentNames.length > 0 && (
        <p>
          <VisibleText text={texts.neededVariables({ names: environmentNames.join(', ') })} />
        </p>
      )}
    </Try>
  )
}

function LogFolder() {
  const folder = useProjection((state) => state.app.dataFolder)
  const separator = folder.includes('\\') ? '\\' : '/'
  const path = [folder, 'logs', 'servers'].join(separator)
  return <CommandLine text={path} label={texts.copyLogsPath()} />
}
