/** Titles of commands for the application menu, the command menu and the list of shortcuts. */
import type { WindowCommandName } from '../contract/bridge/commands'
import { menu } from './compiled/window/menu'

/** A command without a title doesn't compile. */
const titles: Readonly<Record<WindowCommandName, () => string>> = {
  'new-conversation': menu.newConversation,
  'new-window': menu.newWindow,
  'quick-window': menu.quickWindow,
  find: menu.find,
  search: menu.search,
  'toggle-list': menu.toggleList,
  'write-message': menu.writeMessage,
  'stop-answer': menu.stopAnswer,
  'regenerate-answer': menu.regenerateAnswer,
  'retry-answer': menu.retryAnswer,
  'continue-answer': menu.continueAnswer,
  'copy-answer': menu.copyAnswer,
  'quote-answer': menu.quoteAnswer,
  'delete-answer': menu.deleteAnswer,
  'show-receipt': menu.showReceipt,
  'show-sent': menu.showSent,
  'edit-message': menu.editMessage,
  'copy-conversation': menu.copyConversation,
  'set-conversation': menu.setConversation,
  'show-context': menu.showContext,
  'sum-up': menu.sumUp,
  'compare-answers': menu.compareAnswers,
  'choose-thinking': menu.chooseThinking,
  'add-server': menu.addServer,
  'attach-resources': menu.attachResources,
  'add-files': menu.addFiles,
  'choose-folders': menu.chooseFolders,
  'rename-conversation': menu.renameConversation,
  'pin-conversation': menu.pinConversation,
  'archive-conversation': menu.archiveConversation,
  'move-conversation': menu.moveConversation,
  'new-drawer': menu.newDrawer,
  'export-conversation': menu.exportConversation,
  'delete-conversation': menu.deleteConversation,
  'actual-size': menu.resetZoom,
  'zoom-in': menu.zoomIn,
  'zoom-out': menu.zoomOut,
  'full-screen': menu.fullScreen,
  'close-window': menu.close,
  quit: menu.quit,
  servers: menu.servers,
  import: menu.importConversations,
  settings: menu.settings,
  'command-menu': menu.commandMenu,
  logs: menu.logs,
  shortcuts: menu.shortcuts,
  about: menu.about
}

/** For a menu: ends in dots if the command asks for more first. */
export function menuTitle(name: WindowCommandName): string {
  return titles[name]()
}

/** Without the dots. */
export function commandTitle(name: WindowCommandName): string {
  return titles[name]().replace(/\s?…$/u, '')
}
