/** The list of conversations at the left with search and the settings button. */
import { FolderPlus, PanelLeft, Search, Settings, SquarePen, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { SearchHit } from '../../app/contract/conversations'
import { shortcutTip } from '../parts/describe-shortcut'
import { useProjection } from '../state/projection'
import { Button, IconButton } from '../ui/controls/button'
import { focusFirstRow } from './list/focus-first-row'
import { askForName } from './list-dialogs/list-dialogs-view-store'
import { useConversationSearch } from './list/use-conversation-search'
import { VisibleText, plainWithMarks } from '../ui/base/hidden-characters'
import styles from './sidebar.module.css'
import { list as listTexts } from '../../app/texts/compiled/window/list'
import { shell } from '../../app/texts/compiled/window/shell'
import { statePart } from '../ui/controls/late-part'
import { LazyMenu } from '../ui/controls/lazy-menu'
import { focusComposer } from '../conversation/content/drafts-view-store'
import { newWithAssistant } from './new-conversation'
import { choices as texts } from '../../app/texts/compiled/window/choices'

const ConversationList = statePart(async () => (await import('./frame-parts')).ConversationList)
const RuntimeNotice = statePart(async () => (await import('./frame-parts')).RuntimeNotice)
const SelectionBar = statePart(async () => (await import('./frame-parts')).SelectionBar)

export interface SidebarProps {
  readonly currentId: string | null
  readonly onOpen: (conversationId: string, hit?: SearchHit) => void
  readonly onNew: () => void
  readonly onOpenSettings: () => void
  readonly onHide: () => void
  /** Element id of the search box, so that a menu command can focus it. */
  readonly searchboxId: string
}

/** A navigation named `Conversations`. */
export function Sidebar({ currentId, onOpen, onNew, onOpenSettings, onHide, searchboxId }: SidebarProps) {
  const conversations = useProjection((state) => state.conversations)
  const isReady = useProjection((state) => state.isReady)
  const [query, setQuery] = useState('')
  const words = query.trim()
  const found = useConversationSearch(words)
  const [list, setList] = useState<HTMLDivElement | null>(null)
  return (
    <nav aria-label={shell.conversations()} className={styles.sidebar}>
      <Top onHide={onHide} />
      <div className={styles.sidebarActs}>
        <div className={styles.sidebarBegin}>
          <Button
            icon={SquarePen}
            className={styles.sidebarNew}
            {...shortcutTip(shell.newConversation(), 'new-conversation')}
            onClick={onNew}
          >
            {shell.newConversation()}
          </Button>
          <AssistantMenu />
        </div>
        <div className={styles.sidebarBegin}>
          <SearchBox id={searchboxId} query={query} onQuery={setQuery} onDown={() => focusFirstRow(list)} />
          <IconButton label={listTexts.newDrawer()} icon={FolderPlus} onClick={() => askForName(null)} />
        </div>
      </div>
      {isReady && <SelectionBar onEnd={() => focusFirstRow(list)} />}
      <div ref={setList} className={styles.sidebarList}>
        {!isReady ? null : words !== '' && found?.length === 0 ? (
          <p className={styles.sidebarEmpty} role="status">
            <VisibleText text={shell.noneFound({ words })} />
          </p>
        ) : (
          <ConversationList
            conversations={found ?? conversations}
            isRanked={found !== null}
            currentId={currentId}
            onOpen={onOpen}
            scroller={list}
          />
        )}
        {isReady && words === '' && conversations.length === 0 && (
          <p className={styles.sidebarEmpty}>{shell.none()}</p>
        )}
      </div>
      <Bottom isReady={isReady} onOpenSettings={onOpenSettings} />
    </nav>
  )
}

interface SearchBoxProps {
  readonly id: string
  readonly query: string
  readonly onQuery: (query: string) => void
  /** Whether there was anything to focus. */
  readonly onDown: () => boolean
}

function SearchBox({ id, query, onQuery, onDown }: SearchBoxProps) {
  return (
    <div className={styles.search}>
      <Search size={14} aria-hidden />
      <input
        id={id}
        type="search"
        className={styles.searchInput}
        aria-label={shell.searchConversations()}
        placeholder={shell.search()}
        {...shortcutTip(shell.searchConversations(), 'search')}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onQuery('')
          else if (event.key === 'ArrowDown' && onDown()) event.preventDefault()
        }}
      />
    </div>
  )
}

function Top({ onHide }: Pick<SidebarProps, 'onHide'>) {
  return (
    <div className={styles.sidebarTop}>
      <span className={styles.sidebarBrand}>Parley</span>
      <IconButton
        label={shell.hideConversations()}
        icon={PanelLeft}
        size="small"
        {...shortcutTip(shell.hideConversations(), 'toggle-list')}
        onClick={onHide}
      />
    </div>
  )
}

interface BottomProps extends Pick<SidebarProps, 'onOpenSettings'> {
  readonly isReady: boolean
}

function Bottom({ isReady, onOpenSettings }: BottomProps) {
  return (
    <div className={styles.sidebarBottom}>
      {isReady && <RuntimeNotice />}
      <Button
        variant="quiet"
        icon={Settings}
        className={styles.sidebarSettings}
        {...shortcutTip(shell.settings(), 'settings')}
        onClick={onOpenSettings}
      >
        {shell.settings()}
      </Button>
    </div>
  )
}

/** Next to the button for a new conversation: the assistants that it can begin with. Nothing while there are none. */
function AssistantMenu() {
  const assistants = useProjection((state) => state.assistants)
  if (assistants.length === 0) return null
  const button = <IconButton label={texts.newWith()} icon={ChevronDown} size="small" />
  return (
    <LazyMenu
      trigger={button}
      items={assistants.map((assistant) => ({
        key: assistant.id,
        label: plainWithMarks(assistant.name),
        takesFocus: true,
        onSelect: () => {
          newWithAssistant(assistant)
          focusComposer()
        }
      }))}
    />
  )
}
