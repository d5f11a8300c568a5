/** Views of servers (MCP Apps) in the cards of their calls, and what a hostile one can do: nothing. */
import { fixture, readCalls } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { lookAt } from './pictures'
import { expect, forgetProblems, sharedTest as test } from './test'
import { ask, expectInView, readViews, runInView, viewOf } from './views'
import {
  answerCall,
  answers,
  callDialog,
  conversationList,
  inspect,
  openServers,
  pressIn,
  sendMessage,
  toolCard,
  trustAll
} from './window'

test('security/sandbox-message-forwarding: draws the view of a call with its input and its result, follows the theme, fills the window, and calls its server after approval', async ({
  start,
  startModel,
  workspace
}) => {
  const { app, window } = await ask({ start, startModel, workspace }, 'chart', { city: 'Oslo' })
  const view = viewOf(window, 'chart')
  await expect(view).toBeVisible()
  await expectInView(app, 'Oslo', '18', 'mode inline')
  await lookAt(window, 'inline')
  await window.emulateMedia({ colorScheme: 'dark' })
  await expectInView(app, 'theme dark')
  await window.emulateMedia({ colorScheme: 'light' })
  await expectInView(app, 'theme light')
  await view.getByRole('button', { name: 'Full screen' }).click()
  await expectInView(app, 'mode fullscreen')
  await expect(view).toHaveAttribute('data-mode', 'fullscreen')
  await lookAt(window, 'fullscreen')
  await window.keyboard.press('Escape')
  await expectInView(app, 'mode inline')
  await expect(view.getByRole('button', { name: 'Full screen' })).toBeFocused()
  await runInView(app, "document.getElementById('call').click()")
  const question = callDialog(window, 'views', 'chart')
  await expect(question).toContainText('The app of views asks for this call.')
  await expect(view).toContainText('Hidden while Parley asks you a question.')
  await lookAt(window, 'question')
  await pressIn(question, 'Allow once')
  await expectInView(app, 'Temperatures in Rome: 12, 18, 24')
  await view.getByRole('button', { name: 'Show as text' }).click()
  await expect(view).toBeHidden()
  await expect(toolCard(window, 'views', 'chart')).toContainText('Temperatures in Oslo')
  await expect.poll(() => readViews(app)).toEqual([])

  const traces = (await inspect(await openServers(window), 'views', 'Apps')).getByRole('region', {
    name: 'In conversations'
  })
  await traces.getByText(/^chart, /u).click()
  await expect(traces.getByRole('log')).toContainText('ui/resource-teardown')
  await lookAt(window, 'messages')
})

test('keeps a view in a corner of the window while the conversation scrolls, and lets the keyboard in and out', async ({
  start,
  startModel,
  workspace
}) => {
  const long = Array.from({ length: 80 }, (_line, index) => `Line ${index}`).join('\n\n')
  const { app, window } = await ask({ start, startModel, workspace }, 'chart', { city: 'Oslo' }, long)
  const view = viewOf(window, 'chart')
  await window.getByRole('group', { name: 'Messages' }).evaluate((list) => list.scrollTo(0, 0))
  await expectInView(app, 'mode inline')
  await runInView(app, "document.getElementById('answer').textContent = 'kept'")
  await view.getByRole('button', { name: 'Picture in picture' }).click()
  await expectInView(app, 'mode pip')
  for (const top of [100_000, 0, 100_000]) {
    await window.getByRole('group', { name: 'Messages' }).evaluate((list, to) => list.scrollTo(0, to), top)
    await expect(view).toBeInViewport()
  }
  await expect(toolCard(window, 'views', 'chart')).not.toBeInViewport()
  await expectInView(app, 'kept')
  await view.getByRole('button', { name: 'Move to another corner' }).press('Enter')
  await expect(view).toHaveAttribute('data-corner', 'top-left')

  const isIn = () => window.evaluate(() => document.activeElement?.tagName === 'WEBVIEW')
  await view.getByRole('button', { name: 'Close app' }).focus()
  await window.keyboard.press('Tab')
  await expect.poll(isIn).toBe(true)
  for (const _key of ['fill', 'call', 'out']) await window.keyboard.press('Tab')
  await expect.poll(isIn).toBe(false)
  await view.getByRole('button', { name: 'Back to the conversation' }).click()
  await expectInView(app, 'mode inline', 'kept')
})

test('opens a closed view again, and in history too, without a call', async ({
  start,
  startModel,
  workspace
}) => {
  const record = workspace.file('record.jsonl')
  const model = await startModel([[call('views', 'chart', { city: 'Oslo' })], [say('Here it is.')]])
  const entry = fixture('views', `--record=${record}`)
  workspace.writeSettings({ mcpServers: { views: entry }, ...model.settings })
  const first = await start()
  await trustAll(first.window, ['views'])
  await sendMessage(first.window, 'Show it')
  await answerCall(first.window, { server: 'views', tool: 'chart', answer: 'Allow once' })
  await expectInView(first.app, 'Oslo', '18')
  const view = viewOf(first.window, 'chart')
  await view.getByRole('button', { name: 'Close app' }).click()
  const back = toolCard(first.window, 'views', 'chart').getByRole('button', { name: 'Show app' })
  await expect(back).toBeFocused()
  await expect.poll(() => readViews(first.app)).toEqual([])
  await back.click()
  await expectInView(first.app, 'Oslo', '18')
  await first.quit()

  const { app, window } = await start()
  // The newest one: other journeys leave conversations of the same name.
  await conversationList(window).getByText('Show it').first().click()
  await expectInView(app, 'Oslo', '18')
  expect(readCalls(record)).toEqual([{ name: 'chart', arguments: { city: 'Oslo' } }])
})

test('shows the text and the reason if a view never starts', async ({ start, startModel, workspace }) => {
  const { window } = await ask({ start, startModel, workspace }, 'silent', {})
  const card = toolCard(window, 'views', 'silent')
  await expect(card).toContainText('The app did not start.')
  await expect(card).toContainText('Nothing to see')
})

test('security/sandbox-distinct-origin security/sandbox-proxy-required: keeps a hostile view in its frame, and ends it when it leaves', async ({
  start,
  startModel,
  workspace
}) => {
  const { app, window } = await ask({ start, startModel, workspace }, 'hostile', {})
  const countWindows = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  const opened = await countWindows()
  await expectInView(app, 'end: still here', 'The secret of the call is 4711')
  const [text = ''] = await readViews(app)
  const tried = text.split('\n').filter((line) => /: (?:reached|refused)/u.test(line))
  expect(tried.length, text).toBeGreaterThan(20)
  expect(tried.filter((line) => line.includes('reached'))).toEqual([])
  const card = toolCard(window, 'views', 'hostile')
  for (const way of ['form', 'location', 'reload', 'refresh']) {
    await expectInView(app, 'end: still here')
    await runInView(app, `leave.${way}()`)
    await expect(card, way).toContainText('The app tried to open another page, so Parley closed it.')
    await expect.poll(() => readViews(app)).toEqual([])
    await card.getByRole('button', { name: 'Show app' }).click()
  }
  await expectInView(app, 'end: still here')
  await app.evaluate(({ webContents }) => {
    const guest = webContents.getAllWebContents().find((one) => one.getType() === 'webview')
    process.kill(guest?.mainFrame.frames[0]?.osProcessId ?? 0, 'SIGKILL')
  })
  await expect(card).toContainText('The app crashed.')
  expect(await countWindows()).toBe(opened)
  expect(window.url()).toMatch(/^app:\/\/parley\/index\.html/u)
  await expect(answers(window).last()).toContainText('Here it is.')
})

test('lets a window that was taken over create no other guest, and do nothing with a view', async ({
  start,
  startModel,
  workspace
}) => {
  const parley = await ask({ start, startModel, workspace }, 'chart', { city: 'Oslo' })
  const { app, window } = parley
  await expectInView(app, 'Oslo', '18')
  const outcomes = await window.evaluate(async () => {
    const attach = (attributes: Record<string, string>) =>
      new Promise<string>((resolve) => {
        const guest = document.createElement('webview')
        for (const [name, value] of Object.entries(attributes)) guest.setAttribute(name, value)
        guest.addEventListener('dom-ready', () => resolve('loaded'))
        setTimeout(() => resolve('nothing'), 1_500)
        document.body.append(guest)
      })
    const shown = document.querySelector('webview') as unknown as Record<
      string,
      (...args: unknown[]) => Promise<unknown>
    > &
      HTMLElement
    const use = async (method: string, ...args: unknown[]) => {
      try {
        await shown[method]?.(...args)
        return `${method} worked`
      } catch {
        return 'refused'
      }
    }
    const address = shown.getAttribute('src') ?? ''
    const partition = shown.getAttribute('partition') ?? ''
    return [
      await attach({ src: 'https://evil.example/', partition: 'view-1' }),
      await attach({ src: 'file:///etc/passwd' }),
      await attach({ src: address, partition }),
      await use('executeJavaScript', '1'),
      await use('loadURL', 'file:///etc/passwd'),
      await use('capturePage'),
      await use('openDevTools'),
      await use('sendInputEvent', { type: 'char', keyCode: 'a' })
    ]
  })
  expect(outcomes).toEqual([...Array(3).fill('nothing'), ...Array(5).fill('refused')])
  await expectInView(app, 'Oslo', '18')
  forgetProblems(parley, /A view is closed to its window/u)
})

test('draws ten views of a conversation at once, ends those that scroll far away, and all of them with it', async ({
  start,
  startModel,
  workspace
}) => {
  const cities = Array.from({ length: 10 }, (_city, index) => `Oslo ${index}`)
  const long = Array.from({ length: 200 }, (_line, index) => `Line ${index}`).join('\n\n')
  const model = await startModel([
    [call('views', 'chart', { city: 'Rome' })],
    [say('It is warm.')],
    cities.map((city) => call('views', 'chart', { city })),
    [say('Here they are.')],
    [say(long)]
  ])
  workspace.writeSettings({ mcpServers: { views: fixture('views') }, ...model.settings })
  const { app, window } = await start()
  await trustAll(window, ['views'])
  await sendMessage(window, 'Show one')
  await answerCall(window, { server: 'views', tool: 'chart', answer: 'Allow for this conversation' })
  await expect(answers(window).last()).toContainText('It is warm.')
  await sendMessage(window, 'Show ten')
  await expect(answers(window).last()).toContainText('Here they are.')
  await expectInView(app, ...cities)
  // The first one has scrolled away.
  await expect.poll(() => readViews(app)).toHaveLength(10)
  await sendMessage(window, 'And now a long text')
  await expect(answers(window).last()).toContainText('Line 199')
  await expect.poll(() => readViews(app)).toEqual([])
  await answers(window).last().hover()
  await window.mouse.wheel(0, -100_000)
  await expectInView(app, 'Rome', ...cities)
  expect(await readViews(app)).toHaveLength(11)
  await window.getByRole('button', { name: 'New conversation' }).first().click()
  await expect.poll(() => readViews(app)).toEqual([])
})
