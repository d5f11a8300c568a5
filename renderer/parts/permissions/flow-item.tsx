/**
 * One permitted data sharing between two servers, as an arrow: its scope, and a button to revoke it. A server that
 * may receive everything has an arrow from all.
 */
import type { ReactNode } from 'react'
import type { FlowPermission } from '../../../app/contract/flows'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { toText } from '../../../app/texts/localized'
import { call } from '../../bridge/call'
import { useProjection } from '../../state/projection'
import { classNames } from '../../ui/base/class-names'
import { formatMoment } from '../../ui/base/format'
import { VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import { describeGrantPlace } from './grant-item'
import { PermissionItem } from './permission-item'
import grantStyles from './grant-item.module.css'
import partStyles from './settings-parts.module.css'

export function FlowItem({ flow }: { readonly flow: FlowPermission }) {
  const { id, from, to, toolName, endsAt, usesLeft, suspended } = flow
  const title = useProjection(
    (state) =>
      state.conversations.find((conversation) => conversation.id === flow.conversationId)?.title ?? null
  )
  const words = [
    toolName === null ? texts.flowToAllTools() : texts.flowToTool({ tool: nameInSentence(toolName) }),
    describeGrantPlace(flow, title),
    ...(endsAt === null ? [] : [texts.until({ moment: formatMoment(endsAt) })]),
    ...(usesLeft === undefined ? [] : [texts.flowCallsLeft({ left: usesLeft })])
  ]
  return (
    <PermissionItem revoke={() => call('consent.revoke', { kind: 'data-sharing', flowId: id })}>
      <Arrow to={to}>
        <strong>
          <VisibleText text={from} />
        </strong>
      </Arrow>
      {words.map((word) => (
        <p key={word} className={partStyles.settingsItemNote}>
          <VisibleText text={word} />
        </p>
      ))}
      {suspended !== undefined && (
        <p className={classNames(partStyles.settingsItemNote, grantStyles.settingsItemSuspended)}>
          <VisibleText text={texts.suspended({ reason: toText(suspended) })} />
        </p>
      )}
    </PermissionItem>
  )
}

export function ExemptServerItem({ serverName }: { readonly serverName: string }) {
  const revoke = () => call('server.set-options', { serverName, receivesEverything: false })
  return (
    <PermissionItem revoke={revoke}>
      <Arrow to={serverName}>{texts.everyServer()}</Arrow>
      <p className={partStyles.settingsItemNote}>
        <VisibleText text={texts.flowFromAll({ server: serverName })} />
      </p>
    </PermissionItem>
  )
}

function Arrow({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <p className={partStyles.settingsItemTitle}>
      {children} →{' '}
      <strong>
        <VisibleText text={to} />
      </strong>
    </p>
  )
}
