/** A server's log: read when it opens, whenever the server changes, and on request. Filtered here, copied as text. */
import { RefreshCw } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ServerLogLine, ServerView } from '../../../app/contract/servers'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/untrusted/code-block'
import { FailureText } from '../../ui/controls/failure-text'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Select } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import { filterLog, formatTime, logText, sourceWords, type LogFilter } from './log-lines'
import { useServerLog } from './use-server-log'
import partStyles from '../status/server-parts.module.css'
import styles from './log-panel.module.css'

const sources = [
  { value: 'all', label: 'All sources' },
  { value: 'stderr', label: 'Error output of the process' },
  { value: 'log', label: 'Messages of the server' },
  { value: 'life', label: 'What Parley observed' }
]

const levels = [
  { value: 'debug', label: 'All levels' },
  { value: 'info', label: 'Info and above' },
  { value: 'notice', label: 'Notices and above' },
  { value: 'warning', label: 'Warnings and above' },
  { value: 'error', label: 'Errors only' },
  { value: 'critical', label: 'Critical and above' },
  { value: 'alert', label: 'Alerts and above' },
  { value: 'emergency', label: 'Emergencies only' }
]

export function LogPanel({ server }: { readonly server: ServerView }) {
  const { lines, failure, refresh } = useServerLog(server)
  const [filter, setFilter] = useState<LogFilter>({ source: 'all', level: 'debug', words: '' })
  const shown = useMemo(() => filterLog(lines ?? [], filter), [lines, filter])
  return (
    <section className={partStyles.serverPanel} aria-label={plainWithMarks(`Log of ${server.name}`)}>
      <div className={styles.logTools}>
        <Select
          label="Source"
          isLabelHidden
          options={sources}
          value={filter.source}
          onChange={(source) => setFilter({ ...filter, source: source as LogFilter['source'] })}
        />
        <Select
          label="Level"
          isLabelHidden
          options={levels}
          value={filter.level}
          onChange={(level) => setFilter({ ...filter, level: level as LogFilter['level'] })}
        />
        <TextField
          type="search"
          label="Search the log"
          isLabelHidden
          placeholder="Search"
          value={filter.words}
          onChange={(words) => setFilter({ ...filter, words })}
        />
        <span className={styles.logCount}>
          {shown.length} {shown.length === 1 ? 'line' : 'lines'}
        </span>
        <CopyButton text={logText(shown)} label="Copy log" />
        <Button size="small" icon={RefreshCw} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <FailureText text={failure} />
      <Lines lines={shown} isEmptyLog={lines?.length === 0} />
    </section>
  )
}

function Lines({
  lines,
  isEmptyLog
}: {
  readonly lines: readonly ServerLogLine[]
  readonly isEmptyLog: boolean
}) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    region.current?.scrollTo({ top: region.current.scrollHeight })
  }, [lines])
  return (
    <div
      ref={region}
      className={styles.logLines}
      role="log"
      aria-label="Log lines"
      aria-live="off"
      tabIndex={0}
    >
      {withPlaces(lines).map(({ line, place }) => (
        <div key={place} className={styles.logLine} data-level={line.level}>
          <time dateTime={new Date(line.at).toISOString()}>{formatTime(line.at)}</time>
          <span className={styles.logSource}>{sourceWords[line.source]}</span>
          <span className={styles.logLevel}>{line.level}</span>
          <span className={styles.logText}>
            <VisibleText text={line.text} />
          </span>
        </div>
      ))}
      {lines.length === 0 && (
        <p className={styles.logEmpty}>{isEmptyLog ? 'Nothing has been logged yet.' : 'No line fits.'}</p>
      )}
    </div>
  )
}

function withPlaces(
  lines: readonly ServerLogLine[]
): { readonly line: ServerLogLine; readonly place: number }[] {
  return lines.map((line, place) => ({ line, place }))
}
