/** The forms for one model's price and for the currency of all prices. */
import { useState } from 'react'
import type { ModelPrice, ModelView } from '../../../app/contract/settings'
import { call } from '../../bridge/call'
import { saveSettings } from '../../bridge/settings'
import { useCommand } from '../../bridge/use-command'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { Select } from '../../ui/controls/select'
import { TextField } from '../../ui/controls/text-field'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { ui } from '../../../app/texts/compiled/window/ui'
import partStyles from '../../parts/permissions/settings-parts.module.css'
import styles from './price-form.module.css'

/** More is a typing error, and the host rejects it. */
const mostMoney = 1_000_000

export interface PriceFormProps {
  /** Choose the model from these; none with `first`. */
  readonly models: readonly ModelView[]
  /** The price being edited; null: a new one. */
  readonly first: (ModelPrice & { readonly model: string }) | null
  readonly currency: string
  readonly onClose: () => void
}

export function PriceForm({ models, first, currency, onClose }: PriceFormProps) {
  const [model, setModel] = useState(first?.model ?? models[0]?.id ?? '')
  const [input, setInput] = useState(first === null ? '' : String(first.inputPerMillion))
  const [output, setOutput] = useState(first === null ? '' : String(first.outputPerMillion))
  const [isTried, setIsTried] = useState(false)
  const { pending, failure, run } = useCommand()
  const save = async () => {
    const isGood = model !== '' && [input, output].every((text) => problemOf(text) === null)
    setIsTried(!isGood)
    if (!isGood) return
    const price = { inputPerMillion: Number(input), outputPerMillion: Number(output) }
    if (await run(() => call('model.set-price', { model, price }))) onClose()
  }
  const errorOf = (text: string) => (isTried || text.trim() !== '' ? problemOf(text) : null)
  return (
    <form
      className={styles.priceForm}
      aria-label={first === null ? texts.newPrice() : texts.changedPrice()}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {first === null && (
        <Select
          label={texts.pricedModel()}
          value={model}
          options={models.map(({ id, name }) => ({ value: id, label: name, detail: id }))}
          onChange={setModel}
        />
      )}
      <div className={styles.priceFormAmounts}>
        <TextField
          label={texts.priceRead({ currency })}
          value={input}
          error={errorOf(input)}
          onChange={setInput}
        />
        <TextField
          label={texts.priceWritten({ currency })}
          value={output}
          error={errorOf(output)}
          onChange={setOutput}
        />
      </div>
      <FailureText text={failure} />
      <div className={partStyles.settingsButtons}>
        <Button type="submit" size="small" variant="primary" isBusy={pending !== null}>
          {texts.savePrice()}
        </Button>
        <Button size="small" disabled={pending !== null} onClick={onClose}>
          {ui.cancel()}
        </Button>
      </div>
    </form>
  )
}

function problemOf(text: string): string | null {
  const amount = Number(text)
  const isGood = text.trim() !== '' && Number.isFinite(amount) && amount >= 0 && amount <= mostMoney
  return isGood ? null : texts.givePrice()
}

/** Change the key when the currency changes in another place. */
export function CurrencyForm({ currency }: { readonly currency: string }) {
  const [text, setText] = useState(currency)
  const { pending, failure, run } = useCommand()
  const code = text.trim().toUpperCase()
  const isGood = /^[A-Z]{3}$/.test(code)
  return (
    <form
      className={styles.currencyForm}
      aria-label={texts.currencyOfPrices()}
      onSubmit={(event) => {
        event.preventDefault()
        if (isGood && code !== currency) void run(() => saveSettings({ 'models.currency': code }))
      }}
    >
      <TextField
        label={texts.currency()}
        value={text}
        hint={texts.currencyHint()}
        error={isGood ? failure : texts.giveCurrency()}
        onChange={setText}
      />
      <Button type="submit" isBusy={pending !== null} disabled={!isGood || code === currency}>
        {texts.saveCurrency()}
      </Button>
    </form>
  )
}
