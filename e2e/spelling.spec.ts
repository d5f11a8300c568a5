/**
 * Misspelled words in the message box are marked while you type, with local dictionaries only, and corrected from
 * their menu.
 */
import fs from 'node:fs'
import path from 'node:path'
import { say } from './fixtures/model'
import type { Parley } from './launch'
import {
  chooseInMenu,
  expectMarksInPlace,
  marks,
  menuAfter,
  requested,
  rightClickOn,
  watchMenus
} from './spelling'
import { expect, sharedTest, test } from './test'
import { answers, messageBox, personMessages, pressByKeyboard, sendMessage } from './window'
import type { Workspace } from './workspace'

const direct = { mcpServers: {}, models: { default: 'direct' } }

async function write({ window }: Parley, text: string): Promise<void> {
  await messageBox(window).fill('')
  await messageBox(window).pressSequentially(text)
}

test('corrects a misspelled word from its menu, accepts a word that was added or ignored, and chooses dictionaries in the settings', async ({
  workspace,
  start
}) => {
  workspace.writeSettings(direct)
  const first = await start()
  const box = messageBox(first.window)
  await watchMenus(first)
  await write(first, 'recieve a zworble lettr and frobb')
  // The last word is checked once the user pauses.
  await expect(marks(first)).toHaveText(['recieve', 'zworble', 'lettr', 'frobb'])
  await expectMarksInPlace(first, 4)

  const words = await menuAfter(first, () => rightClickOn(first, marks(first).first()))
  expect(words).toEqual(expect.arrayContaining(['receive', 'Add to dictionary', 'Ignore', 'Paste']))
  await chooseInMenu(first, 'receive')
  await expect(box).toHaveValue('receive a zworble lettr and frobb')
  await expect(marks(first)).toHaveText(['zworble', 'lettr', 'frobb'])
  await first.window.keyboard.press('Control+z')
  await expect(box).toHaveValue('recieve a zworble lettr and frobb')
  await expect(marks(first)).toHaveText(['recieve', 'zworble', 'lettr', 'frobb'])

  await menuAfter(first, () => rightClickOn(first, marks(first).nth(1)))
  await chooseInMenu(first, 'Add to dictionary')
  await expect(marks(first)).toHaveText(['recieve', 'lettr', 'frobb'])
  await menuAfter(first, () => rightClickOn(first, marks(first).nth(2)))
  await chooseInMenu(first, 'Ignore')
  await expect(marks(first)).toHaveText(['recieve', 'lettr'])
  // A word without a mark has the menu of all fields.
  expect(
    await menuAfter(first, () => box.click({ button: 'right', position: { x: 90, y: 20 } }))
  ).not.toContain('Ignore')

  // The same by keyboard.
  await box.press('Control+Home')
  expect(await menuAfter(first, () => box.press('Shift+F10'))).toContain('receive')
  await chooseInMenu(first, 'receive')
  await expect(box).toHaveValue('receive a zworble lettr and frobb')
  await box.press('End')
  expect(await menuAfter(first, () => box.press('ContextMenu'))).not.toContain('Ignore')
  expect(await requested(first)).toEqual([])
  await first.quit()

  const own = path.join(workspace.dataFolder, 'dictionaries', 'own-words.txt')
  expect(fs.readFileSync(own, 'utf8')).toBe('zworble\n')
  expect(Object.values(workspace.readLogs()).join('\n')).not.toMatch(/zworble|reciev|frobb/u)

  const folder = addDictionaries(workspace)
  // An ignored word is marked again.
  const second = await start()
  await expect(messageBox(second.window)).toHaveValue('receive a zworble lettr and frobb')
  await write(second, 'a zworble frobb')
  await expect(marks(second)).toHaveText(['frobb'])
  await test.step('chooses dictionaries and switches the check off in the settings', () =>
    chooseDictionaries(second, folder))
})

sharedTest('loses no letter when the message box is redrawn while you type', async ({ workspace, start }) => {
  workspace.writeSettings(direct)
  const parley = await start()
  const { window } = parley
  await write(parley, 'lettr ')
  await expect(marks(parley)).toHaveText(['lettr'])
  // Right before each letter something appears that redraws the message box, as updates from the host may.
  await window.evaluate(() => {
    let isOver = false
    const drag = () => {
      isOver = !isOver
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['text'], 'notes.txt'))
      const [name, init] = isOver ? (['dragover', { dataTransfer }] as const) : (['dragleave', {}] as const)
      dispatchEvent(new DragEvent(name, { ...init, cancelable: true }))
    }
    addEventListener('beforeinput', drag, { capture: true })
    Object.assign(globalThis, {
      endDragging: () => removeEventListener('beforeinput', drag, { capture: true })
    })
  })
  await messageBox(window).pressSequentially('recieve quickly')
  await expect(messageBox(window)).toHaveValue('lettr recieve quickly')
  await window.evaluate(() => {
    ;(globalThis as unknown as { endDragging: () => void }).endDragging()
    dispatchEvent(new DragEvent('dragleave'))
  })
  await expect(marks(parley)).toHaveText(['lettr', 'recieve'])
})

sharedTest(
  'draws marks in the right place: in long lines, scrolled, in a small window, larger, and in German',
  async ({ workspace, start }) => {
    workspace.writeSettings({ ...direct, appearance: { language: 'de' }, spelling: { languages: ['en'] } })
    const parley = await start()
    const { window } = parley
    const box = window.getByRole('textbox', { name: 'Nachricht', exact: true })
    const line = 'Some recieve a lettr with 👩‍👩‍👧 and שלום עולם beside wether, and\ttabs befor it.'
    await box.fill(
      [
        line,
        '',
        line.repeat(6),
        `  ${line}`,
        ...Array.from({ length: 30 }, (_none, at) => `${'so '.repeat(at)}${line}`)
      ].join('\n')
    )
    await expect(marks(parley).first()).toHaveText('recieve')
    await expectMarksInPlace(parley, 4)
    for (const [width, height] of [
      [1280, 800],
      [800, 600]
    ] as const) {
      await window.setViewportSize({ width, height })
      for (const y of [0, 333, 100_000]) {
        await box.evaluate((field, top) => (field.scrollTop = top), y)
        await expectMarksInPlace(parley, 4)
      }
    }
    for (let step = 0; step < 3; step += 1) {
      await window.keyboard.press('Control+=')
      await expectMarksInPlace(parley, 2)
    }
    await box.fill('Some recieve a lettr, wether or not.')
    await expectMarksInPlace(parley, 3)
    await window.screenshot({ path: test.info().outputPath('marks-larger.png') })
    await window.keyboard.press('Control+0')
    for (const colorScheme of ['light', 'dark'] as const) {
      await window.emulateMedia({ colorScheme })
      await expectMarksInPlace(parley, 3)
      await window.screenshot({ path: test.info().outputPath(`marks-${colorScheme}.png`) })
    }
    await window.emulateMedia({ forcedColors: 'active' })
    await expectMarksInPlace(parley, 3)
    await window.screenshot({ path: test.info().outputPath('marks-contrast.png') })
  }
)

sharedTest(
  'stays responsive with figures, signs, pictures, other scripts, code, one endless word or two megabytes',
  async ({ workspace, start }) => {
    workspace.writeSettings(direct)
    const parley = await start()
    const box = messageBox(parley.window)
    for (const text of ['7', '! ', '😀👩‍👩‍👧', 'שלום עולם', 'Привет', '今日は', '\n\n', '\u{0301}', '‏7‏']) {
      await box.fill(text)
      await box.press('End')
      await box.pressSequentially(' recieve')
      await expect(marks(parley)).toHaveText(['recieve'])
    }
    const code =
      'Run `recieve` or /recieve in src/recieve.ts at https://recieve.example, @recieve, --recieve, recieve_it'
    await box.fill(`${code}:\n\`\`\`\nrecieve\n\`\`\`\nrecieve`)
    await expect(marks(parley)).toHaveText(['recieve'])
    expect(await marks(parley).getAttribute('data-at')).toBe(String(code.length + 2 + 4 + 8 + 4))

    await box.fill(`${'x'.repeat(20_000)} reciev`)
    await box.press('e')
    await expect(marks(parley)).toHaveText(['recieve'])
    await box.fill(`${'word '.repeat(6_000)}recieve`)
    await box.press('Space')
    await expect(marks(parley)).toHaveText(['recieve'])
    await box.fill('recieve '.repeat(260_000))
    await box.press('End')
    await box.pressSequentially('7')
    await expect(marks(parley)).toHaveCount(0)
    await box.fill('recieve')
    await expect(marks(parley)).toHaveText(['recieve'])
  }
)

sharedTest(
  'marks an edited message in its own place, with the menu',
  async ({ workspace, start, startModel }) => {
    const model = await startModel([[say('Noted.')], [say('Noted anew.')]])
    workspace.writeSettings({ mcpServers: {}, ...model.settings })
    const parley = await start()
    const { window } = parley
    await watchMenus(parley)
    await sendMessage(window, 'recieve the lettr')
    await expect(answers(window).last()).toContainText('Noted.')
    await expect(marks(parley)).toHaveCount(0)
    await pressByKeyboard(window.getByRole('button', { name: 'Edit message' }))
    const field = window.getByRole('textbox', { name: 'Edited text' })
    await expect(marks(parley)).toHaveText(['recieve', 'lettr'])
    await expectMarksInPlace(parley, 2)
    await menuAfter(parley, () => rightClickOn(parley, marks(parley).first()))
    await chooseInMenu(parley, 'receive')
    await expect(field).toHaveValue('receive the lettr')
    await expect(marks(parley)).toHaveText(['lettr'])
    await field.press('Enter')
    await expect(answers(window).last()).toContainText('Noted anew.')
    await expect(personMessages(window).last()).toContainText('receive the lettr')
  }
)

sharedTest('marks nothing while an input method composes a word', async ({ workspace, start }) => {
  workspace.writeSettings(direct)
  const parley = await start()
  const { app, window } = parley
  const box = messageBox(window)
  await write(parley, 'lettr recieve')
  await expect(marks(parley)).toHaveText(['lettr', 'recieve'])
  const session = await app.context().newCDPSession(window)
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await expect(marks(parley)).toHaveCount(0)
  await session.send('Input.insertText', { text: '日' })
  await expect(box).toHaveValue('lettr recieve日')
  await expect(marks(parley).first()).toHaveText('lettr')
})

/** Dictionaries in the user's folder. */
function addDictionaries({ dataFolder }: Workspace): string {
  const own = path.join(dataFolder, 'dictionaries')
  fs.mkdirSync(own, { recursive: true })
  fs.writeFileSync(path.join(own, 'de_DE.aff'), 'SET UTF-8\n')
  fs.writeFileSync(path.join(own, 'de_DE.dic'), '2\nBrief\nfrobb\n')
  fs.writeFileSync(path.join(own, 'fr.dic'), '1\nlettre\n')
  return own
}

/** Also for existing text. */
async function chooseDictionaries(parley: Parley, own: string): Promise<void> {
  const { window, workspace } = parley
  await write(parley, 'frobb recieve letter ')
  await expect(marks(parley)).toHaveText(['frobb', 'recieve'])

  const settings = window.getByRole('region', { name: 'Check spelling of messages' })
  const openSettings = async () => {
    await window.keyboard.press('Control+,')
    await window.getByRole('tab', { name: 'Appearance' }).click()
    await settings.scrollIntoViewIfNeeded()
  }
  await openSettings()
  await expect(settings.getByRole('checkbox', { name: 'English (en)' })).toBeChecked()
  await expect(settings).toContainText(own)
  await expect(settings).toContainText('fr.dic')
  const german = settings.getByRole('checkbox', { name: 'German (Germany) (de_DE), from your folder' })
  await german.click()
  await expect(german).toBeChecked()
  await expect.poll(() => workspace.readSettings()).toMatch(/"languages": \[\s*"en",\s*"de_DE"\s*\]/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme })
    await window.screenshot({ path: test.info().outputPath(`spelling-${colorScheme}.png`) })
  }
  await window.keyboard.press('Escape')
  await expect(marks(parley)).toHaveText(['recieve'])

  await openSettings()
  await settings.getByRole('button', { name: 'Use the display language' }).click()
  await expect(settings.getByRole('checkbox', { name: /German/ })).not.toBeChecked()
  await window.keyboard.press('Escape')
  await expect(marks(parley)).toHaveText(['frobb', 'recieve'])
  await openSettings()
  await settings.getByRole('switch', { name: 'Check spelling of messages' }).click()
  await expect(settings.getByRole('checkbox')).toHaveCount(0)
  await window.keyboard.press('Escape')
  await expect(marks(parley)).toHaveCount(0)
}
