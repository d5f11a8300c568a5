/**
 * Every server of the table of apps in the real window: its app is drawn, calls the server after approval, follows the
 * theme, fills the window, and opens again from the history without a call. A file keeps the outcome.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { ElectronApplication, Page } from 'playwright/test'
import { expect } from '../expect'
import { projectFolder, type Parley } from '../launch'
import { sharedTest as test } from '../test'
import { readViews, runInView } from '../views'
import { conversationList, sendMessage, serversButton, toolCard } from '../window'
import { prepareHome } from './registries'
import { readAppTable, type AppRow } from './table'
import { seatUser, type User } from './user'

const folder = path.join(projectFolder, '.cache/compat')
const only = process.env['PARLEY_COMPAT_ONLY']?.split(',')
const connectMs = 600_000

for (const row of readAppTable().filter(({ name }) => only?.includes(name) ?? true))
  test(row.name, async ({ start, workspace }) => {
    const write = (result: object) => {
      fs.mkdirSync(path.join(folder, 'results'), { recursive: true })
      fs.writeFileSync(path.join(folder, 'results', `${row.name}.json`), JSON.stringify(result, null, 2))
    }
    const { version } = row
    const date = new Date().toISOString().slice(0, 10)
    write({ version, date, works: false, reason: 'the run was ended before its end' })
    prepareHome(workspace.home)
    const entry = { command: 'npx', args: ['-y', `${row.package}@${version}`, '--stdio'] }
    workspace.writeSettings({ mcpServers: { [row.name]: entry } })
    try {
      const first = await start()
      const user = await seatUser(first.window, row.name)
      await use(first, row, user)
      await user.leave()
      const again = row.asksFor === undefined ? await restart(first, start, row) : []
      write({ version, date, works: true, questions: [...user.questions], again })
    } catch (error) {
      write({ version, date, works: false, reason: String(error) })
      throw error
    }
  })

async function use({ app, window }: Parley, row: AppRow, user: User): Promise<void> {
  const { name, call } = row
  await expect(serversButton(window)).toHaveAccessibleName('Servers: 1 connected', { timeout: connectMs })
  await sendMessage(window, `${name}/${call.tool} ${JSON.stringify(call.input)}`)
  if (row.asksFor !== undefined) {
    await expect(toolCard(window, name, call.tool)).toContainText('The app did not start.')
    expect(user.questions.join('\n')).toContain(row.asksFor)
    return
  }
  const frame = appOf(window, row)
  await expect(frame.getByRole('button', { name: 'Full screen' })).toBeEnabled()
  await expectShown(app, row)
  await takePicture(app, `${name}-light`)
  if (row.press !== undefined) await press(app, row.press)
  if (row.calls !== undefined) await expectCall(window, user, row)
  await setTheme(app, window, 'dark')
  if (row.isThemed !== false) await expect.poll(() => readTheme(app)).toBe('dark')
  await takePicture(app, `${name}-dark`)
  await setTheme(app, window, 'light')
  await frame.getByRole('button', { name: 'Full screen' }).click()
  await expect(frame).toHaveAttribute('data-mode', 'fullscreen')
  await takePicture(app, `${name}-full`)
  await window.keyboard.press('Escape')
  await expect(frame).toHaveAttribute('data-mode', 'inline')
}

/** The first one is the user's own. */
async function expectCall(window: Page, { questions }: User, { name, call, calls }: AppRow): Promise<void> {
  const title = `Allow ${calls} on ${name}?`
  const least = calls === call.tool ? 2 : 1
  await expect
    .poll(async () => {
      // Lets the user answer.
      await window
        .getByRole('main')
        .first()
        .hover({ trial: true, timeout: 5_000 })
        .catch(() => {})
      return questions.filter((each) => each === title).length
    })
    .toBeGreaterThanOrEqual(least)
}

async function restart(first: Parley, start: () => Promise<Parley>, row: AppRow): Promise<readonly string[]> {
  await first.quit()
  return openAgain(await start(), row)
}

/** Answers with the questions that came. */
async function openAgain({ app, window }: Parley, row: AppRow): Promise<readonly string[]> {
  const user = await seatUser(window, row.name)
  await expect(serversButton(window)).toHaveAccessibleName('Servers: 1 connected')
  await conversationList(window).getByText(row.call.tool).first().click()
  await expect(appOf(window, row).getByRole('button', { name: 'Full screen' })).toBeEnabled()
  await expectShown(app, row)
  await takePicture(app, `${row.name}-again`)
  await user.leave()
  return user.questions
}

const appOf = (window: Page, { name, call }: AppRow) =>
  window.getByRole('group', { name: `App ${name} ${call.tool}`, exact: true })

async function expectShown(app: ElectronApplication, { shows, hasCanvas }: AppRow): Promise<void> {
  await expect.poll(async () => (await readViews(app)).join()).toContain(shows)
  if (hasCanvas === true)
    await expect.poll(() => readInView(app, 'document.querySelector("canvas") !== null')).toBe('true')
}

const press = (app: ElectronApplication, text: string): Promise<void> =>
  runInView(
    app,
    `[...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('${text}')).click()`
  )

/** Some pages mark what the host says, others follow the system. */
const readTheme = (app: ElectronApplication): Promise<string | undefined> =>
  readInView(
    app,
    `document.documentElement.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')`
  )

async function setTheme(app: ElectronApplication, window: Page, theme: 'light' | 'dark'): Promise<void> {
  await app.evaluate(({ nativeTheme }, source) => (nativeTheme.themeSource = source), theme)
  await window.emulateMedia({ colorScheme: theme })
}

async function readInView(app: ElectronApplication, code: string): Promise<string | undefined> {
  const [read] = await readViews(app, code)
  return read
}

/** As the user sees it: the picture of a page has no guests. */
async function takePicture(app: ElectronApplication, name: string): Promise<void> {
  const png = await app.evaluate(async ({ BrowserWindow }) => {
    const picture = await BrowserWindow.getAllWindows()[0]?.capturePage()
    return picture?.toPNG().toString('base64') ?? ''
  })
  fs.mkdirSync(path.join(folder, 'pictures'), { recursive: true })
  fs.writeFileSync(path.join(folder, 'pictures', `${name}.png`), Buffer.from(png, 'base64'))
}
