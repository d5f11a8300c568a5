/**
 * Dictionaries of this computer, and the menu of a misspelt word. Main draws the menu, so that a compromised page can't
 * add words.
 */
import { Menu, type BrowserWindow } from 'electron'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { HostPorts, WordChoice, WordMenu } from '../app/host/areas/host-ports'
import { describeContextMenu, type ContextOfMenu } from './context-menu'

export function spellingPorts(
  window: () => BrowserWindow | null
): Pick<HostPorts, 'spelling' | 'showWordMenu'> {
  return {
    // The system checks the spelling there.
    spelling: process.platform === 'darwin' ? null : dictionariesHere(),
    showWordMenu: (menu) => showWordMenu(menu, window())
  }
}

/** Where Linux keeps Hunspell's dictionaries. Windows has no such folder. */
const systemDictionaries = ['/usr/share/hunspell', '/usr/share/myspell/dicts', '/usr/share/myspell']

function dictionariesHere(): HostPorts['spelling'] {
  return {
    shippedFolder: path.join(import.meta.dirname, 'dictionaries'),
    systemFolders: process.platform === 'linux' ? systemDictionaries : [],
    spawn: (workerData) =>
      new Worker(path.join(import.meta.dirname, 'spelling-worker.js'), {
        workerData,
        env: {},
        name: 'spelling',
        resourceLimits: { maxOldGenerationSizeMb: 256 }
      })
  }
}

/** The word is selected in its field, so every action is available. */
const editFlags: ContextOfMenu['editFlags'] = {
  canUndo: true,
  canRedo: true,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
  canEditRichly: false
}

/** Milliseconds. A choice may arrive a moment after the menu has closed. */
const settlesMs = 250

function showWordMenu(
  { word, suggestions, x, y }: WordMenu,
  window: BrowserWindow | null
): Promise<WordChoice | null> {
  return new Promise((resolve) => {
    if (window === null || window.isDestroyed()) return resolve(null)
    const { webContents } = window
    const context = { isEditable: true, selectionText: word, misspelledWord: word, editFlags }
    const items = describeContextMenu(
      { ...context, dictionarySuggestions: [...suggestions] },
      {
        replace: (right) => {
          webContents.replace(right)
          resolve(null)
        },
        learn: () => resolve('learn'),
        ignore: () => resolve('ignore')
      }
    )
    const zoom = webContents.getZoomFactor()
    Menu.buildFromTemplate([...items]).popup({
      window,
      x: Math.round(x * zoom),
      y: Math.round(y * zoom),
      callback: () => void setTimeout(() => resolve(null), settlesMs)
    })
  })
}
