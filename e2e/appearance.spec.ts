/** Nothing is cut off or overflows the window, at the default size and at a small one. */
import type { Locator, Page } from 'playwright/test'
import { everything } from './fixtures/entries'
import { call, say, startModel, type Model } from './fixtures/model'
import { expect, shareParley, test } from './test'
import {
  answers,
  backToChat,
  callDialog,
  expectConnected,
  inspect,
  messageBox,
  openServers,
  sendMessage,
  toolCard,
  trustDialog
} from './window'

const longWord = 'Donaudampfschifffahrtsgesellschaft'.repeat(8)
const longLine = `\`\`\`\n${'no break in this line '.repeat(20)}\n\`\`\`\n\n| a | b |\n|---|---|\n| ${longWord} | ${longWord} |`
const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 600 }
]

let model: Model

const parley = shareParley(
  async () => {
    model = await startModel([
      [say(`${longLine}\n\n${longWord}`), call('everything', 'echo', { message: longWord })],
      [say(longWord)]
    ])
    return { mcpServers: { everything: everything() }, ...model.settings }
  },
  { isStory: true }
)

test.afterAll(() => model.close())

test('shows the question about a server in full', async () => {
  const { window } = parley()
  const dialog = trustDialog(window, 'everything')
  await atEachSize(async () => {
    await expectNothingRunsOut(window)
    for (const button of await dialog.getByRole('button').all())
      await expect(button).toBeInViewport({ ratio: 1 })
  })
  await dialog.getByRole('button', { name: 'Trust and start' }).click()
  await expectConnected(window, 1)
})

test('shows the empty window and the question about a call in full', async () => {
  const { window } = parley()
  await atEachSize(async () => {
    await expectNothingRunsOut(window)
    await expect(messageBox(window)).toBeInViewport({ ratio: 1 })
    await expectWhole(window.getByRole('combobox', { name: 'Model', exact: true }))
  })
  await sendMessage(window, longWord)
  const dialog = callDialog(window, 'everything', 'echo')
  await expect(dialog).toContainText(longWord)
  await atEachSize(async () => {
    await expectNothingRunsOut(window)
    for (const button of await dialog.getByRole('button').all())
      await expect(button).toBeInViewport({ ratio: 1 })
  })
  await dialog.getByRole('button', { name: 'Allow once' }).click()
})

test('shows a conversation with long words, code, a table and a tool card in full', async () => {
  const { window } = parley()
  await expect(answers(window).last()).toContainText(longWord)
  await expect(toolCard(window, 'everything', 'echo')).toContainText('done')
  await atEachSize(() => expectNothingRunsOut(window))
})

test('shows servers and settings in full', async () => {
  const { window } = parley()
  const servers = await openServers(window)
  await atEachSize(() => expectNothingRunsOut(window))
  await servers.getByRole('tab', { name: 'Tools, prompts, resources' }).click()
  await expect(servers.getByRole('region', { name: 'What everything offers' })).toContainText('echo')
  await atEachSize(() => expectNothingRunsOut(window))
  await servers.getByRole('tab', { name: 'All servers' }).click()
  await servers.getByRole('button', { name: 'Log', exact: true }).click()
  await expect(servers.getByRole('region', { name: 'everything' })).toBeVisible()
  await atEachSize(() => expectNothingRunsOut(window))
  const page = await inspect(servers, 'everything')
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await expect(page.getByRole('tabpanel', { name: await tab.innerText(), exact: true })).toBeVisible()
    await atEachSize(() => expectNothingRunsOut(window))
  }
  await backToChat(window)
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  await expect(window.getByLabel(/API key/i).first()).toBeVisible()
  await atEachSize(() => expectNothingRunsOut(window))
  await window.keyboard.press('Escape')
})

/** No text in it is cut off. */
async function expectWhole(control: Locator): Promise<void> {
  const isCut = () =>
    control.evaluate((element) =>
      [element, ...element.querySelectorAll('*')].some(
        ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1
      )
    )
  await expect.poll(isCut).toBe(false)
}

async function atEachSize(check: () => Promise<void>): Promise<void> {
  const { app, window } = parley()
  for (const size of sizes) {
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height)
    }, size)
    await expect.poll(() => window.evaluate(() => innerWidth)).toBe(size.width)
    await check()
  }
}

/** Elements that overflow the window sideways, except inside something that scrolls or clips on purpose. */
async function expectNothingRunsOut(window: Page): Promise<void> {
  const findThem = () =>
    window.evaluate(() => {
      const isHeld = (element: Element): boolean =>
        element.parentElement !== null &&
        (getComputedStyle(element.parentElement).overflowX !== 'visible' || isHeld(element.parentElement))
      const runsOut = (element: Element) => {
        const { left, right, width, height } = element.getBoundingClientRect()
        return width > 0 && height > 0 && (right > innerWidth + 1 || left < -1)
      }
      const found = [...document.body.querySelectorAll('*')].filter(
        (element) => runsOut(element) && !isHeld(element)
      )
      const page = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
      return [
        ...page,
        ...found.map(
          (element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 30)}`
        )
      ]
    })
  await expect.poll(findThem).toEqual([])
}
