/** When the user wants a notice about a server. */
import { useState } from 'react'
import type { ServerView } from '../../../app/contract/servers'
import {
  healthLimitNames,
  highestHealthLimits,
  type HealthLimitName
} from '../../../app/contract/workbench/health-limits'
import { health as texts } from '../../../app/texts/compiled/window/health'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { TextField } from '../../ui/controls/text-field'
import commonStyles from '../../parts/common.module.css'
import styles from './health.module.css'

const labels: Readonly<Record<HealthLimitName, () => string>> = {
  errorPercent: texts.limitErrors,
  p95Ms: texts.limitP95,
  memoryMb: texts.limitMemory,
  restarts: texts.limitRestarts
}

type Written = Readonly<Record<HealthLimitName, string>>

/** Change the key when the limits change in another place, so that the form starts from them. */
export function LimitsForm({
  server: { name: serverName, healthLimits }
}: {
  readonly server: Pick<ServerView, 'name' | 'healthLimits'>
}) {
  const { pending, failure, run } = useCommand()
  const [written, setWritten] = useState(() => textsOf(healthLimits))
  const isValid = healthLimitNames.every((name) => read(name, written[name]) !== undefined)
  const isChanged = healthLimitNames.some(
    (name) => read(name, written[name]) !== (healthLimits?.[name] ?? null)
  )
  const save = () => {
    const limits = merge(healthLimits, written)
    void run(() => call('server.set-options', { serverName, healthLimits: limits }))
  }
  return (
    <form
      className={styles.part}
      aria-label={texts.limits()}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid && isChanged) save()
      }}
    >
      <h4 className={styles.chartTitle}>{texts.limits()}</h4>
      <p className={commonStyles.note}>{texts.limitsNote()}</p>
      <div className={styles.limits}>
        {healthLimitNames.map((name) => (
          <TextField
            key={name}
            label={labels[name]()}
            type="number"
            placeholder={texts.noLimit()}
            value={written[name]}
            error={
              read(name, written[name]) === undefined
                ? texts.limitRange({ most: highestHealthLimits[name] })
                : null
            }
            onChange={(text) => setWritten({ ...written, [name]: text })}
          />
        ))}
      </div>
      <FailureText text={failure} />
      <div>
        <Button type="submit" size="small" disabled={!isValid || !isChanged || pending !== null}>
          {texts.saveLimits()}
        </Button>
      </div>
    </form>
  )
}

function textsOf(limits: ServerView['healthLimits']): Written {
  const textOf = (name: HealthLimitName) => String(limits?.[name] ?? '')
  return {
    errorPercent: textOf('errorPercent'),
    p95Ms: textOf('p95Ms'),
    memoryMb: textOf('memoryMb'),
    restarts: textOf('restarts')
  }
}

/** Null: no limit; undefined: not a possible limit. */
function read(name: HealthLimitName, text: string): number | null | undefined {
  if (text.trim() === '') return null
  const limit = Number(text)
  return Number.isInteger(limit) && limit >= 1 && limit <= highestHealthLimits[name] ? limit : undefined
}

/** Keys that this form doesn't know stay. Null: nothing is left. */
function merge(before: ServerView['healthLimits'], written: Written): ServerView['healthLimits'] {
  const limits: Record<string, number> = { ...before }
  for (const name of healthLimitNames) {
    const limit = read(name, written[name])
    if (typeof limit === 'number') limits[name] = limit
    else delete limits[name]
  }
  return Object.keys(limits).length === 0 ? null : limits
}
