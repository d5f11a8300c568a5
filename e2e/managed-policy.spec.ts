/** A policy of the computer in the window: what it forbids does not happen, and every place says who decided it. */
import fs from 'node:fs'
import { everything, fixture } from './fixtures/entries'
import { expect, forgetProblems, test } from './test'
import { callDialog, openServers, sendMessage, serverItem, trustAll } from './window'

test('SEC-05 SEC-07: only what a policy names runs, and what it forbids is not offered', async ({
  workspace,
  start
}) => {
  const policy = workspace.file('policy.json')
  fs.writeFileSync(
    policy,
    JSON.stringify({
      servers: { allow: [everything()] },
      forbiddenScopes: ['always'],
      sampling: { automaticApproval: 'forbidden' },
      ledger: { otlp: { endpoint: 'http://127.0.0.1:9/' } }
    })
  )
  workspace.writeSettings({ mcpServers: { everything: everything(), counter: fixture('counter') } })
  const parley = await start({ env: { PARLEY_POLICY: policy } })
  const { window } = parley
  await trustAll(window, ['everything'])
  const servers = await openServers(window)
  await expect(serverItem(servers, 'counter')).toContainText('failed')
  await expect(serverItem(servers, 'counter')).toContainText(`does not allow this server (${policy})`)
  await window.keyboard.press('Escape')

  await sendMessage(window, 'everything/echo {"message":"hi"}')
  const question = callDialog(window, 'everything', 'echo')
  await expect(question.getByRole('button', { name: 'Allow once', exact: true })).toBeVisible()
  await expect(question.getByRole('button', { name: 'Always allow', exact: true })).toHaveCount(0)
  await expect(question.getByRole('note', { name: 'Managed' })).toContainText(policy)
  await question.getByRole('button', { name: 'Deny', exact: true }).click()

  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  const settings = window.getByRole('dialog', { name: 'Settings', exact: true })
  const managed = settings.getByRole('note', { name: 'Managed' })
  await settings.getByRole('tab', { name: 'Permissions' }).click()
  await expect(managed.filter({ hasText: 'Only servers that the policy names may run.' })).toContainText(
    policy
  )
  await expect(managed.filter({ hasText: '“Always allow”' })).toContainText(policy)
  await settings.getByRole('tab', { name: 'Sampling' }).click()
  await expect(managed.filter({ hasText: 'Every request is reviewed.' })).toContainText(policy)
  await settings
    .getByRole('region', { name: 'Sampling of everything' })
    .getByRole('combobox', { name: 'Requests' })
    .click()
  await expect(window.getByRole('option', { name: /^Approve automatically/ })).toHaveAttribute(
    'aria-disabled',
    'true'
  )
  await window.keyboard.press('Escape')
  await settings.getByRole('tab', { name: 'Ledger' }).click()
  await expect(managed.filter({ hasText: 'Every new entry is also sent there.' })).toContainText(policy)
  await expect(settings.getByRole('textbox', { name: 'OpenTelemetry collector' })).toHaveCount(0)
  forgetProblems(parley, /ECONNREFUSED|collector/)
})

test('a policy that is broken stops everything that it could stop, and the window says where', async ({
  workspace,
  start
}) => {
  const policy = workspace.file('policy.json')
  fs.writeFileSync(policy, '{ "servers": { "allow": [ ')
  workspace.writeSettings({ mcpServers: { everything: everything() } })
  const { window } = await start({ env: { PARLEY_POLICY: policy } })
  const banner = window.getByRole('alert').filter({ hasText: 'The policy of this computer can not be used' })
  await expect(banner.first()).toContainText(policy)
  await expect(banner.first()).toContainText('line 1 is no JSON')
  const servers = await openServers(window)
  await expect(serverItem(servers, 'everything')).toContainText('failed')
})
