/** One permission for tool calls: its scope, limits, start, and a button to revoke it. */
import { describeCondition } from '../../../app/texts/condition-texts'
import type { Grant, GrantCondition } from '../../../app/contract/grants'
import { call } from '../../bridge/call'
import { useProjection } from '../../state/projection'
import { VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import { formatMoment } from '../../ui/base/format'
import { PermissionItem } from './permission-item'
import { toText } from '../../../app/texts/localized'
import { classNames } from '../../ui/base/class-names'
import { settings as texts } from '../../../app/texts/compiled/window/settings'
import { TextWithElements, textSlot } from '../../ui/base/text-with-elements'
import partStyles from './settings-parts.module.css'
import styles from './grant-item.module.css'

export function GrantItem({ grant }: { readonly grant: Grant }) {
  const title = useProjection(
    (state) => state.conversations.find(({ id }) => id === grant.conversationId)?.title ?? null
  )
  const limits = grant.conditions.map((condition) => limitWords(condition, grant))
  return (
    <PermissionItem revoke={() => call('consent.revoke', { kind: 'permission', grantId: grant.id })}>
      <p className={partStyles.settingsItemTitle}>
        <TextWithElements
          text={texts.grantTitle({ what: textSlot('what'), server: textSlot('server') })}
          with={{
            what: grant.toolName === null ? several[grant.scope]() : <ToolName name={grant.toolName} />,
            server: (
              <strong>
                <VisibleText text={grant.serverName} />
              </strong>
            )
          }}
        />
      </p>
      <p className={partStyles.settingsItemNote}>
        <VisibleText text={describeGrantPlace(grant, title)} />
      </p>
      {grant.suspended !== undefined && (
        <p className={classNames(partStyles.settingsItemNote, styles.settingsItemSuspended)}>
          <VisibleText text={texts.suspended({ reason: toText(grant.suspended) })} />
        </p>
      )}
      {limits.length > 0 && (
        <ul className={partStyles.settingsItemNote} aria-label={texts.limits()}>
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

function ToolName({ name }: { readonly name: string }) {
  return (
    <code>
      <VisibleText text={nameInSentence(name)} />
    </code>
  )
}

const several: Readonly<Record<Grant['scope'], () => string>> = {
  conversation: texts.aTool,
  always: texts.aTool,
  'server-conversation': texts.harmlessTools,
  'read-only': texts.readOnlyTools
}

/** In which conversation, or everywhere, and since when. */
export function describeGrantPlace(
  { conversationId, createdAt }: Pick<Grant, 'conversationId' | 'createdAt'>,
  title: string | null
): string {
  const moment = formatMoment(createdAt)
  if (conversationId === null) return texts.always({ moment })
  return title === null ? texts.inOneConversation({ moment }) : texts.inConversation({ title, moment })
}

function limitWords(condition: GrantCondition, { usesLeft }: Grant): string {
  if (condition.type === 'at-most') return texts.callsLeft({ left: usesLeft ?? 0, calls: condition.calls })
  if (condition.type === 'until') return texts.until({ moment: formatMoment(condition.at) })
  return texts.onlyWhile({ limit: toText(describeCondition(condition)) })
}
