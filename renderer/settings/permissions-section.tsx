/** Section `Permissions`: everything that was allowed beyond one time, each with a button to revoke it. */
import type { Grant, TrustedServer } from '../../app/contract/grants'
import type { TrustedDestination } from '../../app/contract/destination'
import { call } from '../bridge/call'
import { useCommand } from '../bridge/use-command'
import { useProjection } from '../state/projection'
import { Button } from '../ui/controls/button'
import { FailureText } from '../ui/controls/failure-text'
import { VisibleText } from '../ui/base/hidden-characters'
import { formatMoment } from '../ui/base/format'
import { ExemptServerItem, FlowItem } from '../parts/permissions/flow-item'
import { GrantItem } from '../parts/permissions/grant-item'
import { PermissionGroup } from '../parts/permissions/permission-group'
import { PermissionItem } from '../parts/permissions/permission-item'
import { PinnedTools } from './pinned-tools'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import partStyles from '../parts/permissions/settings-parts.module.css'

export function PermissionsSection() {
  const {
    grants,
    flows = [],
    trustedServers,
    trustedDestinations = []
  } = useProjection((state) => state.consent)
  const servers = useProjection((state) => state.servers)
  const exempt = servers.filter(({ receivesEverything }) => receivesEverything)
  return (
    <>
      <PermissionGroup title={texts.allowedCalls()} empty={texts.noAllowedCalls()}>
        {grants.map((grant) => (
          <GrantItem key={grant.id} grant={grant} />
        ))}
      </PermissionGroup>
      <RevokeAll grants={grants} />
      <PermissionGroup title={texts.flowsBetween()} empty={texts.noFlows()}>
        {flows.map((flow) => (
          <FlowItem key={flow.id} flow={flow} />
        ))}
        {exempt.map(({ name }) => (
          <ExemptServerItem key={name} serverName={name} />
        ))}
      </PermissionGroup>
      <PermissionGroup title={texts.trustedServers()} empty={texts.noTrustedServers()}>
        {trustedServers.map((trusted) => (
          <TrustedItem key={trusted.serverName} trusted={trusted} />
        ))}
      </PermissionGroup>
      <PermissionGroup title={texts.trustedDestinations()} empty={texts.noTrustedDestinations()}>
        {trustedDestinations.map((trusted) => (
          <DestinationItem key={`${trusted.act.kind} ${trusted.act.name}`} trusted={trusted} />
        ))}
      </PermissionGroup>
      <PinnedTools />
    </>
  )
}

/** For servers with several permissions: all of them at once. */
function RevokeAll({ grants }: { readonly grants: readonly Grant[] }) {
  const { pending, failure, run } = useCommand()
  const names = [...new Set(grants.map(({ serverName }) => serverName))].filter(
    (name) => grants.filter(({ serverName }) => serverName === name).length > 1
  )
  if (names.length === 0) return null
  return (
    <div className={partStyles.settingsButtons}>
      {names.map((serverName) => (
        <Button
          key={serverName}
          size="small"
          isBusy={pending === serverName}
          onClick={() =>
            void run(() => call('consent.revoke', { kind: 'server-permissions', serverName }), serverName)
          }
        >
          <VisibleText text={texts.revokeAllOf({ server: serverName })} />
        </Button>
      ))}
      <FailureText text={failure} />
    </div>
  )
}

function TrustedItem({ trusted }: { readonly trusted: TrustedServer }) {
  const { act } = trusted
  const address = act.url ?? [act.command ?? '', ...act.args].map(quoted).join(' ')
  return (
    <PermissionItem revoke={() => call('consent.revoke', { kind: 'trust', serverName: trusted.serverName })}>
      <p className={partStyles.settingsItemTitle}>
        <strong>
          <VisibleText text={trusted.serverName} />
        </strong>
      </p>
      <p className={partStyles.settingsItemCommand}>
        <VisibleText text={address} />
      </p>
      <p className={partStyles.settingsItemNote}>
        {texts.since({ moment: formatMoment(trusted.createdAt) })}
      </p>
    </PermissionItem>
  )
}

function DestinationItem({ trusted }: { readonly trusted: TrustedDestination }) {
  const { kind, name, address } = trusted.act
  const title = {
    model: texts.destinationModel({ name }),
    collector: name === 'traces' ? texts.destinationTraces() : texts.destinationCollector(),
    directory: texts.destinationDirectory()
  }[kind]
  return (
    <PermissionItem
      revoke={() => call('consent.revoke', { kind: 'destination', destination: { kind, name } })}
    >
      <p className={partStyles.settingsItemTitle}>
        <strong>
          <VisibleText text={title} />
        </strong>
      </p>
      <p className={partStyles.settingsItemCommand}>
        <VisibleText text={address} />
      </p>
      <p className={partStyles.settingsItemNote}>
        {texts.since({ moment: formatMoment(trusted.createdAt) })}
      </p>
    </PermissionItem>
  )
}

/** Quotes show where an argument with spaces begins and ends. */
function quoted(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : JSON.stringify(argument)
}
