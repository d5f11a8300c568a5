/** A policy of the computer in the window: what it forbids doesn't happen, and every place says who decided it. */
import fs from 'node:fs'
import { everything, fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import type { Page } from 'playwright/test'
import { expect, forgetProblems, test } from './test'
import {
  answerCall,
  answers,
  callDialog,
  closeDialog,
  expectConnected,
  openServers,
  pressIn,
  sendMessage,
  serverItem,
  trustAll,
  trustEach,
  metadataDialog
} from './window'

test("SEC-05 SEC-07: runs only what a policy names, doesn't offer what it forbids, and applies a changed policy at once", async ({
  workspace,
  startModel,
  start
}) => {
  const policy = workspace.file('policy.json')
  setPolicy(policy, {
    servers: { allow: [everything()] },
    forbiddenScopes: ['always'],
    sampling: { automaticApproval: 'forbidden' },
    ledger: { otlp: { endpoint: 'http://127.0.0.1:9/' } }
  })
  const elsewhere = { ...everything(), env: { npm_config_registry: 'https://evil.example' } }
  const mcpServers = { everything: everything(), counter: fixture('counter') }
  const model = await startModel([[call('later', 'echo', { message: 'hi' })], [say('Done.')]])
  const direct = { ...model.settings.models, default: 'direct' }
  workspace.writeSettings({ mcpServers: { ...mcpServers, elsewhere }, models: direct })
  const parley = await start({ env: { PARLEY_POLICY: policy } })
  const { window } = parley
  await test.step('runs only what it names', () => runOnlyNamed(window, policy))
  await test.step("doesn't offer what it forbids", () => offerOnlyAllowed(window, policy))
  workspace.writeSettings({ mcpServers, models: direct })
  await test.step('applies a change at once', () => applyChange(window, policy))
  setPolicy(policy, { resultGate: 'forced' })
  // What a server said of itself before the policy counts as read.
  workspace.writeSettings({ mcpServers: { later: everything() }, ...model.settings })
  await test.step('says who decided it where results must be reviewed', () => reviewResult(window, policy))
  forgetProblems(parley, /ECONNREFUSED|collector/)
})

async function runOnlyNamed(window: Page, policy: string): Promise<void> {
  await trustAll(window, ['everything'])
  const servers = await openServers(window)
  await expect(serverItem(servers, 'counter')).toContainText('failed')
  await expect(serverItem(servers, 'counter')).toContainText(`doesn't allow this server (${policy})`)
  await expect(serverItem(servers, 'elsewhere')).toContainText(
    "doesn't allow the variable npm_config_registry in this server's entry"
  )
  await closeDialog(servers)
}

async function offerOnlyAllowed(window: Page, policy: string): Promise<void> {
  await sendMessage(window, 'everything/echo {"message":"hi"}')
  const question = callDialog(window, 'everything', 'echo')
  await expect(question.getByRole('button', { name: 'Allow once', exact: true })).toBeVisible()
  await expect(question.getByRole('button', { name: 'Always allow', exact: true })).toHaveCount(0)
  await expect(question.getByRole('note', { name: 'Managed' })).toContainText(policy)
  await pressIn(question, 'Deny')

  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  const managed = settings.getByRole('note', { name: 'Managed' })
  await settings.getByRole('tab', { name: 'Permissions' }).click()
  await expect(managed.filter({ hasText: 'Only servers that the policy lists can run.' })).toContainText(
    policy
  )
  await expect(managed.filter({ hasText: '“Always allow”' })).toContainText(policy)
  await settings.getByRole('tab', { name: 'Sampling' }).click()
  await expect(managed.filter({ hasText: 'You review every request.' })).toContainText(policy)
  await settings
    .getByRole('region', { name: 'Sampling of everything' })
    .getByRole('combobox', { name: 'Requests' })
    .click()
  await expect(window.getByRole('option', { name: /^Approve automatically/ })).toHaveAttribute(
    'aria-disabled',
    'true'
  )
  await window.keyboard.press('Escape')
  await settings.getByRole('tab', { name: 'Activity log' }).click()
  await expect(managed.filter({ hasText: 'Every new entry is also sent to the collector.' })).toContainText(
    policy
  )
  await expect(settings.getByRole('textbox', { name: 'OpenTelemetry collector' })).toHaveCount(0)
  await closeDialog(settings)
}

async function applyChange(window: Page, policy: string): Promise<void> {
  fs.rmSync(policy)
  await trustEach(window, ['counter'])
  await expectConnected(window, 2)
  await sendMessage(window, 'everything/echo {"message":"hi"}')
  const question = callDialog(window, 'everything', 'echo')
  await expect(question.getByRole('button', { name: 'Always allow', exact: true })).toBeVisible()

  setPolicy(policy, { servers: { allow: [everything()] }, forbiddenScopes: ['always'] })
  await expect(question.getByRole('note', { name: 'Managed' })).toContainText(policy)
  await expect(question.getByRole('button', { name: 'Always allow', exact: true })).toHaveCount(0)
  await expect(question.getByRole('button', { name: 'Allow for this conversation' })).toBeVisible()
  await pressIn(question, 'Deny')
  const servers = await openServers(window)
  const counter = serverItem(servers, 'counter')
  await expect(counter).toContainText(`doesn't allow this server (${policy})`)
  await expect(counter.getByRole('button', { name: 'Start', exact: true })).toBeDisabled()
  await expect(counter.getByRole('button', { name: 'Restart' })).toBeDisabled()
  await expect(servers.getByRole('note', { name: 'Managed' })).toContainText('Only these may run')
  await expect(serverItem(servers, 'everything')).toContainText('connected')

  setPolicy(policy, '{ "servers": ')
  const banner = window.getByRole('alert').filter({ hasText: 'the previous policy applies' })
  await expect(banner.first()).toContainText("line 1 isn't valid JSON")
  await expect(counter).toContainText('failed')

  fs.rmSync(policy)
  await expect(counter).toContainText('connected')
  await expect(servers.getByRole('note', { name: 'Managed' })).toHaveCount(0)
  await expect(banner).toHaveCount(0)
  await closeDialog(servers)
}

async function reviewResult(window: Page, policy: string): Promise<void> {
  await trustAll(window, ['later'])
  await window.getByRole('button', { name: 'New conversation' }).first().click()
  await sendMessage(window, 'Say hi')
  await pressIn(metadataDialog(window, 'later'), 'Allow')
  await answerCall(window, { server: 'later', tool: 'echo', answer: 'Allow once' })
  const result = window.getByRole('dialog', { name: 'Result of echo on later' })
  await expect(result.getByRole('note', { name: 'Managed' })).toContainText(policy)
  await result.getByRole('button', { name: 'Send to model' }).click()
  await expect(answers(window).last()).toContainText('Done.')
}

test('stops everything that a broken policy could stop, and shows the place of the error', async ({
  workspace,
  start
}) => {
  const policy = workspace.file('policy.json')
  fs.writeFileSync(policy, '{ "servers": { "allow": [ ')
  workspace.writeSettings({ mcpServers: { everything: everything() } })
  const { window } = await start({ env: { PARLEY_POLICY: policy } })
  const banner = window.getByRole('alert').filter({ hasText: "Parley can't use this computer's policy" })
  await expect(banner.first()).toContainText(policy)
  await expect(banner.first()).toContainText("line 1 isn't valid JSON")
  const servers = await openServers(window)
  await expect(serverItem(servers, 'everything')).toContainText('failed')
})

/** As careful programs write: the old file is there until the new one is complete. */
function setPolicy(file: string, policy: object | string): void {
  fs.writeFileSync(`${file}.new`, typeof policy === 'string' ? policy : JSON.stringify(policy))
  fs.renameSync(`${file}.new`, file)
}
