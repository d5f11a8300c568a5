/** The sign-in at one remote server: as whom, where, with which rights, until when, and what can be done about it. */
import { useState } from 'react'
import type { AccountView } from '../../app/contract/accounts'
import type { ServerView } from '../../app/contract/servers'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useProjection } from '../state/projection'
import { Button } from '../ui/button'
import { FailureText } from '../ui/failure-text'
import { VisibleText } from '../ui/hidden-characters'
import { formatMoment } from '../ui/time'
import { SecretHeaderForm } from './secret-header-form'
import './sign-in-panel.css'

/** Nothing for a server on this computer: such servers get their credentials from their environment. */
export function SignInPanel({ server }: { readonly server: ServerView }) {
  const account = useProjection(({ accounts }) =>
    accounts.find(({ serverName }) => serverName === server.name)
  )
  if (server.transport === 'stdio' || !server.startable) return null
  return (
    <section className="sign-in-panel" aria-label={`Sign-in at ${server.name}`}>
      <h4 className="inspect-heading">Sign-in</h4>
      {account === undefined ? (
        <p className="inspect-unknown">This server has not asked for a sign-in.</p>
      ) : (
        <AccountFacts account={account} />
      )}
      <AccountCommands server={server} account={account} />
      <SecretHeaderForm serverName={server.name} />
    </section>
  )
}

const stateWords: Readonly<Record<AccountView['state'], string>> = {
  'signed-out': 'Signed out',
  'signing-in': 'Signing in',
  'signed-in': 'Signed in',
  'needs-sign-in': 'Sign-in needed'
}

function AccountFacts({ account }: { readonly account: AccountView }) {
  const { state, reason, name, issuer, scopes, expiresAt, isRenewable, clientId } = account
  return (
    <>
      <dl className="inspect-facts">
        <Fact label="State">{stateWords[state]}</Fact>
        <Fact label="Account">{name}</Fact>
        <Fact label="Authorization server">{issuer}</Fact>
        <Fact label="Rights">{scopes.length === 0 ? null : scopes.join(', ')}</Fact>
        <Fact label={isRenewable ? 'Renews itself after' : 'Ends'}>
          {expiresAt === null ? null : formatMoment(expiresAt)}
        </Fact>
        <Fact label="Client id">{clientId}</Fact>
      </dl>
      {reason !== null && (
        <p role="status" className="sign-in-reason">
          <VisibleText text={reason} />
        </p>
      )}
    </>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children === null ? (
          <span className="inspect-unknown">not said</span>
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
  const input = { serverName: server.name }
  const isSigningIn = account?.state === 'signing-in'
  const test = async () => {
    setTested(null)
    const { message } = await call('account.test', input)
    setTested(message)
  }
  const button = (label: string, work: () => Promise<unknown>, canRun = true) => (
    <Button
      size="small"
      disabled={!canRun || pending !== null}
      isBusy={pending === label}
      onClick={() => void run(work, label)}
    >
      {label}
    </Button>
  )
  return (
    <>
      <div className="server-commands">
        {isSigningIn
          ? button('Cancel sign-in', () => call('account.cancel', input))
          : button('Sign in', () => call('account.sign-in', input))}
        {button('Sign out', () => call('account.sign-out', input), account?.state === 'signed-in')}
        {button('Test', test)}
        {button('Forget client', () => call('account.forget-client', input), account?.clientId != null)}
      </div>
      {tested !== null && (
        <p role="status" className="sign-in-reason">
          <VisibleText text={tested} />
        </p>
      )}
      <FailureText text={failure} />
    </>
  )
}
