/** The program, its files, windows and links. */
import { mkdir } from 'node:fs/promises'
import { toFileName } from '../../base/file-name'
import type { CallInput, CallOutput } from '../../contract/bridge/calls'
import { toFolderEntry } from '../../contract/conversation/folder-choice'
import { judgeLink } from '../../server-requests/judge-link'
import type { Areas } from '../areas/areas'
import { createExport } from '../areas/exports-area'
import type { HostPorts } from '../areas/host-ports'
import type { LogCollector } from '../logs/log-collector'
import { logFolder, measureLogFiles } from '../logs/log-files'
import type { AreaHandlers } from './area-handlers'

/** Name of the fact that the welcome was finished and isn't shown again. */
export const welcomeFinished = 'welcome-finished'

/** Name of the fact that holds the conversation that a start opens, until it is on screen. */
const opening = 'opening-conversation'

export function appHandlers(
  ports: HostPorts,
  areas: Pick<Areas, 'roots' | 'conversations' | 'adding' | 'settings' | 'modelTables' | 'tests'>
): Omit<AreaHandlers<'app' | 'link' | 'window'>, 'app.snapshot'> {
  const { roots, conversations, adding } = areas
  return {
    'app.finish-welcome': () => ports.history.writeFact(welcomeFinished, 'true'),
    'app.open-newest': () => openNewest(ports, conversations),
    'app.conversation-shown': async ({ conversationId }) => {
      if ((await ports.history.readFact(opening)) === JSON.stringify(conversationId))
        await ports.history.writeFact(opening, 'null')
    },
    'app.licences': () => ports.licences(),
    'app.copy-text': ({ text }) => ports.copyText(text),
    'app.copy-image': (at) => ports.copyImage(at),
    'app.choose-folder': async ({ addTo }) => {
      const path = await ports.chooseFolder()
      if (path !== null && addTo !== null) await addRoot(areas, addTo, path)
      return { path }
    },
    'app.open-file': ({ file }) => openFile(ports, areas, file),
    'app.save-file': async ({ suggestedName, data }) => {
      return { path: await ports.saveFile(toFileName(suggestedName), Buffer.from(data, 'base64')) }
    },
    'app.drop-folders': ({ paths }) => {
      roots.drop(paths)
      adding.openFiles(paths)
    },
    'link.judge': ({ url }) => ({ warnings: [...judgeLink(url).warnings] }),
    'link.open': ({ url }) => ports.openLink(url),
    'window.show-quick': ({ isShown }) => ports.showQuickWindow(isShown),
    'window.show-conversation': ({ conversationId, isNewWindow }) =>
      isNewWindow
        ? ports.openWindow(
            conversationId === null ? { type: 'new' } : { type: 'conversation', conversationId }
          )
        : ports.showConversation(conversationId),
    'window.show-server': (server) => ports.openWindow({ type: 'server', ...server }),
    'window.zoom': ({ step }) => ports.zoom(step),
    'window.act': ({ act }) => ports.actOnWindow(act)
  }
}

/** The settings, Parley's logs, and export and import of conversations. */
export function fileHandlers(
  ports: HostPorts,
  {
    settings,
    conversations,
    servers,
    imports
  }: Pick<Areas, 'settings' | 'conversations' | 'servers' | 'imports'>,
  logs: LogCollector
): AreaHandlers<'settings' | 'log' | 'archive'> {
  const { write, toText } = createExport(ports, { conversations, servers })
  return {
    'settings.set': ({ values }) => settings.setValues(values),
    'settings.set-roots': ({ roots }) => settings.setRoots(roots),
    'settings.answer-waiting-change': ({ id, isUsed }) =>
      isUsed ? settings.useHeld(id) : settings.putBackHeld(id),
    'log.read': ({ after }) => logs.after(after),
    'log.measure': () => measureLogFiles(ports.dataFolder),
    'archive.export': async (input) => ({ path: await write(input) }),
    'archive.import': () => imports.run(),
    'archive.stop-import': () => imports.stop(),
    'archive.to-markdown': async ({ conversationId }) => ({ text: await toText(conversationId) })
  }
}

async function addRoot(
  { settings, conversations }: Pick<Areas, 'settings' | 'conversations'>,
  addTo: NonNullable<CallInput<'app.choose-folder'>['addTo']>,
  path: string
): Promise<void> {
  if (addTo !== 'settings') return await conversations.marks.addFolder(addTo.conversationId, path)
  // The current list: choosing takes a while.
  const { roots } = settings.current()
  if (roots.some((root) => toFolderEntry(root).path === path)) return
  await settings.setRoots([...roots, path])
}

async function openFile(
  ports: HostPorts,
  { modelTables, tests }: Pick<Areas, 'modelTables' | 'tests'>,
  file: CallInput<'app.open-file'>['file']
): Promise<void> {
  if (file === 'settings') return await ports.openFile(ports.settingsFile)
  if (file === 'model-table') {
    await modelTables.make()
    return await ports.openFile(modelTables.path)
  }
  if (file === 'tests') return await ports.openFile(await tests.files.prepareFolder())
  const folder = logFolder(ports.dataFolder)
  // The folder is created with the first line, which may not exist yet.
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await ports.openFile(folder)
}

/** Written first: if the window crashes while it draws the conversation, the next start knows. */
async function openNewest(
  { history }: HostPorts,
  conversations: Areas['conversations']
): Promise<CallOutput<'app.open-newest'>> {
  const conversationId = conversations.list()[0]?.id
  if (conversationId === undefined) return null
  const isStuck = (await history.readFact(opening)) === JSON.stringify(conversationId)
  if (!isStuck) await history.writeFact(opening, JSON.stringify(conversationId))
  return { conversationId, isStuck }
}
