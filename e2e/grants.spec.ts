/** An approval can last: for one conversation, or for a tool until it is revoked. */
import { fixture, readCalls } from './fixtures/entries'
import { call, say, type Script } from './fixtures/model'
import { expect, sharedTest } from './test'
import {
  answerCall,
  answers,
  callDialog,
  closeDialog,
  expectConnected,
  pressByKeyboard,
  sendMessage,
  trustAll
} from './window'

const countsForEver: Script = ({ turn }) =>
  turn.isFirstReply ? [call('counter', 'count', { by: 1 })] : [say(`Counted in turn ${turn.number}.`)]

sharedTest(
  'runs an always allowed tool without asking after a restart, and asks again once it is revoked',
  async ({ start, startModel, workspace }) => {
    const record = workspace.file('calls')
    const model = await startModel(countsForEver)
    workspace.writeSettings({
      mcpServers: { counter: fixture('counter', `--record=${record}`) },
      ...model.settings
    })
    const first = await start()
    await trustAll(first.window, ['counter'])
    await sendMessage(first.window, 'Count')
    await answerCall(first.window, { server: 'counter', tool: 'count', answer: 'Always allow' })
    await expect(answers(first.window).last()).toContainText('Counted in turn 1.')
    await first.quit()

    const { window } = await start()
    await expectConnected(window, 1)
    await window.getByRole('button', { name: 'New conversation' }).click()
    await sendMessage(window, 'Count again')
    await expect(answers(window).last()).toContainText('Counted in turn 1.')
    expect(readCalls(record)).toHaveLength(2)

    await window.getByRole('button', { name: 'Settings', exact: true }).click()
    const settings = window.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('tab', { name: 'Permissions' }).click()
    const grants = settings.getByRole('list', { name: 'Allowed tool calls' }).getByRole('listitem')
    // Earlier visits left permissions of servers that are gone.
    const grant = grants.filter({ hasText: 'count on counter', hasNotText: 'Suspended' })
    await expect(grant).toHaveCount(1)
    await grant.getByRole('button', { name: 'Revoke' }).click()
    await expect(grant).toHaveCount(0)
    await closeDialog(settings)

    await sendMessage(window, 'Count once more')
    await expect(callDialog(window, 'counter', 'count')).toBeVisible()
    expect(readCalls(record)).toHaveLength(2)
    await answerCall(window, { server: 'counter', tool: 'count', answer: 'Deny' })
  }
)

sharedTest(
  'runs a tool allowed for this conversation without asking in it, and asks in the next one',
  async ({ start, startModel, workspace }) => {
    const record = workspace.file('calls')
    const model = await startModel(countsForEver)
    workspace.writeSettings({
      mcpServers: { counter: fixture('counter', `--record=${record}`) },
      ...model.settings
    })
    const { window } = await start()
    await trustAll(window, ['counter'])
    await sendMessage(window, 'Count')
    await answerCall(window, { server: 'counter', tool: 'count', answer: 'Allow for this conversation' })
    await expect(answers(window).last()).toContainText('Counted in turn 1.')
    await sendMessage(window, 'Count again')
    await expect(answers(window).last()).toContainText('Counted in turn 2.')
    expect(readCalls(record)).toHaveLength(2)

    await window.getByRole('button', { name: 'New conversation' }).click()
    await sendMessage(window, 'Count elsewhere')
    await answerCall(window, { server: 'counter', tool: 'count', answer: 'Deny' })
    await expect(answers(window).last()).toContainText('Counted in turn 1.')
    expect(readCalls(record)).toHaveLength(2)
  }
)

sharedTest(
  'SEC-05: lets a counted permission allow as many calls as it says, at once and after a restart',
  async ({ start, startModel, workspace }) => {
    const record = workspace.file('calls')
    const model = await startModel(({ turn }) => {
      if (!turn.isFirstReply) return [say('It is over.')]
      const first = [call('counter', 'count', { by: 1 })]
      return turn.number > 1 ? first : Array.from({ length: 3 }, () => first).flat()
    })
    workspace.writeSettings({
      mcpServers: { counter: fixture('counter', `--record=${record}`) },
      ...model.settings
    })
    const first = await start()
    await trustAll(first.window, ['counter'])
    await sendMessage(first.window, 'Count three times')
    const dialog = callDialog(first.window, 'counter', 'count')
    await dialog.getByText('Permission options').click()
    await dialog.getByRole('checkbox', { name: 'for at most 10 more calls' }).check()
    await dialog.getByRole('spinbutton', { name: 'Number of calls' }).fill('3')
    await dialog.getByRole('checkbox', { name: 'only while “by” is 1' }).check()
    await dialog.getByRole('button', { name: 'Always allow', exact: true }).click()
    await expect(answers(first.window).last()).toContainText('It is over.')
    expect(readCalls(record)).toHaveLength(3)
    await first.quit()

    const { window } = await start()
    await expectConnected(window, 1)
    await window.getByRole('button', { name: 'Settings', exact: true }).click()
    const settings = window.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('tab', { name: 'Permissions' }).click()
    const grants = settings.getByRole('list', { name: 'Allowed tool calls' }).getByRole('listitem')
    const grant = grants.filter({ hasText: '1 of 3 calls left' }).first()
    await expect(grant).toContainText('only while “by” is 1')
    await closeDialog(settings)
    await window.getByRole('button', { name: 'New conversation' }).click()
    await sendMessage(window, 'Three times again')
    const again = callDialog(window, 'counter', 'count')
    await expect(again).toContainText('Your permission for this tool is used up: it was for 3 calls.')
    await expect(again).toContainText('Another call is waiting')
    await expect.poll(() => readCalls(record)).toHaveLength(4)
    await again.getByRole('button', { name: 'Deny all' }).click()
    await expect(answers(window).last()).toContainText('It is over.')
    expect(readCalls(record)).toHaveLength(4)
  }
)

sharedTest(
  'SEC-02 UI-04: gives every scope of a permission by keyboard only, and distinguishes them in the list',
  async ({ start, startModel, workspace }) => {
    const reaches = [
      { tool: 'create_record', args: { table: 'a' }, answer: 'Allow once', listed: null },
      {
        tool: 'delete_file',
        args: { path: '/tmp/a/b' },
        answer: 'Allow for this conversation',
        listed: 'delete_file on shop'
      },
      {
        tool: 'web_search',
        args: { query: 'tea' },
        answer: 'Trust its read-only tools',
        listed: 'read-only'
      },
      {
        tool: 'create_record',
        args: { table: 'a' },
        answer: 'Always allow',
        listed: 'create_record on shop'
      },
      {
        tool: 'count',
        args: { by: 1 },
        answer: 'Allow its tools in this conversation',
        listed: 'non-destructive tools on till'
      }
    ]
    const serverOf = (tool: string) => (tool === 'count' ? 'till' : 'shop')
    const model = await startModel([
      ...reaches.map(({ tool, args }) => [call(serverOf(tool), tool, args)]),
      [say('It is over.')]
    ])
    workspace.writeSettings({
      // Names of their own, because earlier visits left permissions.
      mcpServers: { shop: fixture('annotated-tools'), till: fixture('counter') },
      ...model.settings
    })
    const { window } = await start()
    await trustAll(window, ['shop', 'till'])
    await sendMessage(window, 'Go on')
    for (const { tool, answer } of reaches) {
      const dialog = callDialog(window, serverOf(tool), tool)
      await expect(dialog).toBeVisible()
      if (/its/u.test(answer)) await pressByKeyboard(dialog.locator('summary'))
      await pressByKeyboard(dialog.getByRole('button', { name: answer, exact: true }))
      await expect(dialog.getByRole('button', { name: answer, exact: true })).toBeHidden()
    }
    await expect(answers(window).last()).toContainText('It is over.')
    await window.getByRole('button', { name: 'Settings', exact: true }).click()
    const settings = window.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('tab', { name: 'Permissions' }).click()
    const grants = settings
      .getByRole('list', { name: 'Allowed tool calls' })
      .getByRole('listitem')
      .filter({ hasText: /on (?:shop|till)/ })
    const listed = reaches.flatMap((reach) => (reach.listed === null ? [] : [reach.listed]))
    await expect(grants).toHaveCount(listed.length)
    for (const words of listed) await expect(grants.filter({ hasText: words })).toHaveCount(1)
    await closeDialog(settings)
  }
)
