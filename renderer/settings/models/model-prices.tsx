/** Prices of models in the section `Models`, which are needed for the cost of answers and for spending limits. */
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { SettingsView } from '../../../app/contract/settings'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { modelLabel } from '../../parts/model-groups'
import { useSetting } from '../../bridge/settings'
import { useProjection } from '../../state/projection'
import { Button } from '../../ui/controls/button'
import { FailureText } from '../../ui/controls/failure-text'
import { VisibleText } from '../../ui/base/hidden-characters'
import { formatMoney } from '../../ui/base/format'
import { CurrencyForm, PriceForm } from './price-form'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import partStyles from '../../parts/permissions/settings-parts.module.css'

/** The form of a new price. */
const added = ''

export function ModelPrices() {
  const currency = useSetting('models.currency')
  const prices = useProjection((state) => state.settings.prices) ?? []
  const models = useProjection((state) => state.models.models)
  const [edited, setEdited] = useState<string | null>(null)
  const { pending, failure, run } = useCommand()
  const close = () => setEdited(null)
  const remove = (model: string) => void run(() => call('model.set-price', { model, price: null }), model)
  return (
    <section className={partStyles.settingsCard} aria-label={texts.prices()}>
      <div>
        <h3>{texts.prices()}</h3>
        <p className={partStyles.settingsItemNote}>{texts.pricesNote()}</p>
      </div>
      {prices.length > 0 && (
        <ul className={partStyles.settingsList} aria-label={texts.pricesOfModels()}>
          {prices.map((price) => (
            <li key={price.model} className={partStyles.settingsItem}>
              {edited === price.model ? (
                <PriceForm models={[]} first={price} currency={currency} onClose={close} />
              ) : (
                <Price
                  price={price}
                  name={modelLabel(models, price.model)}
                  currency={currency}
                  pending={pending}
                  onChange={() => setEdited(price.model)}
                  onRemove={() => remove(price.model)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <FailureText text={failure} />
      <NewPrice isOpen={edited === added} onOpen={() => setEdited(added)} onClose={close} />
      <CurrencyForm key={currency} currency={currency} />
    </section>
  )
}

interface PriceProps {
  readonly price: NonNullable<SettingsView['prices']>[number]
  readonly name: string
  readonly currency: string
  /** The model whose price is being removed. */
  readonly pending: string | null
  readonly onChange: () => void
  readonly onRemove: () => void
}

function Price({ price, name, currency, pending, onChange, onRemove }: PriceProps) {
  const input = formatMoney(price.inputPerMillion, currency)
  const output = formatMoney(price.outputPerMillion, currency)
  return (
    <>
      <div className={partStyles.settingsItemWords}>
        <p>
          <VisibleText text={name} />
        </p>
        <p className={partStyles.settingsItemNote}>{texts.priceOf({ input, output })}</p>
      </div>
      <Button size="small" aria-label={texts.changePriceOf({ model: name })} onClick={onChange}>
        {texts.change()}
      </Button>
      <Button
        size="small"
        aria-label={texts.removePriceOf({ model: name })}
        isBusy={pending === price.model}
        disabled={pending !== null}
        onClick={onRemove}
      >
        {texts.remove()}
      </Button>
    </>
  )
}

interface NewPriceProps {
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onClose: () => void
}

function NewPrice({ isOpen, onOpen, onClose }: NewPriceProps) {
  const currency = useSetting('models.currency')
  const prices = useProjection((state) => state.settings.prices) ?? []
  const models = useProjection((state) => state.models.models)
  const unpriced = models.filter(({ id }) => id.includes('/') && !prices.some(({ model }) => model === id))
  if (isOpen) return <PriceForm models={unpriced} first={null} currency={currency} onClose={onClose} />
  return (
    <Button
      size="small"
      icon={Plus}
      className={partStyles.settingsStart}
      disabled={unpriced.length === 0}
      onClick={onOpen}
    >
      {texts.addPrice()}
    </Button>
  )
}
