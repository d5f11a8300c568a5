/** Section `Sampling`: what each server may ask models for, its usage, and who reviews it. */
import { Zap } from 'lucide-react'
import { useState } from 'react'
import { defaultSamplingLimits } from '../../app/contract/limits'
import type { SamplingRule } from '../../app/contract/sampling-rules'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useSetting } from '../bridge/settings'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { plainWithMarks, VisibleText } from '../ui/base/hidden-characters'
import { ManagedNote } from '../parts/managed-note'
import { formatMoneyUsed } from '../ui/base/format'
import { Select } from '../ui/controls/select'
import { samplingLimitNames, LimitsForm } from './sampling-limits'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import partStyles from '../parts/permissions/settings-parts.module.css'
import styles from './sampling-section.module.css'

export function SamplingSection() {
  const names = useProjection((state) => state.servers).map(({ name }) => name)
  const rules = useProjection((state) => state.consent.samplingRules) ?? []
  const managed = useProjection((state) => state.settings.managed)
  const currency = useSetting('models.currency')
  const isAutomaticForbidden = managed?.isAutomaticSamplingForbidden === true
  return (
    <>
      <p className={partStyles.settingsNone}>{texts.samplingNote()}</p>
      {managed !== undefined && isAutomaticForbidden && (
        <ManagedNote file={managed.file}>{texts.samplingReviewed()}</ManagedNote>
      )}
      {names.length === 0 && <p className={partStyles.settingsNone}>{texts.noServer()}</p>}
      {names.map((name) => {
        const known = rules.find(({ serverName }) => serverName === name)
        const rule = known ?? untouched(name)
        const formKey = samplingLimitNames.map((limit) => rule[limit]).join(' ')
        const shared = { rule, currency, formKey, isAutomaticForbidden, hasAsked: known !== undefined }
        return <RuleCard key={name} {...shared} />
      })}
    </>
  )
}

function untouched(serverName: string): SamplingRule {
  return {
    serverName,
    mode: 'ask',
    ...defaultSamplingLimits,
    requestsToday: 0,
    tokensToday: 0,
    moneyToday: 0
  }
}

interface RuleCardProps {
  readonly rule: SamplingRule
  readonly currency: string
  /** A new key when the limits change in another place, which resets the form. */
  readonly formKey: string
  readonly isAutomaticForbidden: boolean
  /** Or the user made a rule for it. Limits of other servers are folded, because most servers never ask. */
  readonly hasAsked: boolean
}

function RuleCard({ rule, currency, formKey, isAutomaticForbidden, hasAsked }: RuleCardProps) {
  const { serverName, mode } = rule
  // Stays unfolded while the user works in it.
  const [isOpen] = useState(hasAsked)
  const { pending, failure, run } = useCommand()
  const choose = (chosen: string) =>
    void run(() => call('sampling.set-rule', { serverName, mode: chosen as SamplingRule['mode'] }))
  return (
    <section
      className={partStyles.settingsCard}
      aria-label={plainWithMarks(texts.samplingOf({ server: serverName }))}
    >
      <div className={partStyles.settingsCardHead}>
        <h3>
          <VisibleText text={serverName} />
        </h3>
        <p className={partStyles.settingsItemNote}>
          {hasAsked ? usedWords(rule, currency) : texts.neverAsked()}
        </p>
      </div>
      <Select
        label={texts.requests()}
        isLabelHidden={!hasAsked}
        value={mode}
        options={modeOptions(isAutomaticForbidden)}
        hint={hasAsked ? modeHints[mode]() : undefined}
        isDisabled={pending !== null}
        onChange={choose}
      />
      {mode === 'automatic' && (
        <div className={styles.samplingAutomatic}>
          <p>
            <Zap size={16} aria-hidden /> {texts.approvedAutomatically()}
          </p>
          <Button size="small" disabled={pending !== null} onClick={() => choose('ask')}>
            {texts.askAgain()}
          </Button>
        </div>
      )}
      <FailureText text={failure} />
      {mode !== 'off' && (
        <details open={isOpen}>
          <summary>{texts.limits()}</summary>
          {!hasAsked && <p className={partStyles.settingsItemNote}>{usedWords(rule, currency)}</p>}
          <LimitsForm key={formKey} rule={rule} currency={currency} />
        </details>
      )}
    </section>
  )
}

function modeOptions(isAutomaticForbidden: boolean) {
  return [
    { value: 'ask', label: texts.modeAsk() },
    {
      value: 'automatic',
      label: texts.modeAutomatic(),
      isDisabled: isAutomaticForbidden
    },
    { value: 'off', label: texts.modeOff() }
  ]
}

const modeHints = {
  ask: texts.modeAskHint,
  automatic: texts.modeAutomaticHint,
  off: texts.modeOffHint
} as const

function usedWords(rule: SamplingRule, currency: string): string {
  const { requestsToday, requestsPerDay, tokensToday, tokensPerDay, moneyToday, moneyPerDay } = rule
  return texts.usedToday({
    asked: requestsToday,
    mayAsk: requestsPerDay,
    spent: tokensToday,
    maySpend: tokensPerDay,
    money: formatMoneyUsed(moneyToday, moneyPerDay, currency)
  })
}
