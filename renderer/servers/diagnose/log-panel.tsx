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
import { filterLog, logText, describeLogSource, type LogFilter } from './log-lines'
import { levelOptions } from './level-options'
import { useServerLog } from './use-server-log'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from '../status/server-parts.module.css'
import styles from './log-panel.module.css'

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
