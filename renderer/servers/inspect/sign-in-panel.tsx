/** The sign-in of one remote server: account, issuer, rights, expiry and actions. */
import { useState } from 'react'
import { toText } from '../../../app/texts/localized'
import type { CallInput } from '../../../app/contract/bridge/calls'
import type { AccountView } from '../../../app/contract/accounts'
import type { ServerView } from '../../../app/contract/servers'
import { call } from '../../bridge/call'
import { useCommand } from '../../bridge/use-command'
import { useProjection } from '../../state/projection'
import { describeVault } from '../../parts/describe-vault'
import { Button } from '../../ui/controls/button'
import { GuardedButton } from '../../ui/controls/guarded-button'
import { FailureText } from '../../ui/controls/failure-text'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { formatDuration, formatMoment, useNow } from '../../ui/base/format'
import { SecretHeaderForm } from './secret-header-form'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import partStyles from '../status/server-parts.module.css'
import inspectPanelStyles from './inspect-panel.module.css'
import commonStyles from '../../parts/common.module.css'
import styles from './sign-in-panel.module.css'

/** Nothing for a local server: such servers get their credentials from their environment. */
export function SignInPanel({ server }: { readonly server: ServerView }) {
  const account = useProjection(({ accounts }) =>
    accounts.find(({ serverName }) => serverName === server.name)
  )
  if (server.transport === 'stdio' || !server.startable) return null
  return (
    <section
      className={styles.signInPanel}
      aria-label={plainWithMarks(texts.signInAt({ name: server.name }))}
    >
      <h3 className={partStyles.inspectHeading}>{texts.signInHeading()}</h3>
      {account === undefined ? (
        <p className={partStyles.inspectUnknown}>{texts.noSignIn()}</p>
      ) : (
        <AccountFacts account={account} />
      )}
      <AccountCommands server={server} account={account} />
      <SecretHeaderForm serverName={server.name} />
    </section>
  )
}

const stateWords: Readonly<Record<AccountView['state'], () => string>> = {
  'signed-out': texts.signedOut,
  'signing-in': texts.signingIn,
  'signed-in': texts.signedIn,
  'needs-sign-in': texts.signInNeeded
}

function AccountFacts({ account }: { readonly account: AccountView }) {
  const { state, reason, name, issuer, scopes, expiresAt, isRenewable, clientId } = account
  const vault = useProjection(({ settings }) => settings.vault)
  const unknown = state === 'signed-in' ? texts.notGiven() : null
  return (
    <>
      <dl className={inspectPanelStyles.inspectFacts}>
        <Fact label={texts.state()}>{stateWords[state]()}</Fact>
        <Fact label={texts.account()} unknown={unknown}>
          {name}
        </Fact>
        <Fact label={texts.authorizationServer()} unknown={unknown}>
          {issuer}
        </Fact>
        <Fact label={texts.rights()} unknown={unknown}>
          {scopes.length === 0 ? null : scopes.join(', ')}
        </Fact>
        <Fact label={isRenewable ? texts.renewsAfter() : texts.ends()} unknown={unknown}>
          {expiresAt === null ? null : formatMoment(expiresAt)}
        </Fact>
        <Fact label={texts.clientId()} unknown={unknown}>
          {clientId}
        </Fact>
      </dl>
      {reason !== null && (
        <p role="status" className={commonStyles.fact}>
          <VisibleText text={toText(reason)} />
        </p>
      )}
      {account.waitsUntil !== undefined && <TimeLeft until={account.waitsUntil} />}
      {state === 'signed-in' && !vault.isPersistent && (
        <p className={commonStyles.fact}>{describeVault(vault)}</p>
      )}
    </>
  )
}

/** Not a status, because announcing each second would disturb. */
function TimeLeft({ until }: { readonly until: number }) {
  const now = useNow(true)
  return <p className={commonStyles.fact}>{texts.timeLeft({ duration: formatDuration(until - now) })}</p>
}

interface FactProps {
  readonly label: string
  /** Replaces an unknown value; null: omit the row. */
  readonly unknown?: string | null
  readonly children: string | null
}

function Fact({ label, unknown = null, children }: FactProps) {
  if (children === null && unknown === null) return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children === null ? (
          <span className={partStyles.inspectUnknown}>{unknown}</span>
        ) : (
          <VisibleText text={children} />
        )}
      </dd>
    </div>
  )
}

interface CommandsProps {
  readonly server: ServerView
  readonly account: AccountView | undefined
}

function AccountCommands({ server, account }: CommandsProps) {
  const { pending, failure, run } = useCommand()
  const [tested, setTested] = useState<string | null>(null)
  const act = (what: CallInput<'account.act'>['act']) =>
    call('account.act', { serverName: server.name, act: what })
  const isSigningIn = account?.state === 'signing-in'
  const test = async () => {
    setTested(null)
    const { message } = await call('account.test', { serverName: server.name })
    setTested(toText(message))
  }
  const looksOf = (label: string) => ({ size: 'small', isBusy: pending === label, children: label }) as const
  const button = (label: string, work: () => Promise<unknown>) => (
    <Button {...looksOf(label)} disabled={pending !== null} onClick={() => void run(work, label)} />
  )
  const lasting = (label: string, work: () => Promise<unknown>, canRun: boolean) => (
    <GuardedButton
      {...looksOf(label)}
      disabled={!canRun || pending !== null}
      onPress={() => void run(work, label)}
    />
  )
  return (
    <>
      <div className={partStyles.serverCommands}>
        <Button
          {...looksOf(texts.signIn())}
          isBusy={isSigningIn || pending === texts.signIn()}
          disabled={pending !== null}
          onClick={() => void run(() => act('sign-in'), texts.signIn())}
        />
        {/* Next to it, because in its place it would get the second press of a double click. */}
        {isSigningIn && button(texts.cancelSignIn(), () => act('cancel'))}
        {account?.waitsUntil !== undefined && (
          <>
            {button(texts.openAgain(), () => act('open-page'))}
            {button(texts.copyAddress(), () => act('copy-address'))}
          </>
        )}
        {lasting(texts.signOut(), () => act('sign-out'), account?.holdsTokens === true)}
        {button(texts.test(), test)}
        {lasting(texts.forgetClient(), () => act('forget-client'), account?.clientId != null)}
      </div>
      {tested !== null && (
        <p role="status" className={commonStyles.fact}>
          <VisibleText text={tested} />
        </p>
      )}
      <FailureText text={failure} />
    </>
  )
}
