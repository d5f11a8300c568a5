/**
 * Preferences of the system for every window. High contrast removes backgrounds, and the user still sees what is on,
 * selected and current. With reduced motion nothing moves.
 */
import type { Locator } from 'playwright/test'
import { fixture } from './fixtures/entries'
import { call, hang, say } from './fixtures/model'
import { expect, sharedTest } from './test'
import {
  answerCall,
  answers,
  backToChat,
  closeDialog,
  conversationList,
  inspect,
  openServers,
  sendMessage,
  toolCard,
  trustAll,
  trustEach
} from './window'

const lineOf = (element: Locator, kind: 'outline' | 'border') =>
  element.evaluate((node, name) => {
    const style = getComputedStyle(node)
    return style.getPropertyValue(`${name}-style`) === 'none'
      ? 0
      : parseFloat(style.getPropertyValue(name === 'border' ? 'border-top-width' : 'outline-width'))
  }, kind)

sharedTest(
  'outlines switches, the selected tab and the current conversation',
  async ({ start, startModel, workspace }, info) => {
    const model = await startModel([[say('Hello.')]])
    // A name of its own, because a switch of it stays on.
    workspace.writeSettings({ mcpServers: { switched: fixture('counter') }, ...model.settings })
    const { window } = await start()
    await trustEach(window, ['switched'])
    await sendMessage(window, 'Good morning')
    await expect(answers(window).last()).toContainText('Hello.')
    await window.emulateMedia({ forcedColors: 'active' })
    const current = conversationList(window).locator('[data-current]')
    expect(await lineOf(current, 'outline')).toBeGreaterThan(0)
    await window.screenshot({ path: info.outputPath('conversation.png') })

    const servers = await openServers(window)
    const page = await inspect(servers, 'switched', 'Access')
    const shown = page.getByRole('switch', { name: 'Show me results before the model reads them' })
    await expect(shown).toBeVisible()
    expect(await lineOf(shown, 'border')).toBeGreaterThan(0)
    const thumb = shown.locator('> *').first()
    const off = await lineOf(thumb, 'border')
    expect(off).toBeGreaterThan(0)
    await shown.click()
    await expect.poll(() => lineOf(thumb, 'border')).toBeGreaterThan(2 * off)
    await window.screenshot({ path: info.outputPath('switches.png') })
    await backToChat(window)

    await window.getByRole('button', { name: 'Settings', exact: true }).click()
    const settings = window.getByRole('dialog', { name: 'Settings' })
    const chosen = settings.getByRole('tab', { selected: true })
    const other = settings.getByRole('tab', { selected: false }).first()
    expect(await lineOf(chosen, 'outline')).toBeGreaterThan(0)
    expect(await lineOf(other, 'outline')).toBe(0)
    await window.screenshot({ path: info.outputPath('settings.png') })
  }
)

sharedTest(
  "shows a call's progress, a continuing conversation, and the current search match",
  async ({ start, startModel, workspace }, info) => {
    const model = await startModel(({ turn }) =>
      turn.isFirstReply ? [call('calls', 'work', { everyMs: 100, steps: 3_000 })] : [say('Tea, tea and tea.')]
    )
    workspace.writeSettings({ mcpServers: { calls: fixture('mcp-calls') }, ...model.settings })
    const { window } = await start()
    await trustAll(window, ['calls'])
    await window.emulateMedia({ forcedColors: 'active' })
    const groundOf = (element: Locator, part?: string) =>
      element.evaluate((node, name) => getComputedStyle(node, name).backgroundColor, part)
    await sendMessage(window, 'How far is it?')
    await answerCall(window, { server: 'calls', tool: 'work', answer: 'Allow once' })
    const card = toolCard(window, 'calls', 'work')
    const bar = card.getByRole('progressbar')
    await expect(bar).toHaveAttribute('aria-valuenow', /\d/)
    expect(await lineOf(bar, 'border')).toBeGreaterThan(0)
    expect(await groundOf(bar.locator('> *'))).not.toBe(await groundOf(bar))
    const row = conversationList(window).locator('[data-current]')
    expect(await groundOf(row.getByRole('img'))).not.toBe(await groundOf(row))
    await window.screenshot({ path: info.outputPath('progress.png') })
    await card.getByRole('button', { name: 'Cancel call' }).click()
    await expect(answers(window).last()).toContainText('Tea, tea and tea.')

    await window.keyboard.press('Control+f')
    await window.keyboard.type('tea')
    await expect(window.getByRole('search', { name: 'Find in conversation' })).toContainText('of 3')
    const answer = answers(window).last()
    expect(await groundOf(answer, '::highlight(found-word)')).not.toBe(
      await groundOf(answer, '::highlight(found-words)')
    )
    await window.screenshot({ path: info.outputPath('found.png') })
  }
)

sharedTest(
  'moves nothing with reduced motion, also while an answer is written',
  async ({ start, startModel, workspace }) => {
    const model = await startModel([[say('I begin'), hang()]])
    workspace.writeSettings({ mcpServers: {}, ...model.settings })
    const { window } = await start({ isMoving: true })
    const moving = () =>
      window.evaluate(
        () => document.getAnimations().filter(({ playState }) => playState === 'running').length
      )
    await sendMessage(window, 'Go on')
    await expect(answers(window).last()).toContainText('I begin')
    await expect.poll(moving).toBeGreaterThan(0)
    await window.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(moving).toBe(0)
    await window.getByRole('button', { name: 'Settings', exact: true }).click()
    const settings = window.getByRole('dialog', { name: 'Settings' })
    await expect(settings).toBeVisible()
    expect(await settings.evaluate((dialog) => getComputedStyle(dialog).transitionProperty)).toBe('none')
    await expect.poll(moving).toBe(0)
    await closeDialog(settings)
    await window.getByRole('button', { name: 'Stop', exact: true }).click()
  }
)
