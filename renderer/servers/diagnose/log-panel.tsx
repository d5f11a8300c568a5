/** A server's log: read when it opens, whenever the server changes, and on request. Filtered here, copied as text. */
import { RefreshCw } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ServerLogLine, ServerView } from '../../../app/contract/servers'
import { Button } from '../../ui/controls/button'
import { CopyButton } from '../../ui/untrusted/code-block'
import { FailureText } from '../../ui/controls/failure-text'
import { formatClock } from '../../ui/base/format'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Select } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import { levelOptions } from './level-options'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from '../status/server-parts.module.css'
import styles from './log-panel.module.css'
import { failureMessage, readServer } from '../../bridge/call'
import { logLevels } from '../../../app/contract/limits'

const gravity = Object.fromEntries(logLevels.map((level, index) => [level, index])) as Readonly<
  Record<ServerLogLine['level'], number>
>

/** Log lines, filtered and as text. Pure. */
const describeLogSource: Readonly<Record<ServerLogLine['source'], () => string>> = {
  stderr: texts.errorOutputMark,
  log: texts.serverMark,
  life: texts.parleyMark
}

const sources = () => [
  { value: 'all', label: texts.allSources() },
  { value: 'stderr', label: texts.sourceErrorOutput() },
  { value: 'log', label: texts.sourceMessages() },
  { value: 'life', label: texts.sourceObserved() }
]

export function LogPanel({ server }: { readonly server: ServerView }) {
  const { lines, failure, refresh } = useServerLog(server)
  const [filter, setFilter] = useState<LogFilter>({ source: 'all', level: 'debug', words: '' })
  const shown = useMemo(() => filterLog(lines ?? [], filter), [lines, filter])
  return (
    <section
      className={partStyles.serverPanel}
      aria-label={plainWithMarks(texts.logOf({ name: server.name }))}
    >
      <div className={styles.logTools}>
        <Select
          label={texts.source()}
          isLabelHidden
          options={sources()}
          value={filter.source}
          onChange={(source) => setFilter({ ...filter, source: source as LogFilter['source'] })}
        />
        <Select
          label={texts.level()}
          isLabelHidden
          options={levelOptions()}
          value={filter.level}
          onChange={(level) => setFilter({ ...filter, level: level as LogFilter['level'] })}
        />
        <TextField
          type="search"
          label={texts.searchLog()}
          isLabelHidden
          placeholder={texts.search()}
          value={filter.words}
          onChange={(words) => setFilter({ ...filter, words })}
        />
        <span className={styles.logCount}>{texts.lineCount({ count: shown.length })}</span>
        <CopyButton text={logText(shown)} label={texts.copyLog()} />
        <Button size="small" icon={RefreshCw} onClick={refresh}>
          {texts.refresh()}
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
      aria-label={texts.logLines()}
      aria-live="off"
      tabIndex={0}
    >
      {withPlaces(lines).map(({ line, place }) => (
        <div key={place} className={styles.logLine} data-level={line.level}>
          <time dateTime={new Date(line.at).toISOString()}>{formatClock(line.at)}</time>
          <span className={styles.logSource}>{describeLogSource[line.source]()}</span>
          <span className={styles.logLevel}>{line.level}</span>
          <span className={styles.logText}>
            <VisibleText text={line.text} />
          </span>
        </div>
      ))}
      {lines.length === 0 && (
        <p className={styles.logEmpty}>{isEmptyLog ? texts.emptyLog() : texts.noLineFits()}</p>
      )}
    </div>
  )
}

function withPlaces(
  lines: readonly ServerLogLine[]
): { readonly line: ServerLogLine; readonly place: number }[] {
  return lines.map((line, place) => ({ line, place }))
}

interface ServerLogState {
  /** Null until the first answer. */
  readonly lines: readonly ServerLogLine[] | null
  readonly failure: string | null
  readonly refresh: () => void
}

/** Reads a server's log again when the server changes or the user asks. An older answer never replaces a newer one. */
function useServerLog(server: ServerView): ServerLogState {
  const [lines, setLines] = useState<readonly ServerLogLine[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [request, setRequest] = useState(0)
  useEffect(() => {
    let isCurrent = true
    readServer(server.name, 'log').then(
      (read) => {
        if (!isCurrent) return
        setLines(read)
        setFailure(null)
      },
      (error: unknown) => {
        if (isCurrent) setFailure(failureMessage(error))
      }
    )
    return () => void (isCurrent = false)
  }, [server, request])
  return { lines, failure, refresh: () => setRequest(request + 1) }
}

interface LogFilter {
  readonly source: ServerLogLine['source'] | 'all'
  /** Lines of this level and above. */
  readonly level: ServerLogLine['level']
  /** Words that a line must contain, all of them, in any order. */
  readonly words: string
}

function filterLog(lines: readonly ServerLogLine[], filter: LogFilter): ServerLogLine[] {
  const { source, level } = filter
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean)
  return lines.filter(
    (line) =>
      (source === 'all' || line.source === source) &&
      gravity[line.level] >= gravity[level] &&
      words.every((word) => line.text.toLowerCase().includes(word))
  )
}

/** One line each, for the clipboard. */
function logText(lines: readonly ServerLogLine[]): string {
  return lines
    .map(
      (line) =>
        `${new Date(line.at).toISOString()} ${describeLogSource[line.source]()} ${line.level} ${line.text}`
    )
    .join('\n')
}
