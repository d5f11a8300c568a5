/** Lines of all logs, scrolled to the newest while following; only visible lines are drawn. */
import { Virtuoso } from 'react-virtuoso'
import type { LogLine } from '../../../app/contract/bridge/logs'
import { formatClock } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './all-lines.module.css'

export interface AllLinesProps {
  readonly lines: readonly LogLine[]
  readonly isFollowed: boolean
}

export function AllLines({ lines, isFollowed }: AllLinesProps) {
  return (
    <div className={styles.lines} role="log" aria-label={texts.logLines()} aria-live="off" tabIndex={0}>
      {lines.length === 0 ? (
        <p className={styles.empty}>{texts.noLineFits()}</p>
      ) : (
        <Virtuoso
          data={lines}
          computeItemKey={(_index, { number }) => number}
          followOutput={isFollowed ? 'auto' : false}
          initialTopMostItemIndex={lines.length - 1}
          itemContent={drawLine}
        />
      )}
    </div>
  )
}

function drawLine(_index: number, line: LogLine) {
  return <Line {...line} />
}

function Line({ at, level, serverName, text }: LogLine) {
  return (
    <div className={styles.line} data-level={level}>
      <time dateTime={new Date(at).toISOString()}>{formatClock(at)}</time>
      <span className={styles.origin}>
        <VisibleText text={serverName ?? texts.parleyMark()} />
      </span>
      <span className={styles.level}>{level}</span>
      <span className={styles.text}>
        <VisibleText text={text} />
      </span>
    </div>
  )
}
