/**
 * What hostile views try, besides what views.spec.ts shows: exits to the network, the computer and other apps, greed, and
 * questions that aren't Parley's.
 */
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { fixture, readCalls } from './fixtures/entries'
import { startHttp } from './fixtures/local-http'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { lookAt } from './pictures'
import { ask, expectInView, readViews, runInView, viewOf } from './views'
import { answerCall, answers, callDialog, pressIn, sendMessage, toolCard, trustAll } from './window'

test('lets a view find no exit: not to the network, the computer, a device, another app or an earlier one', async ({
  start,
  startModel,
  workspace
}) => {
  const heard: string[] = []
  await using outside = await startHttp((request, response) => {
    heard.push(`${request.method} ${request.url}`)
    response.setHeader('access-control-allow-origin', '*').end('got it')
  })
  const { app, window } = await ask({ start, startModel, workspace }, 'exits', { target: outside.origin })
  await app.evaluate(({ clipboard }) => clipboard.writeText('4711'))
  const expectNothing = async () => {
    await expectInView(app, 'end: still here')
    const [text = ''] = await readViews(app)
    const tried = text.split('\n').filter((line) => /: (?:reached|refused)/u.test(line))
    expect(tried.length, text).toBeGreaterThan(40)
    const reached = tried.filter((line) => line.includes('reached') && !known.test(line))
    expect(reached).toEqual([])
    return text
  }
  // Only Electron 33 gives the clipboard to a command, and no setting of it prevents that.
  const known = (await isOldElectron(app)) ? /^clipboard by a command/u : /^$/u
  const site = (text: string) => /parley-view:\S+/u.exec(text)?.[0]
  const first = await expectNothing()
  const card = toolCard(window, 'views', 'exits')
  await card.getByRole('button', { name: 'Show as text' }).click()
  await expect.poll(() => readViews(app)).toEqual([])
  await card.getByRole('button', { name: 'Show app' }).click()
  // Nothing that the first one left is there.
  const second = await expectNothing()
  expect(site(first)).not.toBe(site(second))
  expect(heard).toEqual([])
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

const isOldElectron = (app: ElectronApplication): Promise<boolean> =>
  app.evaluate(() => process.versions.electron?.startsWith('33.') === true)

test('ends only the view that takes too much, and says why', async ({ start, startModel, workspace }) => {
  const model = await startModel([
    [call('views', 'greedy', {})],
    [call('views', 'chart', { city: 'Oslo' })],
    [say('Here they are.')]
  ])
  workspace.writeSettings({ mcpServers: { views: fixture('views') }, ...model.settings })
  const { app, window } = await start()
  await trustAll(window, ['views'])
  await sendMessage(window, 'Show them')
  for (const tool of ['greedy', 'chart'])
    await answerCall(window, { server: 'views', tool, answer: 'Allow once' })
  await expect(answers(window).last()).toContainText('Here they are.')
  const card = toolCard(window, 'views', 'greedy')
  await card.scrollIntoViewIfNeeded()
  for (const [what, reason] of [
    ['messages', 'The app sent too many messages, so Parley closed it.'],
    ['requests', 'The app sent too many messages, so Parley closed it.'],
    ['text', 'The app sent a message that is too large, so Parley closed it.'],
    ['memory', 'The app used too much memory, so Parley closed it.'],
    ['time', 'The app stopped responding, so Parley closed it.']
  ] as const) {
    await expectInView(app, 'Greedy', 'Oslo')
    await runInView(app, 'take.size()', 'Greedy')
    await runInView(app, `take.${what}()`, 'Greedy')
    await expect(card, what).toContainText(reason)
    await expectInView(app, 'Oslo')
    await card.getByRole('button', { name: 'Show app' }).click()
  }
})

test('keeps a view that looks like a question of Parley apart from one, and never lets it cover one', async ({
  start,
  startModel,
  workspace
}) => {
  const { app, window } = await ask({ start, startModel, workspace }, 'lookalike', {})
  const view = viewOf(window, 'lookalike')
  await expectInView(app, 'Parley asks: may the server views see your files?')
  // It is no dialog of the window, and below a bar that says whose it is.
  await expect(window.getByRole('dialog')).toHaveCount(0)
  await expect(view).toContainText('App of views')
  const [whole, page] = [await boxOf(view), await boxOf(view.locator('webview'))]
  const bar = await boxOf(view.getByText('App of views'))
  expect(page.y).toBeGreaterThanOrEqual(bar.y + bar.height)
  expect(page.y + page.height).toBeLessThanOrEqual(whole.y + whole.height + 1)
  await lookAt(window, 'fake')
  await view.getByRole('button', { name: 'Full screen' }).click()
  await expect(view).toHaveAttribute('data-mode', 'fullscreen')
  await expect(view.getByText('App of views')).toBeVisible()
  await lookAt(window, 'fake-full')
  await runInView(app, "document.getElementById('fake').dispatchEvent(new Event('pointerdown'))")
  const question = callDialog(window, 'views', 'chart')
  await expect(question).toContainText('The app of views asks for this call.')
  await expect(view.locator('webview')).toBeHidden()
  expect(await isWholeOnTop(question)).toBe(true)
  await lookAt(window, 'real')
  await pressIn(question, 'Deny')
  await expectInView(app, 'refused')
  await view.getByRole('button', { name: 'Exit full screen' }).click()
})

test('counts no click that was meant for a view as the answer to a question', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('record.jsonl')
  const model = await startModel([[call('views', 'lookalike', {})], [say('Here it is.')]])
  const entry = fixture('views', `--record=${record}`)
  workspace.writeSettings({ mcpServers: { views: entry }, ...model.settings })
  const { app, window } = await start({ isMoving: true })
  await trustAll(window, ['views'])
  await sendMessage(window, 'Show it')
  await answerCall(window, { server: 'views', tool: 'lookalike', answer: 'Allow once' })
  const view = viewOf(window, 'lookalike')
  await view.getByRole('button', { name: 'Full screen' }).click()
  await expectInView(app, 'no answer')
  const question = callDialog(window, 'views', 'chart')
  const button = question.getByRole('button', { name: 'Allow once', exact: true })
  // The first question shows where the button will be.
  await clickWhenSettled(view, { x: 200, y: 200 })
  await expect(button).toBeEnabled()
  const { x, y, width, height } = await boxOf(button)
  const place = { x: x + width / 2, y: y + height / 2 }
  await pressIn(question, 'Allow once')
  await expectInView(app, 'got it')
  const count = () => readCalls(record).filter(({ name }) => name === 'chart').length
  // A machine that is too slow gets another try.
  await expect(async () => {
    const before = count()
    await clickWhenSettled(view, place)
    const isEarly = await clickAtOnce(window, question, place)
    if (isEarly) await window.waitForTimeout(700)
    const isOpen = await question.isVisible()
    if (isOpen) await pressIn(question, 'Allow once')
    await expect.poll(count).toBe(before + 1)
    expect(isEarly, 'the second click came in time').toBe(true)
    expect(isOpen, 'the second click was no answer').toBe(true)
  }).toPass()
  await view.getByRole('button', { name: 'Exit full screen' }).click()
})

interface Point {
  readonly x: number
  readonly y: number
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (box === null) throw new Error('It has no place in the window.')
  return box
}

/** Half a second after it appeared or moved. */
async function clickWhenSettled(view: Locator, { x, y }: Point): Promise<void> {
  await expect(view.locator('[data-settled]')).toBeVisible()
  await view.page().mouse.click(x, y)
}

/** As soon as the question is there. Whether that was within its first half second. */
async function clickAtOnce(window: Page, question: Locator, { x, y }: Point): Promise<boolean> {
  await question.waitFor()
  const appeared = Date.now()
  await window.mouse.click(x, y)
  return Date.now() - appeared < 400
}

/** Whether nothing is over it. */
function isWholeOnTop(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const steps = [0.05, 0.5, 0.95]
    return steps.every((across) =>
      steps.every((down) =>
        element.contains(document.elementFromPoint(left + width * across, top + height * down))
      )
    )
  })
}
