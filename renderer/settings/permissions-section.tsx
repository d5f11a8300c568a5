/** Section `Permissions`: everything that was allowed for longer than once, each with its way back. */
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Grant, TrustedServer } from '../../app/contract/consents'
import { call, failureMessage } from '../bridge/call'
import { useProjection } from '../state/projection'
import { Button } from '../ui/button'
import { VisibleText } from '../ui/hidden-characters'
import { formatMoment } from '../ui/time'

export function PermissionsSection() {
  const { grants, trustedServers } = useProjection((state) => state.consent)
  return (
    <>
      <Group
        title="Allowed tool calls"
        empty="No tool may run without a question. “Always allow” in a question adds it here."
      >
        {grants.map((grant) => (
          <GrantItem key={grant.id} grant={grant} />
        ))}
      </Group>
      <Group title="Trusted servers" empty="No server is trusted yet. Parley asks before one is started.">
        {trustedServers.map((trusted) => (
          <TrustedItem key={trusted.serverName} trusted={trusted} />
        ))}
      </Group>
    </>
  )
}

function Group({
  title,
  empty,
  children
}: {
  readonly title: string
  readonly empty: string
  readonly children: readonly ReactNode[]
}) {
  return (
    <section className="settings-group">
      <h3>{title}</h3>
      {children.length === 0 ? (
        <p className="settings-none">{empty}</p>
      ) : (
        <ul className="settings-list" aria-label={title}>
          {children}
        </ul>
      )}
    </section>
  )
}

function GrantItem({ grant }: { readonly grant: Grant }) {
  const title = useProjection(
    (state) => state.conversations.find(({ id }) => id === grant.conversationId)?.title ?? null
  )
  const scope = grant.scope === 'always' ? 'always' : title === null ? 'in one conversation' : `in “${title}”`
  return (
    <PermissionItem revoke={() => call('consent.revoke-grant', { grantId: grant.id })}>
      <p className="settings-item-title">
        <code>
          <VisibleText text={grant.toolName} />
        </code>{' '}
        on{' '}
        <strong>
          <VisibleText text={grant.serverName} />
        </strong>
      </p>
      <p className="settings-item-note">
        <VisibleText text={`${scope}, since ${formatMoment(grant.createdAt)}`} />
      </p>
    </PermissionItem>
  )
}

function TrustedItem({ trusted }: { readonly trusted: TrustedServer }) {
  const { act } = trusted
  const address = act.url ?? [act.command ?? '', ...act.args].map(quoted).join(' ')
  return (
    <PermissionItem revoke={() => call('consent.revoke-trust', { serverName: trusted.serverName })}>
      <p className="settings-item-title">
        <strong>
          <VisibleText text={trusted.serverName} />
        </strong>
      </p>
      <p className="settings-item-command">
        <VisibleText text={address} />
      </p>
      <p className="settings-item-note">since {formatMoment(trusted.createdAt)}</p>
    </PermissionItem>
  )
}

function PermissionItem({
  revoke,
  children
}: {
  readonly revoke: () => Promise<unknown>
  readonly children: ReactNode
}) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const run = async () => {
    setIsBusy(true)
    setFailure(null)
    try {
      await revoke()
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <li className="settings-item">
      <div className="settings-item-words">
        {children}
        {failure !== null && (
          <p role="alert" className="settings-failure">
            {failure}
          </p>
        )}
      </div>
      <Button size="small" isBusy={isBusy} onClick={() => void run()}>
        Revoke
      </Button>
    </li>
  )
}

/** Quotes show where an argument with spaces begins and ends. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : JSON.stringify(argument)
}
