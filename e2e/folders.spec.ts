/** The folders that servers may know about: the ones the user chose, as soon as they are chosen, and no others. */
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locator } from 'playwright/test'
import { runToolHere } from './server-questions'
import { everything } from './fixtures/entries'
import { expect, sharedTest } from './test'
import { closeDialog, dropFiles, toolCard, trustAll } from './window'
import type { Parley } from './launch'

sharedTest(
  'SYS-33: notifies servers when a folder is added or removed, and offers nothing else',
  async ({ start, workspace }) => {
    const garden = workspace.file('garden plans & more')
    const kitchen = workspace.file('kitchen')
    for (const folder of [garden, kitchen]) fs.mkdirSync(folder)
    workspace.writeSettings({ mcpServers: { everything: everything() } })
    const parley = await start()
    const { window } = parley
    await trustAll(window, ['everything'])
    expect(await askForFolders(parley, 1)).toMatch(/returned no roots|empty roots list|0 total/)

    let settings = await openFolders(parley)
    await expect(settings).toContainText('None. Servers that ask receive an empty list.')
    for (const folder of [garden, kitchen]) await addFolder(parley, folder)
    const list = settings.getByRole('list', { name: 'Folders shared with servers' })
    await expect(list.getByRole('listitem')).toHaveText([`${garden}ChangeRemove`, `${kitchen}ChangeRemove`])
    // The user chooses the same folder twice, or none.
    await addFolder(parley, garden)
    await addFolder(parley, null)
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await closeDialog(settings)

    const two = await askForFolders(parley, 2)
    expect(two).toContain('2 total')
    for (const folder of [garden, kitchen]) {
      expect(two).toContain(path.basename(folder))
      expect(two).toContain(pathToFileURL(folder).href)
    }

    settings = await openFolders(parley)
    await settings.getByRole('button', { name: `Remove ${garden}` }).click()
    await expect(list.getByRole('listitem')).toHaveText([`${kitchen}ChangeRemove`])
    await closeDialog(settings)
    const one = await askForFolders(parley, 3)
    expect(one).toContain('1 total')
    expect(one).not.toContain('garden')
    expect(JSON.parse(workspace.readSettings())).toMatchObject({ roots: [kitchen] })
  }
)

sharedTest(
  'ROOT-02 ROOT-06 ROOT-12: gives a folder a name, and tells the chosen servers about it',
  async ({ start, workspace }) => {
    const garden = workspace.file('garden')
    fs.mkdirSync(garden)
    workspace.writeSettings({ mcpServers: { everything: everything() } })
    const parley = await start()
    const { window } = parley
    await trustAll(window, ['everything'])

    const settings = await openFolders(parley)
    await addFolder(parley, garden)
    const change = settings.getByRole('button', { name: `Change ${garden}` })
    const dialog = window.getByRole('dialog', { name: 'Folder', exact: true })
    await change.click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Plans for the garden')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(settings).toContainText('Called Plans for the garden. Shared with every server.')
    await closeDialog(settings)
    expect(await askForFolders(parley, 1)).toContain('Plans for the garden')

    await openFolders(parley)
    await change.click()
    await dialog.getByRole('switch', { name: 'All servers, including ones you add later' }).click()
    await dialog.getByRole('switch', { name: 'everything', exact: true }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(settings).toContainText('Shared with no server.')
    await closeDialog(settings)
    expect(await askForFolders(parley, 2)).not.toContain('Plans for the garden')
    const entry = { path: garden, name: 'Plans for the garden', servers: [] }
    expect(JSON.parse(workspace.readSettings())).toMatchObject({ roots: [entry] })
  }
)

sharedTest(
  'ROOT-04 ROOT-14: keeps the folders of a conversation out of every other one',
  async ({ start, workspace }) => {
    const kitchen = workspace.file('kitchen')
    fs.mkdirSync(kitchen)
    workspace.writeSettings({ mcpServers: { everything: everything() } })
    const parley = await start()
    const { window } = parley
    await trustAll(window, ['everything'])
    const folders = window.getByRole('dialog', { name: 'Folders of this conversation' })
    await window.getByRole('button', { name: 'Folders', exact: true }).click()
    await addFolder(parley, kitchen)
    await folders.getByRole('button', { name: `Change ${kitchen}` }).click()
    const details = window.getByRole('dialog', { name: 'Folder', exact: true })
    await details.getByRole('textbox', { name: 'Name' }).fill('Where I cook')
    await details.getByRole('button', { name: 'Save' }).click()
    await expect(folders).toContainText('Called Where I cook. Shared with every server.')
    await closeDialog(folders)
    const button = window.getByRole('button', { name: 'Folders: 1' })
    await expect(button).toBeVisible()
    const told = await askForFolders(parley, 1)
    expect(told).toContain(pathToFileURL(kitchen).href)
    expect(told).toContain('Where I cook')
    await expect(button).toBeVisible()

    await window.getByRole('button', { name: 'New conversation' }).first().click()
    await expect(window.getByRole('button', { name: 'Folders', exact: true })).toBeVisible()
    expect(await askForFolders(parley, 1)).not.toContain('kitchen')
  }
)

sharedTest(
  'ROOT-08: marks a missing folder in its place, and restores it automatically',
  async ({ start, workspace }) => {
    const garden = workspace.file('garden')
    fs.mkdirSync(garden)
    workspace.writeSettings({ mcpServers: {} })
    const parley = await start()
    const settings = await openFolders(parley)
    await addFolder(parley, garden)
    const mark = settings.getByText(
      "This folder is missing or can't be read. Servers don't see it until that is fixed."
    )
    await expect(settings).toContainText(garden)
    await expect(mark).toHaveCount(0)
    fs.rmdirSync(garden)
    await expect(mark).toBeVisible()
    fs.mkdirSync(garden)
    await expect(mark).toBeHidden()
  }
)

sharedTest(
  'ROOT-06 ROOT-11: offers a dropped folder only after the answer, here or always',
  async ({ start, workspace }) => {
    const garden = workspace.file('garden')
    const note = workspace.file('note.txt')
    fs.mkdirSync(garden)
    fs.writeFileSync(note, 'text')
    workspace.writeSettings({ mcpServers: {} })
    const parley = await start()
    const { window } = parley
    const question = window.getByRole('dialog', { name: 'Share this folder with servers?' })
    await dropFiles(window, [note, garden])
    await expect(question.getByRole('listitem')).toHaveText([garden])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await expect(window.getByRole('button', { name: 'Folders', exact: true })).toBeVisible()
    expect(JSON.parse(workspace.readSettings())).not.toHaveProperty('roots')

    // Also over a dialog.
    const settings = await openFolders(parley)
    await dropFiles(window, [garden])
    await question.getByRole('button', { name: 'Cancel' }).click()
    await closeDialog(settings)

    await dropFiles(window, [garden])
    await question.getByRole('button', { name: 'This conversation' }).click()
    await expect(window.getByRole('button', { name: 'Folders: 1' })).toBeVisible()
    expect(JSON.parse(workspace.readSettings())).not.toHaveProperty('roots')

    await dropFiles(window, [garden])
    await question.getByRole('button', { name: 'Always' }).click()
    await expect
      .poll(() => JSON.parse(workspace.readSettings()) as unknown)
      .toMatchObject({ roots: [garden] })
    // The page can't have a path read for it, a path that isn't a folder raises no question, and the page stays.
    await window.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'x'))
      globalThis.dispatchEvent(new DragEvent('drop', { dataTransfer }))
    })
    await dropFiles(window, [note])
    await expect(window.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await expect(question).toBeHidden()
  }
)

/** What the server says about the folders in the answer to its nth call. */
async function askForFolders({ window }: Parley, count: number): Promise<string> {
  await runToolHere(window, { server: 'everything', tool: 'get-roots-list' })
  const card = toolCard(window, 'everything', 'get-roots-list')
  await expect(card).toHaveCount(count)
  await expect(card.last()).toContainText('done')
  return (await card.last().textContent()) ?? ''
}

async function openFolders({ window }: Parley): Promise<Locator> {
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  await settings.getByRole('tab', { name: 'Folders' }).click()
  return settings
}

/** Null: the user closes the system's dialog without a choice. */
async function addFolder({ app, window }: Parley, folder: string | null): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({
      canceled: chosen === null,
      filePaths: chosen === null ? [] : [chosen]
    })
  }, folder)
  const add = window.getByRole('button', { name: 'Add folder' })
  await add.click()
  await expect(add).toBeEnabled()
  if (folder !== null) await expect(window.getByRole('button', { name: `Remove ${folder}` })).toBeVisible()
}
