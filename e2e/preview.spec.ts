/** Previews of pages from models: run after a press, beside the chat, and reach nothing. */
import fs from 'node:fs'
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { say, stream } from './fixtures/model'
import { expect, sharedTest as test, type Fixtures } from './test'
import { expectInView, readViews, runInView } from './views'
import { answers, pressByKeyboard, pressIn, sendMessage } from './window'

const panelOf = (window: Page): Locator => window.getByRole('complementary', { name: 'Preview' })
const previewButtons = (within: Locator): Locator =>
  within.getByRole('button', { name: 'Preview', exact: true })
const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``

async function answerWith(
  { start, startModel, workspace }: Fixtures,
  texts: readonly ReturnType<typeof say>[]
) {
  const left = [...texts]
  const model = await startModel(() => [left.shift() ?? say('')])
  workspace.writeSettings({ mcpServers: {}, ...model.settings })
  const parley = await start()
  await sendMessage(parley.window, 'Make a page')
  return parley
}

const spy = `<!doctype html><title>Spy</title><p id="out">still</p><script>
const found = []
const attempt = async (name, work) => { try { found.push(name + ' ' + await work()) } catch { found.push(name + ' blocked') } }
void (async () => {
  out.textContent = 'script ran'
  await attempt('fetch', async () => (await fetch('https://example.com/')).status)
  await attempt('loopback', async () => (await fetch('http://127.0.0.1:PORT/')).status)
  await attempt('socket', () => new Promise((yes, no) => { const s = new WebSocket('wss://example.com/'); s.onopen = () => yes('open'); s.onerror = no }))
  await attempt('app', async () => (await fetch('app://parley/index.html')).status)
  await attempt('file', async () => (await fetch('file:///etc/hostname')).status)
  await attempt('parent', () => parent.document.title)
  await attempt('top', () => top.location.href)
  await attempt('bridge', () => { if (!('bridge' in window)) throw 0; return 'there' })
  await attempt('node', () => { if (typeof require === 'undefined' && typeof process === 'undefined') throw 0; return 'there' })
  await attempt('popup', () => { const w = window.open('https://example.com/'); if (w === null) throw 0; return 'open' })
  await attempt('camera', async () => { await navigator.mediaDevices.getUserMedia({ video: true }); return 'on' })
  localStorage.count = Number(localStorage.count ?? 0) + 1
  out.textContent = found.join(', ') + ', storage ' + localStorage.count
})()
</script>`

test('runs a page only after the press, keeps it from everything, and ends it when it leaves', async ({
  start,
  startModel,
  workspace
}) => {
  const { app, window } = await answerWith({ start, startModel, workspace }, [say(fence('html', spy))])
  const button = previewButtons(answers(window))
  await expect(button).toBeEnabled()
  expect(await readViews(app)).toEqual([])
  await button.click()
  const panel = panelOf(window)
  await expect(panel).toBeVisible()
  const names = [
    'fetch',
    'loopback',
    'socket',
    'app',
    'file',
    'parent',
    'top',
    'bridge',
    'node',
    'popup',
    'camera'
  ]
  const nothing = `${names.map((name) => `${name} blocked`).join(', ')}, storage 1`
  await expect.poll(() => readViews(app)).toEqual([nothing])
  await expect(panel).toContainText("The page couldn't load example.com. A preview has no network access.")
  await expectAccessible(window)
  // Nothing is kept.
  await panel.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => readViews(app)).toEqual([nothing])
  await runInView(app, "location.href = 'https://example.com/'")
  await expect(panel).toContainText('The page tried to open another page, so Parley stopped it.')
  await expect.poll(() => readViews(app)).toEqual([])
  await panel.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => readViews(app)).toEqual([nothing])
  await window.getByRole('button', { name: 'New conversation' }).first().click()
  await expect(panel).toBeHidden()
  await expect.poll(() => readViews(app)).toEqual([])
})

const counter = `import { useState } from 'react'

export default function Counter({ start = 0 }: { start?: number }) {
  const [count, setCount] = useState<number>(start)
  return <button onClick={() => setCount(count + 1)}>pressed {count} times</button>
}`
const missing = "import { Bar } from 'recharts'\nexport default () => <Bar />"

test('draws SVG, a diagram, Markdown and React, and says what is missing', async ({
  start,
  startModel,
  workspace
}) => {
  const blocks = [
    fence('svg', '<svg viewBox="0 0 40 20"><text x="2" y="12">vector</text></svg>'),
    fence('mermaid', 'flowchart LR\n  Ask --> Answer'),
    '````markdown\n# Heading\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<b>raw</b>\n````',
    fence('tsx', counter),
    fence('jsx', missing),
    fence('html', '<p>One</p>\n<script>\nthrow new Error("broken " + 1)\n</script>')
  ]
  const { app, window } = await answerWith({ start, startModel, workspace }, [say(blocks.join('\n\n'))])
  const buttons = previewButtons(answers(window))
  const panel = panelOf(window)
  await expect(buttons).toHaveCount(blocks.length)
  await buttons.nth(0).click()
  await expectInView(app, 'vector')
  await buttons.nth(1).click()
  await expectInView(app, 'Answer')
  await buttons.nth(2).click()
  await expectInView(app, '<b>raw</b>')
  expect((await readViews(app, "document.querySelectorAll('h1, td').length"))[0]).toBe('3')
  await buttons.nth(3).click()
  await expectInView(app, 'pressed 0 times')
  await runInView(app, "document.querySelector('button').click()")
  await expectInView(app, 'pressed 1 times')
  await buttons.nth(4).click()
  await expect(panel).toContainText(
    'The page needs the package recharts. A preview has only react and react-dom.'
  )
  await buttons.nth(5).click()
  await expect(panel).toContainText('Error in the page: Uncaught Error: broken 1 (3)')
  await expectInView(app, 'One')
})

const page = (body: string): string => `<title>Clock</title>\n<h1>Clock</h1>\n<p>${body}</p>`

test('follows the newest version, goes back, saves, and opens in the browser after a question', async ({
  start,
  startModel,
  workspace
}, info) => {
  const { app, window } = await answerWith({ start, startModel, workspace }, [
    say(fence('html', page('first'))),
    stream(`Better.\n\n${fence('html', page('second'))}\n\n${'And more words. '.repeat(20)}`, 400),
    say(fence('html', page('third')))
  ])
  const panel = panelOf(window)
  await pressByKeyboard(previewButtons(answers(window)))
  await expect(panel).toBeFocused()
  await expectInView(app, 'first')
  await sendMessage(window, 'Improve it')
  await expectInView(app, 'second')
  await expect(panel).toContainText('Version 2 of 2')
  await panel.getByRole('button', { name: 'Previous version' }).click()
  await expectInView(app, 'first')
  await expect(answers(window)).toHaveCount(2)
  await sendMessage(window, 'Once more')
  await expect(panel).toContainText('Version 1 of 3')
  await expectInView(app, 'first')
  await panel.getByRole('button', { name: 'Next version' }).click()
  await expectInView(app, 'second')
  const file = info.outputPath('saved.html')
  const opened = await spyOnSystem(app, file)
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => fs.existsSync(file) && fs.readFileSync(file, 'utf8')).toBe(page('second'))
  await panel.getByRole('button', { name: 'Open in browser' }).click()
  const question = window.getByRole('dialog', { name: 'Open this page in your browser?' })
  await expect(question).toContainText('it can use the network')
  expect(await opened()).toEqual([])
  await pressIn(question, 'Open in browser')
  await expect.poll(async () => (await opened()).length).toBe(1)
  const [copy = ''] = await opened()
  expect(fs.readFileSync(copy, 'utf8')).toContain(page('second'))
  await panel.getByRole('button', { name: 'Close preview' }).focus()
  await window.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(previewButtons(answers(window).first())).toBeFocused()
  await expect.poll(() => readViews(app)).toEqual([])
})

/** Saves to this file, and returns what was opened. */
async function spyOnSystem(app: ElectronApplication, file: string): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog, shell }, filePath) => {
    const opened: string[] = []
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    shell.openPath = (place) => {
      opened.push(place)
      return Promise.resolve('')
    }
    Object.assign(globalThis, { openedPaths: opened })
  }, file)
  return () => app.evaluate(() => (globalThis as unknown as { openedPaths: string[] }).openedPaths)
}
