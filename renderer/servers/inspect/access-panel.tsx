/** What a server may reach and do: its sandbox, files, network access, data sharing and permissions. */
import type { ServerView } from '../../../app/contract/servers'
import { useProjection } from '../../state/projection'
import { FlowItem } from '../../parts/permissions/flow-item'
import { GrantItem } from '../../parts/permissions/grant-item'
import { PermissionGroup } from '../../parts/permissions/permission-group'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { ChangedFiles } from './changed-files'
import { DataSharing } from './data-sharing'
import { PrivateFolder } from './private-folder'
import { ServerSandbox } from './server-sandbox'
import { UsedHostList } from './used-host-list'
import { ViewAccessList } from './view-access-list'
import { serverView as texts } from '../../../app/texts/compiled/window/serverView'
import { settings } from '../../../app/texts/compiled/window/settings'
import commonStyles from '../../parts/common.module.css'

/** A region named `Access of ‹server›`. */
export function AccessPanel({ server }: { readonly server: ServerView }) {
  return (
    <section
      className={commonStyles.stack4}
      aria-label={plainWithMarks(texts.accessOf({ name: server.name }))}
    >
      <ServerSandbox server={server} />
      <PrivateFolder server={server} />
      <UsedHostList server={server} />
      <ViewAccessList serverName={server.name} />
      <ChangedFiles server={server} />
      <DataSharing server={server} />
      <Permissions serverName={server.name} />
    </section>
  )
}

function Permissions({ serverName }: { readonly serverName: string }) {
  const { grants, flows = [] } = useProjection((state) => state.consent)
  return (
    <>
      <PermissionGroup title={texts.flowsOf()} empty={settings.noFlows()}>
        {flows
          .filter(({ from, to }) => from === serverName || to === serverName)
          .map((flow) => (
            <FlowItem key={flow.id} flow={flow} />
          ))}
      </PermissionGroup>
      <PermissionGroup title={texts.allowedCalls()} empty={texts.noAllowedCalls()}>
        {grants
          .filter((grant) => grant.serverName === serverName)
          .map((grant) => (
            <GrantItem key={grant.id} grant={grant} />
          ))}
      </PermissionGroup>
    </>
  )
}
