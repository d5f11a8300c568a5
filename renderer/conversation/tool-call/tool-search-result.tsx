/** What a model's search for tools found: only names, because descriptions are read at their servers. */
import type { ToolCallPart } from '../../../app/contract/conversations'
import { searchToolName } from '../../../app/contract/content/tool-token-limit'
import { VisibleText } from '../../ui/base/hidden-characters'
import { nameInSentence } from '../../ui/base/offered-name'
import commonStyles from '../../parts/common.module.css'
import partStyles from './tool-call-parts.module.css'
import styles from './tool-search-result.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

/** Whether the call is Parley's own. A server's tool may have the same name, but never the same origin. */
export function isToolSearch({ serverName, modelToolName }: ToolCallPart): boolean {
  return serverName === null && modelToolName === searchToolName
}

export interface ToolSearchResultProps {
  readonly found: NonNullable<ToolCallPart['foundTools']>
}

export function ToolSearchResult({ found }: ToolSearchResultProps) {
  if (found.length === 0) return <p className={commonStyles.note}>{texts.noToolFound()}</p>
  return (
    <section className={partStyles.toolCallSection}>
      <div className={partStyles.toolCallLabel}>{texts.foundTools({ count: found.length })}</div>
      <ul className={styles.foundTools}>
        {found.map(({ serverName, toolName }) => (
          <li key={JSON.stringify([serverName, toolName])}>
            <code>
              <VisibleText text={nameInSentence(toolName)} />
            </code>{' '}
            <span className={styles.foundServer}>
              <VisibleText text={serverName} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
