/** Views for the window that combine several areas. */
import type { ApprovalsControl } from '../../consent/approvals/approvals'
import type { ConsentView } from '../../contract/consent-view'
import type { SettingsView } from '../../contract/settings'
import type { ManagedPolicy } from '../../policy-file/interface'
import type { HostPorts } from './host-ports'
import type { SamplingBudgets } from '../../server-requests/budgets'
import type { Roots } from '../../server-requests/roots'
import type { Settings } from '../../settings/store/settings-store'
import { chooseLanguage } from '../../texts/translated'

/** Values that an administrator set replace the user's. */
export function buildSettingsView(
  { secrets, systemLanguages }: Pick<HostPorts, 'secrets' | 'systemLanguages'>,
  {
    settings,
    policy,
    roots
  }: { readonly settings: Settings; readonly policy: ManagedPolicy; readonly roots: Roots }
): SettingsView {
  const vault = { isPersistent: secrets.isPersistent, reason: secrets.reason }
  const rootNews = roots.news()
  const chosen = settings.view(vault)
  const shownLanguage = chooseLanguage(chosen.values['appearance.language'], systemLanguages)
  const view = { ...chosen, shownLanguage, ...(rootNews.length > 0 && { rootNews }) }
  const { view: managed, ledgerEndpoint } = policy
  if (managed === null) return view
  return { ...view, managed, ledgerEndpoint: ledgerEndpoint ?? view.ledgerEndpoint ?? null }
}

export function buildConsentView({
  consent,
  budgets
}: {
  readonly consent: ApprovalsControl
  readonly budgets: SamplingBudgets
}): ConsentView {
  return { ...consent.view(), samplingRules: budgets.view() }
}
