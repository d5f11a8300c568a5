/** The list of conversations at the left with search, and the way to the settings. */
import { PanelLeft, Search, Settings, SquarePen } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SearchHit } from '../../app/contract/conversations'
import { useProjection } from '../state/projection'
import { Button, IconButton } from '../ui/controls/button'
import { ConversationList, focusFirstRow } from './conversation-list'
import { RuntimeNotice } from './about/runtime-notice'
import { useConversationSearch } from './use-conversation-search'
import { VisibleText } from '../ui/base/hidden-characters'
import styles from './sidebar.module.css'
import { shell } from '../../app/texts/compiled/window/shell'

export interface SidebarProps {
  readonly currentId: string | null
  readonly onOpen: (conversationId: string, hit?: SearchHit) => void
  readonly onNew: () => void
  readonly onOpenSettings: () => void
  readonly onHide: () => void
  /** Element id of the searchbox, so that a menu command can move the focus there. */
  readonly searchboxId: string
}

/** A navigation named `Conversations`. */
export function Sidebar({ currentId, onOpen, onNew, onOpenSettings, onHide, searchboxId }: SidebarProps) {
  const conversations = useProjection((state) => state.conversations)
  const [query, setQuery] = useState('')
  const words = query.trim()
  const found = useConversationSearch(words)
  const list = useRef<HTMLDivElement>(null)
  return (
    <nav aria-label={shell.conversations()} className={styles.sidebar}>
      <div className={styles.sidebarTop}>
        <span className={styles.sidebarBrand}>Parley</span>
        <IconButton label={shell.hideConversations()} icon={PanelLeft} size="small" onClick={onHide} />
      </div>
      <div className={styles.sidebarActs}>
        <Button icon={SquarePen} className={styles.sidebarNew} onClick={onNew}>
          {shell.newConversation()}
        </Button>
        <div className={styles.search}>
          <Search size={14} aria-hidden />
          <input
            id={searchboxId}
            type="search"
            className={styles.searchInput}
            aria-label={shell.searchConversations()}
            placeholder={shell.search()}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setQuery('')
              else if (event.key === 'ArrowDown' && focusFirstRow(list.current)) event.preventDefault()
            }}
          />
        </div>
      </div>
      <div ref={list} className={styles.sidebarList}>
        {words !== '' && found?.length === 0 ? (
          <p className={styles.sidebarEmpty} role="status">
            <VisibleText text={shell.noneFound({ words })} />
          </p>
        ) : (
          <ConversationList
            conversations={found ?? conversations}
            isRanked={found !== null}
            currentId={currentId}
            onOpen={onOpen}
          />
        )}
        {words === '' && conversations.length === 0 && <p className={styles.sidebarEmpty}>{shell.none()}</p>}
      </div>
      <div className={styles.sidebarBottom}>
        <RuntimeNotice />
        <Button variant="quiet" icon={Settings} className={styles.sidebarSettings} onClick={onOpenSettings}>
          {shell.settings()}
        </Button>
      </div>
    </nav>
  )
}
