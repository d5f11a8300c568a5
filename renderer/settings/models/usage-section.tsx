/** Section `Usage`: tokens and cost of models by day, model, server and conversation, and their limits. */
import type { UsagePart, UsageTotals } from '../../../app/contract/models/usage-view'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { call } from '../../bridge/call'
import { useSetting } from '../../bridge/settings'
import { useRead } from '../../bridge/use-read'
import { modelLabel } from '../../parts/model-groups'
import { useProjection } from '../../state/projection'
import { formatDay, formatMoney } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { FailureText } from '../../ui/controls/failure-text'
import partStyles from '../../parts/permissions/settings-parts.module.css'
import { SpendingForm } from './spending-form'

export function UsageSection() {
  const perDay = useSetting('models.spendingPerDay')
  const perMonth = useSetting('models.spendingPerMonth')
  const models = useProjection((state) => state.models.models)
  const conversations = useProjection((state) => state.conversations)
  const { value, failure } = useRead({ key: 'usage', read: () => call('usage.read', {}) })
  const titleOf = (id: string): string =>
    conversations.find((conversation) => conversation.id === id)?.title ?? texts.usageDeleted()
  return (
    <>
      <SpendingForm key={`${perDay} ${perMonth}`} kept={{ perDay, perMonth }} />
      <p className={partStyles.settingsItemNote}>{texts.usageNote()}</p>
      <FailureText text={failure} />
      {value !== null && value.days.length === 0 && (
        <p className={partStyles.settingsNone}>{texts.usageNothing()}</p>
      )}
      {value !== null && value.days.length > 0 && (
        <>
          <UsageCard label={texts.usageToday()} parts={[{ name: '', ...value.today }]} nameOf={nothing} />
          <UsageCard label={texts.usageMonth()} parts={[{ name: '', ...value.month }]} nameOf={nothing} />
          <UsageCard label={texts.usageDays()} parts={value.days} nameOf={formatDay} />
          <UsageCard
            label={texts.usageModels()}
            parts={value.models}
            nameOf={(id) => modelLabel(models, id)}
          />
          <UsageCard label={texts.usageServers()} parts={value.servers} nameOf={(name) => name} />
          <UsageCard
            label={texts.usageBrought()}
            note={texts.usageBroughtNote()}
            parts={value.brought}
            nameOf={(name) => name}
            describe={describeBrought}
          />
          <UsageCard label={texts.usageConversations()} parts={value.conversations} nameOf={titleOf} />
        </>
      )}
    </>
  )
}

function nothing(): string {
  return ''
}

interface UsageCardProps {
  readonly label: string
  readonly parts: readonly UsagePart[]
  readonly nameOf: (name: string) => string
  readonly note?: string
  readonly describe?: (totals: UsageTotals) => string
}

function UsageCard({ label, parts, nameOf, note, describe = describeAll }: UsageCardProps) {
  const currency = useSetting('models.currency')
  if (parts.length === 0) return null
  return (
    <section className={partStyles.settingsCard} aria-label={label}>
      <h3>{label}</h3>
      {note !== undefined && <p className={partStyles.settingsItemNote}>{note}</p>}
      <ul className={partStyles.settingsList} aria-label={label}>
        {parts.map((part) => (
          <li key={part.name} className={partStyles.settingsItem}>
            <div className={partStyles.settingsItemWords}>
              <p>
                <VisibleText
                  text={[nameOf(part.name), formatMoney(part.cost, currency)]
                    .filter((text) => text !== '')
                    .join(' · ')}
                />
              </p>
              <p className={partStyles.settingsItemNote}>{describe(part)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeBrought({ requests, inputTokens: input, unpriced }: UsageTotals): string {
  return [
    texts.usageRequests({ count: requests }),
    texts.usageTokensRead({ input }),
    ...(unpriced > 0 ? [texts.usageUnpriced({ count: unpriced })] : [])
  ].join(' · ')
}

function describeAll(totals: UsageTotals): string {
  const { requests, inputTokens: input, cacheReadTokens: cached, outputTokens: output } = totals
  return [
    texts.usageRequests({ count: requests }),
    texts.usageTokens({ input, cached, output }),
    ...(totals.unpriced > 0 ? [texts.usageUnpriced({ count: totals.unpriced })] : []),
    ...(totals.estimated > 0 ? [texts.usageEstimated({ count: totals.estimated })] : [])
  ].join(' · ')
}
