/** What hostile views try, besides what views.spec.ts shows: exits to the network, the computer and other apps, and greed. */
import type { ElectronApplication } from 'playwright/test'
import { fixture } from './fixtures/entries'
import { startHttp } from './fixtures/local-http'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import { ask, expectInView, readViews, runInView } from './views'
import { answerCall, answers, sendMessage, toolCard, trustAll } from './window'

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
