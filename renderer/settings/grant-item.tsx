/** One permission for tool calls: its reach, its limits, since when, and the way to take it back. */
import { describeCondition } from '../../app/texts/condition-words'
import { describeOrigin } from '../parts/origin-words'
import type { Grant, GrantCondition } from '../../app/contract/consents'
import type { GrantedFlow } from '../../app/contract/flows'
import { call } from '../bridge/call'
import { useProjection } from '../state/projection'
import { VisibleText } from '../ui/base/hidden-characters'
import { formatMoment } from '../ui/base/format'
import { PermissionItem } from './permission-item'
import { toText } from '../../app/texts/said'
import { classNames } from '../ui/base/class-names'
import partStyles from './settings-parts.module.css'
import styles from './grant-item.module.css'

export function GrantItem({ grant }: { readonly grant: Grant }) {
  const title = useProjection(
    (state) => state.conversations.find(({ id }) => id === grant.conversationId)?.title ?? null
  )
  const where =
    grant.conversationId === null ? 'always' : title === null ? 'in one conversation' : `in “${title}”`
  const limits = [
    ...grant.conditions.map((condition) => limitWords(condition, grant)),
    ...(grant.flows ?? []).map((flow) => flowWords(flow, grant))
  ]
  return (
    <PermissionItem revoke={() => call('consent.revoke-grant', { grantId: grant.id })}>
      <p className={partStyles.settingsItemTitle}>
        {grant.toolName === null ? (
          several[grant.scope]
        ) : (
          <code>
            <VisibleText text={grant.toolName} />
          </code>
        )}{' '}
        on{' '}
        <strong>
          <VisibleText text={grant.serverName} />
        </strong>
      </p>
      <p className={partStyles.settingsItemNote}>
        <VisibleText text={`${where}, since ${formatMoment(grant.createdAt)}`} />
      </p>
      {grant.suspended !== undefined && (
        <p className={classNames(partStyles.settingsItemNote, styles.settingsItemSuspended)}>
          <VisibleText text={`Suspended. ${toText(grant.suspended)}`} />
        </p>
      )}
      {limits.length > 0 && (
        <ul className={partStyles.settingsItemNote} aria-label="Limits">
          {limits.map((words) => (
            <li key={words}>
              <VisibleText text={words} />
            </li>
          ))}
        </ul>
      )}
    </PermissionItem>
  )
}

const several: Readonly<Record<Grant['scope'], string>> = {
  conversation: 'a tool',
  always: 'a tool',
  'server-conversation': 'tools that do not destroy',
  'read-only': 'read-only tools'
}

function flowWords({ toolName, origin }: GrantedFlow, grant: Grant): string {
  const to = grant.toolName === null ? ` to ${toolName}` : ''
  return `also text from ${describeOrigin(origin)}${to}`
}

function limitWords(condition: GrantCondition, { usesLeft }: Grant): string {
  if (condition.type === 'at-most') return `${usesLeft ?? 0} of ${condition.calls} calls left`
  if (condition.type === 'until') return `until ${formatMoment(condition.at)}`
  return `only while ${toText(describeCondition(condition))}`
}
