/** One line of the ledger: what went to whom, how much, when, where, and who decided it. */
import type { Grant } from '../../app/contract/consents'
import type { LedgerEntry } from '../../app/contract/ledger'
import { useProjection } from '../state/projection'
import { Badge } from '../ui/controls/badge'
import { Button } from '../ui/controls/button'
import { VisibleText } from '../ui/base/hidden-characters'
import { nameInSentence } from '../ui/base/offered-name'
import { formatMoment, formatSize } from '../ui/base/format'
import type { SectionProps } from './section'
import { classNames } from '../ui/base/class-names'
import { settings as texts } from '../../app/texts/compiled/window/settings'
import partStyles from './parts/settings-parts.module.css'
import styles from './ledger-entry-item.module.css'

export interface LedgerEntryItemProps {
  readonly entry: LedgerEntry
  readonly onOpenConversation: SectionProps['onOpenConversation']
}

export function LedgerEntryItem({ entry, onOpenConversation }: LedgerEntryItemProps) {
  const { conversationId, decision } = entry
  const grant = useProjection((state) => state.consent.grants.find(({ id }) => id === decision))
  const title = useProjection(
    (state) => state.conversations.find(({ id }) => id === conversationId)?.title ?? null
  )
  return (
    <li className={classNames(partStyles.settingsItem, styles.ledgerItem)}>
      <div className={partStyles.settingsItemWords}>
        <p className={classNames(partStyles.settingsItemTitle, styles.ledgerTitle)}>
          <Badge tone={tones[entry.recipientType]}>{kindWords[entry.kind]()}</Badge>{' '}
          <strong>
            <VisibleText text={entry.recipient} />
          </strong>{' '}
          {entry.subject !== '' && (
            <code className={styles.ledgerSubject}>
              <VisibleText text={entry.subject} />
            </code>
          )}
        </p>
        {entry.excerpt !== null && entry.excerpt !== '' && (
          <p className={classNames(partStyles.settingsItemCommand, styles.ledgerExcerpt)}>
            <VisibleText text={entry.excerpt} />
          </p>
        )}
        <p className={partStyles.settingsItemNote}>
          {formatMoment(entry.at)} · {formatSize(entry.bytes)} ·{' '}
          <VisibleText text={decisionWords(entry, grant)} />
          {conversationId !== null && title === null && ` · ${texts.conversationDeleted()}`}
        </p>
      </div>
      {conversationId !== null && title !== null && (
        <Button
          size="small"
          aria-label={texts.openConversation({ title })}
          onClick={() => onOpenConversation(conversationId, entry.messageId)}
        >
          {texts.open()}
        </Button>
      )}
    </li>
  )
}

const kindWords: Readonly<Record<LedgerEntry['kind'], () => string>> = {
  conversation: texts.kindConversation,
  'sampling request': texts.kindSamplingRequest,
  file: texts.kindFile,
  'tool call': texts.kindToolCall,
  'prompt arguments': texts.kindPromptArguments,
  'resource address': texts.kindResourceAddress,
  completion: texts.kindCompletion,
  'form answer': texts.kindFormAnswer,
  'sampling answer': texts.kindSamplingAnswer,
  folders: texts.kindFolders,
  'log level': texts.kindLogLevel,
  subscription: texts.kindSubscription,
  stop: texts.kindStop,
  link: texts.kindLink,
  'sign-in': texts.kindSignIn,
  icon: texts.kindIcon,
  connection: texts.kindConnection,
  'model list': texts.kindModelList,
  secret: texts.kindSecret,
  export: texts.kindExport,
  gap: texts.kindGap
}

const tones = { model: 'accent', server: 'neutral', link: 'warning', address: 'neutral' } as const

/** `grant`: the one that decided it, as far as it stands. */
function decisionWords({ decidedBy, decision }: LedgerEntry, grant: Grant | undefined): string {
  switch (decidedBy) {
    case 'person':
      return texts.yourDecision()
    case 'grant':
      return grant === undefined
        ? texts.byRevokedPermission()
        : texts.byPermission({ permission: grantWords(grant) })
    case 'rule':
      return decision ?? texts.byRule()
  }
}

function grantWords({ scope, toolName, serverName }: Grant): string {
  switch (scope) {
    case 'always':
      return toolName === null ? texts.toolsAlways() : texts.toolAlways({ tool: nameInSentence(toolName) })
    case 'conversation':
      return toolName === null ? texts.toolsHere() : texts.toolHere({ tool: nameInSentence(toolName) })
    case 'server-conversation':
      return texts.toolsOfServerHere({ server: serverName })
    case 'read-only':
      return texts.readOnlyToolsOf({ server: serverName })
  }
}
