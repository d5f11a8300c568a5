/** What to try when a server does not work: its entry, its paths, its command by hand, its log, a fresh start. */
import type { ReactNode } from 'react'
import type { ServerView } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { CommandLine } from '../../ui/untrusted/command-line'
import { useRead } from '../../bridge/use-read'
import { useProjection } from '../../state/projection'
import { Button, Spinner } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { commandByHand, pathNotes, readEntry, type Entry } from './shell-command'
import type { ServerPanel } from '../status/server-state'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from '../status/server-parts.module.css'
import styles from './troubleshoot-panel.module.css'
import { toText } from '../../../app/texts/said'

export interface TroubleshootPanelProps {
  readonly server: ServerView
  readonly onPanel: (serverName: string, panel: ServerPanel | null) => void
}

/** A region named `Troubleshooting ‹server›`. */
export function TroubleshootPanel({ server, onPanel }: TroubleshootPanelProps) {
  const { name } = server
  const { value, failure } = useRead({
    key: name,
    read: () => call('server.read-entry', { serverName: name }),
    freshness: server.state
  })
  const entry = value === null ? null : readEntry(value.json)
  const open = (panel: ServerPanel) => (
    <Button size="small" onClick={() => onPanel(name, panel)}>
      {panel === 'log' ? texts.showLog() : texts.editEntry()}
    </Button>
  )
  return (
    <section className={partStyles.serverPanel} aria-label={plainWithMarks(texts.troubleshooting({ name }))}>
      <FailureText text={failure} />
      {value === null && failure === null && <Spinner label={texts.readingEntry()} />}
      <Step title={texts.configuration()} action={open('edit')}>
        <Problems serverName={name} />
      </Step>
      {entry?.command != null && (
        <Step title={texts.paths()}>
          <Paths entry={entry} />
        </Step>
      )}
      {entry !== null && <ByHand entry={entry} />}
      <Step title={texts.log()} action={open('log')}>
        <LogFolder />
      </Step>
      <Step title={texts.afterChange()}>
        <p>{texts.afterChangeNote()}</p>
      </Step>
    </section>
  )
}

interface StepProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

function Step({ title, action, children }: StepProps) {
  return (
    <div className={styles.troubleshootStep}>
      <h4 className={partStyles.inspectHeading}>{title}</h4>
      <div className={styles.troubleshootWords}>{children}</div>
      {action}
    </div>
  )
}

function Problems({ serverName }: { readonly serverName: string }) {
  const problems = useProjection((state) => state.settings.problems)
  const own = problems.filter((problem) => problem.serverName === serverName)
  if (own.length === 0) return <p>{texts.entryInOrder()}</p>
  return own.map(({ message, line, path }) => (
    <p key={`${path} ${message.text}`} className={styles.troubleshootProblem}>
      <VisibleText
        text={line === null ? toText(message) : texts.problemInLine({ line, problem: toText(message) })}
      />
    </p>
  ))
}

function Paths({ entry }: { readonly entry: Entry }) {
  const notes = pathNotes(entry)
  if (notes.length === 0) return <p>{texts.pathsInOrder()}</p>
  return notes.map((note) => (
    <p key={note}>
      <VisibleText text={note} />
    </p>
  ))
}

function ByHand({ entry }: { readonly entry: Entry }) {
  const platform = useProjection((state) => state.app.platform)
  const command = commandByHand(entry, platform)
  if (command === null) return null
  const { environmentNames } = entry
  return (
    <Step title={texts.byHand()}>
      <CommandLine text={command} label={texts.copyCommand()} />
      <p>{entry.command === null ? texts.addressByHand() : texts.commandByHand()}</p>
      {environmentNames.length > 0 && (
        <p>
          <VisibleText text={texts.neededVariables({ names: environmentNames.join(', ') })} />
        </p>
      )}
    </Step>
  )
}

function LogFolder() {
  const folder = useProjection((state) => state.app.dataFolder)
  const separator = folder.includes('\\') ? '\\' : '/'
  const path = [folder, 'logs', 'servers'].join(separator)
  return <CommandLine text={path} label={texts.copyLogsPath()} />
}
