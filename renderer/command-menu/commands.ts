/** The command menu's entries, and how typed text filters them. */
import {
  AppWindow,
  Archive,
  Bot,
  CirclePlus,
  Columns2,
  Copy,
  Drama,
  Download,
  Expand,
  Eye,
  FilePlus2,
  FileUp,
  Files,
  FoldVertical,
  Folder,
  FolderInput,
  FolderPlus,
  Info,
  Keyboard,
  Lightbulb,
  List,
  LogOut,
  MessageSquare,
  MessageSquareShare,
  MessageSquareText,
  Monitor,
  Moon,
  PanelLeft,
  Paperclip,
  Pencil,
  Pin,
  Play,
  Quote,
  ReceiptText,
  RefreshCw,
  RotateCw,
  Scan,
  ScrollText,
  Search,
  Server,
  Settings,
  SlidersHorizontal,
  Square,
  SquarePen,
  Sun,
  TextSearch,
  Trash2,
  Upload,
  Wrench,
  X,
  ZoomIn,
  ZoomOut
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import MiniSearch from 'minisearch'
import type { ConversationSummary } from '../../app/contract/conversations'
import type { ServerView, ToolSummary } from '../../app/contract/servers'
import type { Assistant, ModelView } from '../../app/contract/settings'
import { windowCommandNames, commands, type WindowCommandName } from '../../app/contract/bridge/commands'
import { commandTitle } from '../../app/texts/command-titles'
import { settingsSections, type SettingsSectionId } from '../parts/settings-sections'
import { directModelId } from '../../app/contract/direct-model'
import { choices } from '../../app/texts/compiled/window/choices'
import { commands as texts } from '../../app/texts/compiled/window/commands'
import { parts } from '../../app/texts/compiled/window/parts'

export interface MenuCommand {
  /** Unique across all groups. */
  readonly id: string
  readonly label: string
  readonly detail?: string
  /** In Electron's accelerator format. */
  readonly shortcut?: string
  readonly icon: LucideIcon
  readonly act: () => void
}

export interface CommandGroup {
  readonly label: string
  readonly items: readonly MenuCommand[]
}

export interface CommandActions {
  readonly onOpenConversation: (conversationId: string) => void
  /** Whether the command has something to act on now. */
  readonly isPossible: (name: WindowCommandName) => boolean
  readonly onCommand: (name: WindowCommandName) => void
  readonly onOpenSettings: (section: SettingsSectionId) => void
  readonly onNewWithAssistant: (assistant: Assistant) => void
  readonly onRestart: (serverName: string) => void
  readonly onChooseModel: (model: string) => void
  readonly onTheme: (theme: 'light' | 'dark' | 'system') => void
  readonly onTool: (tool: { readonly serverName: string; readonly name: string }) => void
}

export interface CommandSources {
  readonly assistants: readonly Assistant[]
  readonly conversations: readonly ConversationSummary[]
  readonly servers: readonly ServerView[]
  readonly models: readonly ModelView[]
  /** Usable tools; empty outside Direct mode. */
  readonly tools: readonly ToolSummary[]
}

/** Shown per group while the field is empty. */
const restingCount = 6

export function commandGroups(sources: CommandSources, actions: CommandActions): readonly CommandGroup[] {
  return [
    { label: texts.actions(), items: actionCommands(actions) },
    {
      label: choices.assistants(),
      items: sources.assistants.map((assistant) => assistantCommand(assistant, actions))
    },
    {
      label: texts.conversations(),
      items: sources.conversations.map((conversation) => conversationCommand(conversation, actions))
    },
    { label: texts.tools(), items: sources.tools.map((tool) => toolCommand(tool, actions)) },
    {
      label: texts.servers(),
      items: sources.servers.filter(runs).map((server) => restartCommand(server, actions))
    },
    { label: texts.models(), items: modelCommands(sources.models, actions) }
  ].filter(({ items }) => items.length > 0)
}

function actionCommands(actions: CommandActions): MenuCommand[] {
  return [
    ...windowCommandNames
      .filter((name) => name !== 'command-menu' && actions.isPossible(name))
      .map((name) => windowCommand(name, actions)),
    ...settingsSections.map(({ id, label }) => ({
      id: `settings ${id}`,
      label: texts.settingsOf({ section: label() }),
      icon: Settings,
      act: () => actions.onOpenSettings(id)
    })),
    { id: 'light', label: texts.themeLight(), icon: Sun, act: () => actions.onTheme('light') },
    { id: 'dark', label: texts.themeDark(), icon: Moon, act: () => actions.onTheme('dark') },
    { id: 'system', label: texts.themeSystem(), icon: Monitor, act: () => actions.onTheme('system') }
  ]
}

function assistantCommand(assistant: Assistant, actions: CommandActions): MenuCommand {
  return {
    id: `assistant ${assistant.id}`,
    label: choices.newWithNamed(assistant),
    icon: Drama,
    act: () => actions.onNewWithAssistant(assistant)
  }
}

function windowCommand(name: WindowCommandName, actions: CommandActions): MenuCommand {
  const { shortcut } = commands[name]
  return {
    id: name,
    label: commandTitle(name),
    icon: icons[name],
    act: () => actions.onCommand(name),
    ...(shortcut !== null && { shortcut })
  }
}

const icons: Readonly<Record<WindowCommandName, LucideIcon>> = {
  'new-conversation': SquarePen,
  'new-window': AppWindow,
  'quick-window': MessageSquareShare,
  find: TextSearch,
  search: Search,
  'toggle-list': PanelLeft,
  'write-message': MessageSquareText,
  'stop-answer': Square,
  'regenerate-answer': RefreshCw,
  'retry-answer': RotateCw,
  'continue-answer': Play,
  'copy-answer': Copy,
  'quote-answer': Quote,
  'delete-answer': Trash2,
  'show-receipt': ReceiptText,
  'show-sent': FileUp,
  'edit-message': Pencil,
  'copy-conversation': Files,
  'set-conversation': SlidersHorizontal,
  'show-context': Eye,
  'sum-up': FoldVertical,
  'compare-answers': Columns2,
  'choose-thinking': Lightbulb,
  'add-server': CirclePlus,
  'attach-resources': Paperclip,
  'add-files': FilePlus2,
  'choose-folders': Folder,
  'rename-conversation': Pencil,
  'pin-conversation': Pin,
  'archive-conversation': Archive,
  'move-conversation': FolderInput,
  'new-drawer': FolderPlus,
  'export-conversation': Download,
  'delete-conversation': Trash2,
  'actual-size': Scan,
  'zoom-in': ZoomIn,
  'zoom-out': ZoomOut,
  'full-screen': Expand,
  'close-window': X,
  quit: LogOut,
  servers: Server,
  import: Upload,
  settings: Settings,
  'command-menu': List,
  shortcuts: Keyboard,
  about: Info,
  logs: ScrollText
}

function conversationCommand({ id, title }: ConversationSummary, actions: CommandActions): MenuCommand {
  return {
    id: `conversation ${id}`,
    label: title,
    icon: MessageSquare,
    act: () => actions.onOpenConversation(id)
  }
}

function toolCommand({ serverName, name }: ToolSummary, actions: CommandActions): MenuCommand {
  const act = () => actions.onTool({ serverName, name })
  return { id: `tool ${serverName} ${name}`, label: name, detail: serverName, icon: Wrench, act }
}

/** The user starts stopped and untrusted servers in the server dialog. */
function runs({ startable, state }: ServerView): boolean {
  return startable && state !== 'stopped' && state !== 'on-use' && state !== 'waiting-for-trust'
}

function restartCommand({ name }: ServerView, actions: CommandActions): MenuCommand {
  const act = () => actions.onRestart(name)
  return { id: `restart ${name}`, label: texts.restart({ server: name }), icon: RotateCw, act }
}

function modelCommands(models: readonly ModelView[], actions: CommandActions): MenuCommand[] {
  const direct: ModelView = { id: directModelId, name: parts.directLabel(), providerName: '' }
  return [direct, ...models.filter(({ id }) => id !== directModelId)].map(({ id, name, providerName }) => ({
    id: `model ${id}`,
    label: texts.useModel({ model: name }),
    detail: providerName,
    icon: Bot,
    act: () => actions.onChooseModel(id)
  }))
}

/** Groups with the commands that contain the typed words, best first; without input, the first of each group. */
export function matchingGroups(groups: readonly CommandGroup[], query: string): readonly CommandGroup[] {
  if (query.trim() === '')
    return groups.map(({ label, items }) => ({ label, items: items.slice(0, restingCount) }))
  return groups
    .map(({ label, items }) => ({ label, items: matching(items, query) }))
    .filter(({ items }) => items.length > 0)
}

function matching(items: readonly MenuCommand[], query: string): readonly MenuCommand[] {
  const index = new MiniSearch<MenuCommand>({
    fields: ['label', 'detail'],
    searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { label: 2 } }
  })
  index.addAll(items)
  const known = new Map(items.map((item) => [item.id, item]))
  return index.search(query).flatMap(({ id }) => known.get(String(id)) ?? [])
}
