/** Two messages or results side by side. */
import type { MessageRow } from '../../../app/contract/workbench/messages'
import { differences as texts } from '../../../app/texts/compiled/window/differences'
import { call } from '../../bridge/call'
import { useRead } from '../../bridge/use-read'
import { SideBySide } from '../../parts/side-by-side'
import { formatClock } from '../../ui/base/format'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { Dialog } from '../../ui/controls/dialog'
import { FailureText } from '../../ui/controls/failure-text'
import commonStyles from '../../parts/common.module.css'
import { shortMethod } from './short-method'

export interface MessageComparisonProps {
  readonly serverName: string
  readonly pair: readonly [MessageRow, MessageRow]
  readonly onClose: () => void
}

/** The earlier message is at the left. */
export function MessageComparison({ serverName, pair, onClose }: MessageComparisonProps) {
  const [before, after] = pair.toSorted((one, other) => one.number - other.number)
  const { value, failure } = useRead({
    key: JSON.stringify(pair.map(({ number }) => number)),
    read: () =>
      Promise.all(
        [before, after].map(async (row) => {
          const details =
            row === undefined ? null : await call('messages.read', { serverName, number: row.number })
          return details === null || details.text === null ? null : indent(details.text)
        })
      )
  })
  const label = [before, after].map((row) => (row === undefined ? '' : nameOf(row))).join(' · ')
  return (
    <Dialog open onClose={onClose} size="large" title={texts.compareMessages()}>
      <div className={commonStyles.stack2}>
        <p>
          <VisibleText text={label} />
        </p>
        <FailureText text={failure} />
        {value !== null &&
          (value[0] === value[1] ? (
            <p role="status">{texts.sameMessages()}</p>
          ) : (
            <SideBySide label={plainWithMarks(label)} before={value[0] ?? null} after={value[1] ?? null} />
          ))}
      </div>
    </Dialog>
  )
}

function nameOf(row: MessageRow): string {
  return `${formatClock(row.at)} ${shortMethod(row)} ${row.tool ?? ''}`.trim()
}

/** Without its id, which always differs. */
function indent(json: string): string {
  const { id: _, ...message } = JSON.parse(json) as Record<string, unknown>
  return JSON.stringify(message, null, 2)
}
