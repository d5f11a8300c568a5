/** The user's limits on how often one tool may be called. */
import { useState } from 'react'
import { callPeriods, maxCallsPerTool, type CallPeriod } from '../../../app/contract/limits'
import type { CallLimits, ToolView } from '../../../app/contract/servers'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import { Button } from '../../ui/controls/button'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { TextField } from '../../ui/controls/text-field'
import partStyles from '../status/server-parts.module.css'
import commonStyles from '../../parts/common.module.css'
import styles from './call-limits-form.module.css'

const labels: Readonly<Record<CallPeriod, () => string>> = {
  perTurn: texts.callsPerTurn,
  perConversation: texts.callsPerConversation,
  perDay: texts.callsPerDay
}

export interface CallLimitsFormProps {
  readonly tool: Pick<ToolView, 'name' | 'callLimits'>
  readonly isBusy: boolean
  readonly onSave: (limits: CallLimits) => void
}

/** Change the key when the limits change in another place, so that the form starts from them. */
export function CallLimitsForm({ tool, isBusy, onSave }: CallLimitsFormProps) {
  const [written, setWritten] = useState(() => textsOf(tool.callLimits))
  const limits = readAll(written)
  const isChanged = callPeriods.some((period) => limits?.[period] !== (tool.callLimits?.[period] ?? null))
  return (
    <form
      className={commonStyles.stack2}
      aria-label={plainWithMarks(texts.callLimitsOf({ tool: tool.name }))}
      onSubmit={(event) => {
        event.preventDefault()
        if (limits !== null && isChanged) onSave(limits)
      }}
    >
      <h4 className={partStyles.inspectHeading}>{texts.callLimits()}</h4>
      <p className={commonStyles.note}>{texts.callLimitsHint()}</p>
      <div className={styles.callLimitsFields}>
        {callPeriods.map((period) => (
          <TextField
            key={period}
            label={labels[period]()}
            type="number"
            placeholder={texts.noCallLimit()}
            value={written[period]}
            error={read(written[period]) === undefined ? texts.giveCalls({ most: maxCallsPerTool }) : null}
            onChange={(text) => setWritten({ ...written, [period]: text })}
          />
        ))}
      </div>
      <Button
        type="submit"
        size="small"
        className={styles.callLimitsSave}
        disabled={isBusy || limits === null || !isChanged}
      >
        {texts.saveCallLimits()}
      </Button>
    </form>
  )
}

type Written = Readonly<Record<CallPeriod, string>>

function textsOf(limits: CallLimits | undefined): Written {
  const textOf = (period: CallPeriod) => String(limits?.[period] ?? '')
  return {
    perTurn: textOf('perTurn'),
    perConversation: textOf('perConversation'),
    perDay: textOf('perDay')
  }
}

/** Null if one is invalid. */
function readAll(written: Written): CallLimits | null {
  const perTurn = read(written.perTurn)
  const perConversation = read(written.perConversation)
  const perDay = read(written.perDay)
  if (perTurn === undefined || perConversation === undefined || perDay === undefined) return null
  return { perTurn, perConversation, perDay }
}

/** Null: no limit; undefined: not a number of calls. */
function read(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const calls = Number(text)
  return Number.isInteger(calls) && calls >= 1 && calls <= maxCallsPerTool ? calls : undefined
}
