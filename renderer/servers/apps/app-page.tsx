/** What Parley reads from the page of an app: what it declares, and the content policies that follow. */
import { domainUses, type DomainUse } from '../../../app/contract/consent/domain-uses'
import type { RefusedDomain } from '../../../app/contract/consent/view-access'
import type { ViewInspection } from '../../../app/contract/bridge/view-calls'
import { consent } from '../../../app/texts/compiled/window/consent'
import { serverView as texts } from '../../../app/texts/compiled/window/serverView'
import { viewPermissionNames } from '../../parts/view-permission-names'
import { formatSize } from '../../ui/base/format'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { FailureText } from '../../ui/controls/failure-text'
import { CodeBlock } from '../../ui/untrusted/code-block'
import { ExactText } from '../../ui/untrusted/exact-text'
import { Fact, Facts, Pieces } from '../../ui/untrusted/facts'
import commonStyles from '../../parts/common.module.css'
import partStyles from '../status/server-parts.module.css'

interface AppPageProps {
  readonly toolName: string
  readonly page: ViewInspection
}

/** A region named `Page of ‹tool›`. */
export function AppPage({ toolName, page }: AppPageProps) {
  const { hasMisnamedMeta, policies } = page
  return (
    <section className={commonStyles.stack3} aria-label={plainWithMarks(texts.pageOf({ tool: toolName }))}>
      <FailureText text={hasMisnamedMeta ? texts.misnamedMeta() : null} />
      <Declared page={page} />
      <Policy title={texts.policyWithoutHosts()} header={policies.withoutHosts} />
      <Policy title={texts.policyWithHosts()} header={policies.withHosts} />
      <p className={commonStyles.smallNote}>{texts.policyNote()}</p>
    </section>
  )
}

function Declared({ page }: Pick<AppPageProps, 'page'>) {
  const { size, prefersBorder, permissions, domains, refused } = page
  return (
    <Facts>
      <Fact label={texts.pageSize()}>{formatSize(size)}</Fact>
      <Fact label={texts.pageBorder()}>{describeBorder(prefersBorder)}</Fact>
      <Fact label={texts.pagePermissions()}>
        {permissions.map((permission) => viewPermissionNames[permission]()).join(', ') ||
          texts.noneDeclared()}
      </Fact>
      {domainUses.map((use) => (
        <Fact key={use} label={useTexts[use]()}>
          {domains[use].length === 0 ? texts.noneDeclared() : <Pieces texts={domains[use]} />}
        </Fact>
      ))}
      {refused.length > 0 && (
        <Fact label={texts.refusedDomains()}>
          <ul className={commonStyles.stack2}>
            {refused.map((each, index) => (
              <Refused key={refusalKey(each, index)} {...each} />
            ))}
          </ul>
        </Fact>
      )}
    </Facts>
  )
}

function Refused({ use, domain, reason }: RefusedDomain) {
  return (
    <li>
      <code className={commonStyles.code}>
        <ExactText text={domain} />
      </code>
      <br />
      <span className={commonStyles.smallFact}>
        {useTexts[use]()} · {reasonTexts[reason]()}
      </span>
    </li>
  )
}

function Policy({ title, header }: { readonly title: string; readonly header: string }) {
  return (
    <section className={commonStyles.narrowStack2} aria-label={title}>
      <h4 className={partStyles.inspectHeading}>{title}</h4>
      <CodeBlock code={header} />
    </section>
  )
}

/** A server may declare a domain twice; the index distinguishes both. */
function refusalKey({ use, domain }: RefusedDomain, index: number): string {
  return `${index} ${use} ${domain}`
}

function describeBorder(prefersBorder: boolean | null): string {
  if (prefersBorder === null) return texts.borderUnsaid()
  return prefersBorder ? texts.borderWanted() : texts.borderUnwanted()
}

const useTexts: Readonly<Record<DomainUse, () => string>> = {
  connect: consent.appUseConnect,
  resource: consent.appUseResource,
  frame: consent.appUseFrame,
  baseUri: consent.appUseBaseUri
}

const reasonTexts: Readonly<Record<RefusedDomain['reason'], () => string>> = {
  characters: texts.domainCharacters,
  scheme: texts.domainScheme,
  'web-socket': texts.domainWebSocket,
  'too-broad': texts.domainTooBroad,
  malformed: texts.domainMalformed,
  'too-many': texts.domainTooMany,
  'not-allowed': texts.domainNotAllowed
}
