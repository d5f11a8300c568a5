/** The list of conversations at the left with search, and the way to the settings. */
import { PanelLeft, Search, Settings, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { useProjection } from '../state/projection'
import { Button, IconButton } from '../ui/controls/button'
import { ConversationList } from './conversation-list'
import './sidebar.css'
import { useConversationSearch } from './use-conversation-search'
import { VisibleText } from '../ui/base/hidden-characters'

export interface SidebarProps {
  readonly currentId: string | null
  readonly onOpen: (conversationId: string) => void
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
  return (
    <nav aria-label="Conversations" className="sidebar">
      <div className="sidebar-top">
        <span className="sidebar-brand">Parley</span>
        <IconButton label="Hide conversations" icon={PanelLeft} size="small" onClick={onHide} />
      </div>
      <div className="sidebar-acts">
        <Button icon={SquarePen} className="sidebar-new" onClick={onNew}>
          New conversation
        </Button>
        <div className="search">
          <Search size={14} aria-hidden />
          <input
            id={searchboxId}
            type="search"
            className="search-input"
            aria-label="Search conversations"
            placeholder="Search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && setQuery('')}
          />
        </div>
      </div>
      <div className="sidebar-list">
        {words !== '' && found?.length === 0 ? (
          <p className="sidebar-empty" role="status">
            No conversation holds “<VisibleText text={words} />
            ”.
          </p>
        ) : (
          <ConversationList
            conversations={found ?? conversations}
            isRanked={found !== null}
            currentId={currentId}
            onOpen={onOpen}
          />
        )}
        {words === '' && conversations.length === 0 && (
          <p className="sidebar-empty">Your conversations appear here.</p>
        )}
      </div>
      <div className="sidebar-bottom">
        <Button variant="quiet" icon={Settings} className="sidebar-settings" onClick={onOpenSettings}>
          Settings
        </Button>
      </div>
    </nav>
  )
}
