/**
 * Tests of a server: made in its page, run, failed, mended, and run again with their history. The conformance suite is a
 * stand-in, which needs no network.
 */
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { everything } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expectLegibleScrolled } from './legible'
import { lookAt } from './pictures'
import { projectFolder } from './launch'
import { expect, test } from './test'
import {
  answerCall,
  backToChat,
  callDialog,
  inspect,
  messageBox,
  openServers,
  pressIn,
  toolCard,
  trustAll
} from './window'

test('saves tests of a server, asks once for a run, says what failed, keeps earlier runs, and runs the conformance suite', async ({
  start,
  startModel,
  workspace
}) => {
  const judge = (passes: boolean, reason: string) => call('probe', 'verdict', { passes, reason })
  const model = await startModel([
    [call('probe', 'echo', { message: 'hi' })],
    [say('Echo: hi')],
    [judge(true, 'It says hi.')],
    [call('probe', 'echo', { message: 'ho' })],
    [say('Echo: ho')],
    [judge(false, 'It says ho.')]
  ])
  workspace.writeSettings({
    mcpServers: { probe: everything() },
    models: { ...(model.settings['models'] as object), default: 'direct' },
    'appearance.theme': 'dark'
  })
  const bin = path.join(workspace.folder, 'bin')
  const npx = path.join(bin, 'npx')
  mkdirSync(bin)
  copyFileSync(path.join(projectFolder, 'app/testing/conformance/npx-stand-in.cjs'), npx)
  chmodSync(npx, 0o755)
  const { window } = await start({ env: { PATH: `${bin}${path.delimiter}${process.env['PATH']}` } })
  await trustAll(window, ['probe'])

  // A call in the chat, as a test.
  await messageBox(window).fill('echo {"message": "hi"}')
  await messageBox(window).press('Enter')
  await answerCall(window, { server: 'probe', tool: 'echo', answer: 'Allow once' })
  const card = toolCard(window, 'probe', 'echo')
  await expect(card).toContainText('Echo: hi')
  await card.getByRole('button', { name: 'Save as test' }).click()
  await expect(card).toContainText('Saved as the test “echo” of probe.')

  const page = await inspect(await openServers(window), 'probe', 'Tests')
  const panel = page.getByRole('region', { name: 'Tests of probe' })
  const row = (name: string) => panel.getByRole('listitem', { name, exact: true })
  await expect(row('echo')).toBeVisible()

  // One from the form, which fails.
  await panel.getByRole('button', { name: 'New test' }).click()
  await panel.getByRole('combobox', { name: 'Tool' }).click()
  await window.getByRole('option', { name: 'get-sum' }).click()
  await panel
    .getByRole('spinbutton', { name: 'a' })
    .or(panel.getByRole('textbox', { name: /^a\b/ }))
    .fill('2')
  await panel
    .getByRole('spinbutton', { name: 'b' })
    .or(panel.getByRole('textbox', { name: /^b\b/ }))
    .fill('3')
  await panel.getByRole('textbox', { name: 'Result contains' }).fill('is 6')
  await panel.getByRole('button', { name: 'Add test' }).click()
  await expect(row('get-sum')).toBeVisible()

  // Each tool asks. "Allow for this conversation" means this run.
  await panel.getByRole('button', { name: 'Run all' }).click()
  await answerCall(window, { server: 'probe', tool: 'echo', answer: 'Allow once' })
  await answerCall(window, { server: 'probe', tool: 'get-sum', answer: 'Allow for this conversation' })
  await expect(row('echo')).toContainText('passed')
  await expect(row('get-sum')).toContainText('failed')
  const sentence = 'Expected the result to contain “is 6”. It was “The sum of 2 and 3 is 5.”.'
  await expectLegibleScrolled(row('get-sum'), sentence)
  const runs = panel.getByRole('table', { name: 'Earlier runs' }).getByRole('row')
  await expect(runs).toHaveCount(2)
  await expect(runs.nth(1)).toContainText('get-sum')
  await lookAt(window, 'tests-failed')

  // Mended in the file, where a fault is marked while it is written.
  await panel.getByRole('button', { name: 'Edit as YAML' }).click()
  const file = panel.getByRole('textbox', { name: 'Tests of probe as YAML' })
  const text = await file.inputValue()
  const copy = text.slice(text.indexOf('  - name: get-sum')).replace('name: get-sum', 'name: sum again')
  const mended = `${text}${copy}`.replaceAll('is 6', 'is 5')
  await file.fill(mended.replace('contains: is 5', 'holds: is 5'))
  const line = mended.split('\n').findIndex((one) => one.includes('contains: is 5')) + 1
  await expect(panel).toContainText(`Line ${line}, column 7: There is no key “holds” here.`)
  await lookAt(window, 'tests-fault')
  await file.fill(mended)
  await expect(panel).not.toContainText('There is no key')
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(row('sum again')).toBeVisible()
  expect(readFileSync(path.join(workspace.dataFolder, 'tests', 'probe.yaml'), 'utf8')).toBe(mended)

  // What the last run allowed ended with it. Within this one, the second call of get-sum doesn't ask.
  await panel.getByRole('button', { name: 'Run all' }).click()
  await answerCall(window, { server: 'probe', tool: 'echo', answer: 'Allow for this conversation' })
  await answerCall(window, { server: 'probe', tool: 'get-sum', answer: 'Allow for this conversation' })
  await expect(row('sum again')).toContainText('passed')
  await expect(row('get-sum')).toContainText('passed')
  await expect(callDialog(window, 'probe', 'get-sum')).toBeHidden()
  await expect(runs).toHaveCount(3)

  // A task for two models, which also judge. Parley asks once, and shows both side by side.
  const task = '  - name: says hi\n    task: Say hi\n    expect: { judge: { criteria: It says hi. } }\n'
  await panel.getByRole('button', { name: 'Edit as YAML' }).click()
  await file.fill(`${mended}${task}`)
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.getByText('Models and other servers').click()
  for (const name of ['claude-haiku-4-5', 'claude-sonnet-5-5'])
    await panel.getByRole('switch', { name: `anthropic/${name}` }).click()
  await row('says hi').getByRole('button', { name: 'Run says hi' }).click()
  const judges = window.getByRole('dialog', { name: 'Let 2 models judge tests of probe?' })
  await expect(judges.getByRole('region', { name: 'Judged by anthropic/claude-haiku-4-5' })).toContainText(
    'It says hi.'
  )
  await lookAt(window, 'tests-judges')
  await judges.getByRole('button', { name: 'Let them judge' }).click()
  await answerCall(window, { server: 'probe', tool: 'echo', answer: 'Allow for this conversation' })
  const table = panel.getByRole('table', { name: 'Side by side' })
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  await expect(table.getByRole('row', { name: /^says hi/ })).toContainText(
    '≠ Call 1: echo {"message":"ho"}. In the first result: echo {"message":"hi"}.'
  )
  await expect(row('says hi')).toContainText(
    "anthropic/claude-sonnet-5-5 judged that the answer doesn't meet the criteria: “It says ho.”"
  )
  await table.scrollIntoViewIfNeeded()
  await lookAt(window, 'tests-side-by-side')

  // Two earlier runs, in the first of which one test failed.
  for (const at of [1, 2])
    await panel
      .getByRole('button', { name: /^Compare the run of/ })
      .nth(at)
      .click()
  const compared = panel.getByRole('table', { name: 'Compared runs' })
  await expect(compared.getByRole('row', { name: /^get-sum/ })).toContainText(
    '≠ Passed, unlike the first result.'
  )
  await expect(panel.getByRole('button', { name: /^Compare the run of/ }).nth(2)).toHaveAttribute(
    'aria-pressed',
    'true'
  )

  // One test only, which is denied.
  await row('echo').getByRole('button', { name: 'Run echo' }).click()
  await answerCall(window, { server: 'probe', tool: 'echo', answer: 'Deny' })
  await expect(row('echo')).toContainText('not run')
  await expect(row('echo')).toContainText('The call was denied.')

  // Nothing runs if the question is cancelled.
  const conformance = panel.getByRole('region', { name: 'Conformance' })
  const question = window.getByRole('dialog', { name: 'Run the conformance suite on probe?' })
  const given = path.join(workspace.folder, 'given.json')
  await conformance.getByRole('button', { name: 'Run conformance' }).click()
  await expect(question).toContainText('outside the sandbox')
  await lookAt(window, 'conformance-question')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(existsSync(given)).toBe(false)

  // Stopped in the middle: what has ended stays, and the process of the suite is gone.
  const hold = path.join(bin, 'hold')
  writeFileSync(hold, '')
  await conformance.getByRole('button', { name: 'Run conformance' }).click()
  await pressIn(question, 'Run suite')
  await expect(conformance.getByRole('status')).toContainText(/running ping/i)
  await lookAt(window, 'conformance-running')
  await conformance.getByRole('button', { name: 'Stop conformance' }).click()
  await expect(conformance).toContainText('The run was stopped before it ended.')
  const { pid } = JSON.parse(readFileSync(given, 'utf8')) as { pid: number }
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  rmSync(hold)

  // The suite reaches the program through Parley's bridge.
  await conformance.getByRole('button', { name: 'Run conformance' }).click()
  await pressIn(question, 'Run suite')
  await expect(conformance).toContainText('3 passed, 1 failed, 0 skipped')
  const results = conformance.getByRole('table', { name: 'Conformance results' })
  const scenario = (name: RegExp) => results.getByRole('row', { name })
  await expect(scenario(/tools-list/)).toContainText('passed')
  await expect(scenario(/tools-call-image/)).toContainText('Tool returns image content')
  await expect(scenario(/resources-list/)).toContainText('warnings')
  await expect(scenario(/dns-rebinding/)).toContainText("Tests Parley's bridge, so it isn't counted.")
  await expectLegibleScrolled(scenario(/tools-call-image/), 'Tool returns image content')
  await lookAt(window, 'conformance-results')
  // Parley's own connection is back.
  await expect(conformance.getByRole('button', { name: 'Run conformance' })).toBeEnabled()
  await backToChat(window)
  await expect(window.getByRole('navigation', { name: 'Conversations' })).not.toContainText('Tests of probe')
})
