/** Limits on the cost of models' answers per day and per month. */
import { useState } from 'react'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { saveSettings, useSetting } from '../../bridge/settings'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { TextField } from '../../ui/controls/text-field'
import partStyles from '../../parts/permissions/settings-parts.module.css'

const most = 1_000_000

/** Null: no limit. */
interface Limits {
  readonly perDay: number | null
  readonly perMonth: number | null
}

/** Change the key when the limits change in another place, so that the form starts from them. */
export function SpendingForm({ kept }: { readonly kept: Limits }) {
  const currency = useSetting('models.currency')
  const [typed, setTyped] = useState({ perDay: textOf(kept.perDay), perMonth: textOf(kept.perMonth) })
  const { pending, failure, run } = useCommand()
  const [day, month] = [readLimit(typed.perDay), readLimit(typed.perMonth)]
  const isGood = day !== undefined && month !== undefined
  const isChanged = day !== kept.perDay || month !== kept.perMonth
  const problemOf = (limit: number | null | undefined) =>
    limit === undefined ? texts.giveSpending({ most }) : null
  return (
    <form
      className={partStyles.settingsCard}
      aria-label={texts.spendingLimit()}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isGood || !isChanged) return
        void run(() => saveSettings({ 'models.spendingPerDay': day, 'models.spendingPerMonth': month }))
      }}
    >
      <div>
        <h3>{texts.spendingLimit()}</h3>
        <p className={partStyles.settingsItemNote}>{texts.spendingNote()}</p>
      </div>
      <TextField
        label={texts.spendingPerDay({ currency })}
        placeholder={texts.noLimit()}
        value={typed.perDay}
        error={problemOf(day)}
        onChange={(perDay) => setTyped({ ...typed, perDay })}
      />
      <TextField
        label={texts.spendingPerMonth({ currency })}
        placeholder={texts.noLimit()}
        value={typed.perMonth}
        error={problemOf(month)}
        onChange={(perMonth) => setTyped({ ...typed, perMonth })}
      />
      <FailureText text={failure} />
      <Button
        type="submit"
        className={partStyles.settingsStart}
        isBusy={pending !== null}
        disabled={!isGood || !isChanged}
      >
        {texts.saveSpending()}
      </Button>
    </form>
  )
}

function textOf(limit: number | null): string {
  return limit === null ? '' : String(limit)
}

/** Undefined: not an amount. */
function readLimit(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const amount = Number(text)
  return Number.isFinite(amount) && amount >= 0 && amount <= most ? amount : undefined
}
