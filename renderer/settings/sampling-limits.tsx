/** The form with one server's sampling limits. The card around it shows the usage. */
import { useState } from 'react'
import type { SamplingLimits, SamplingRule } from '../../app/contract/sampling-rules'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { TextField } from '../ui/controls/text-field'
import { settings } from '../../app/texts/compiled/window/settings'
import partStyles from '../parts/permissions/settings-parts.module.css'
import styles from './sampling-limits.module.css'

export const samplingLimitNames = [
  'requestsPerMinute',
  'requestsPerDay',
  'tokensPerDay',
  'maxTokens',
  'moneyPerDay'
] as const satisfies readonly (keyof SamplingLimits)[]

type LimitName = (typeof samplingLimitNames)[number]

const labels = {
  requestsPerMinute: settings.requestsPerMinute,
  requestsPerDay: settings.requestsPerDay,
  tokensPerDay: settings.tokensPerDay,
  maxTokens: settings.tokensPerAnswer
} as const

const most = {
  requestsPerMinute: 600,
  requestsPerDay: 100_000,
  tokensPerDay: 1_000_000_000,
  maxTokens: 1_000_000,
  moneyPerDay: 1_000_000
} as const

interface LimitsFormProps {
  readonly rule: SamplingRule
  readonly currency: string
}

/** Change the key when the rule changes in another place, so that the form starts from it. */
export function LimitsForm({ rule, currency }: LimitsFormProps) {
  const { serverName } = rule
  const [texts, setTexts] = useState(() => textsOf(rule))
  const { pending, failure, run } = useCommand()
  const isGood = samplingLimitNames.every((name) => problemOf(name, texts[name]) === null)
  const isChanged = samplingLimitNames.some((name) => readLimit(name, texts[name]) !== rule[name])
  const save = () => {
    const limits = Object.fromEntries(samplingLimitNames.map((name) => [name, readLimit(name, texts[name])]))
    void run(() => call('sampling.set-rule', { serverName, ...limits }))
  }
  return (
    <form
      className={partStyles.settingsForm}
      onSubmit={(event) => {
        event.preventDefault()
        if (isGood && isChanged) save()
      }}
    >
      <div className={styles.samplingLimits}>
        {samplingLimitNames.map((name) => (
          <TextField
            key={name}
            label={name === 'moneyPerDay' ? settings.moneyPerDay({ currency }) : labels[name]()}
            // The browser's number validation would reject cents.
            type={name === 'moneyPerDay' ? 'text' : 'number'}
            placeholder={name === 'moneyPerDay' ? settings.noLimit() : ''}
            value={texts[name]}
            error={problemOf(name, texts[name])}
            onChange={(text) => setTexts({ ...texts, [name]: text })}
          />
        ))}
      </div>
      <p className={partStyles.settingsItemNote}>{settings.moneyNote()}</p>
      <FailureText text={failure} />
      <Button
        type="submit"
        size="small"
        className={partStyles.settingsStart}
        isBusy={pending !== null}
        disabled={!isGood || !isChanged}
      >
        {settings.saveLimits()}
      </Button>
    </form>
  )
}

function textsOf(rule: SamplingRule): Readonly<Record<LimitName, string>> {
  const { requestsPerMinute, requestsPerDay, tokensPerDay, maxTokens, moneyPerDay } = rule
  return {
    requestsPerMinute: String(requestsPerMinute),
    requestsPerDay: String(requestsPerDay),
    tokensPerDay: String(tokensPerDay),
    maxTokens: String(maxTokens),
    moneyPerDay: moneyPerDay === null ? '' : String(moneyPerDay)
  }
}

/** Null: no limit. */
function readLimit(name: LimitName, text: string): number | null {
  return name === 'moneyPerDay' && text.trim() === '' ? null : Number(text)
}

function problemOf(name: LimitName, text: string): string | null {
  const number = readLimit(name, text)

  if (name === 'moneyPerDay') {
    if (number === null || (number > 0 && number <= most[name])) return null
    return settings.giveMoney({ most: most[name] })
  }
  const isGood = text.trim() !== '' && Number.isInteger(number) && Number(number) >= 1
  return isGood && Number(number) <= most[name] ? null : settings.giveNumber({ most: most[name] })
}
