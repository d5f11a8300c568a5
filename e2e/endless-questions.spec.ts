/** Servers that ask endlessly: Parley asks the user whether they may, and every question can stop them. */
import fs from 'node:fs'
import type { Page } from 'playwright/test'
import { askAgainDialog, inputDialog, linkDialog, notes, runTool, samplingDialog } from './server-questions'
import { fixture } from './fixtures/entries'
import { expect, shareParley, test } from './test'
import {
  answers,
  closeDialog,
  expectConnected,
  openServers,
  pressIn,
  sendMessage,
  serverItem,
  toolCard,
  trustAll
} from './window'

const names = ['refused', 'let', 'called', 'stopped'] as const
const records = new Map<string, string>()
const parley = shareParley((workspace) => ({
  mcpServers: Object.fromEntries(
    names.map((name) => {
      const record = workspace.file(`record-${name}`)
      records.set(name, record)
      return [name, fixture('asks-without-end', `--record=${record}`)]
    })
  )
}))
test.beforeAll(() => trustAll(parley().window, names))

/** No modal covers the page, so controls there can be pressed. */
async function expectPageInReach(window: Page, connected: number): Promise<void> {
  await expect(window.getByRole('dialog')).toHaveCount(0)
  await expectConnected(window, connected)
  await closeDialog(await openServers(window))
}

/** The errors that the server received. */
function refusals(server: string): string[] {
  const lines = fs
    .readFileSync(records.get(server) ?? '', 'utf8')
    .trim()
    .split('\n')
  return lines.flatMap((line) => {
    const { event, error } = JSON.parse(line) as { event: string; error?: { message: string } }
    return event === 'answered' && error !== undefined ? [error.message] : []
  })
}

test('SEC-20: asks about the third question of a call; Escape declines for a minute, and the call ends', async () => {
  const { window } = parley()
  await runTool(window, {
    server: 'refused',
    tool: 'endless',
    input: { kinds: ['form', 'link'], refusals: 2 }
  })
  await expect(inputDialog(window, 'refused')).toContainText('Question 1')
  await pressIn(inputDialog(window, 'refused'), 'Decline')
  await expect(linkDialog(window, 'refused')).toContainText('Question 2')
  await pressIn(linkDialog(window, 'refused'), 'Decline')
  const askAgain = askAgainDialog(window, 'refused')
  await expect(askAgain).toContainText('wants to ask you again while its tool endless runs.')
  await expect(askAgain).toContainText('It has asked 2 times since your last request.')
  await expect(askAgain).not.toContainText('Question 3')
  await window.keyboard.press('Escape')
  await expect(askAgain).toBeHidden()
  const card = toolCard(window, 'refused', 'endless')
  await expect(card).toContainText('done')
  await expect(card).toContainText('The user refuses all requests for a minute')
  await expect(notes(window).last()).toContainText('you declined its questions for a minute.')
  await expectPageInReach(window, 4)
})

test('SEC-20: allows two more questions of a server that may ask, then asks again', async () => {
  const { window } = parley()
  await runTool(window, {
    server: 'let',
    tool: 'endless',
    input: { kinds: ['form', 'sampling'], refusals: 1 }
  })
  for (const round of [1, 3]) {
    await expect(inputDialog(window, 'let')).toContainText(`Question ${round}`)
    await pressIn(inputDialog(window, 'let'), 'Decline')
    await expect(samplingDialog(window, 'let')).toBeVisible()
    await pressIn(samplingDialog(window, 'let'), 'Decline')
    await expect(askAgainDialog(window, 'let')).toContainText(`It has asked ${round + 1} times`)
    if (round === 1) await pressIn(askAgainDialog(window, 'let'), 'Let it ask')
  }
  await pressIn(askAgainDialog(window, 'let'), 'Decline for a minute')
  await expect(toolCard(window, 'let', 'endless')).toContainText('done')
  await expectPageInReach(window, 4)
})

test("SEC-20: ends the call with Stop the call, shows none of its server's later questions, and continues the chat", async () => {
  const { window } = parley()
  await runTool(window, { server: 'called', tool: 'endless' })
  await pressIn(inputDialog(window, 'called'), 'Stop the call')
  await expect(toolCard(window, 'called', 'endless')).toContainText('cancelled')
  await expectPageInReach(window, 4)
  // The server keeps asking, and Parley declines each question.
  const before = refusals('called').length
  await expect.poll(() => refusals('called').length).toBeGreaterThan(before + 1)
  await sendMessage(window, 'let/quiet {}')
  await pressIn(window.getByRole('dialog', { name: 'Allow quiet on let?' }), 'Allow once')
  await expect(answers(window).last()).toContainText('Nothing to ask.')
  await expectPageInReach(window, 4)
  expect(refusals('called').at(-1)).toBe('The user stopped what this request belongs to')
})

test('SEC-20: stops the server and its call with Stop the server', async () => {
  const { window } = parley()
  await runTool(window, { server: 'stopped', tool: 'endless' })
  await pressIn(inputDialog(window, 'stopped'), 'Stop the server')
  await expect(toolCard(window, 'stopped', 'endless')).toContainText('cancelled')
  await expectPageInReach(window, 3)
  const servers = await openServers(window)
  await expect(serverItem(servers, 'stopped')).toContainText('stopped')
  await closeDialog(servers)
})
