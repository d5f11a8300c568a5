/** A directory of servers: the shipped list and a registry, searched, inspected, added by the form, and updated. */
import fs from 'node:fs'
import type { Page } from 'playwright/test'
import { openRegistry } from '../app/testing/servers/directory-registry'
import { expect, sharedTest, test } from './test'
import { openServers } from './window'

interface Entries {
  readonly mcpServers: Record<string, { command: string; args: string[]; env?: Record<string, string> }>
}

async function browse(window: Page) {
  const servers = await openServers(window)
  const add = servers.getByRole('button', { name: 'Add server', exact: true })
  const browseButton = servers.getByRole('button', { name: 'Browse directory' })
  await expect(add.or(browseButton).first()).toBeVisible()
  if (await add.isVisible()) await add.click()
  await browseButton.click()
  return servers
}

test('ECO-04 SYS-67: finds a server in the shipped list, shows it, and adds it by the form', async ({
  start,
  workspace
}) => {
  workspace.writeSettings({ mcpServers: {} })
  const { window } = await start()
  const servers = await browse(window)
  const list = servers.getByRole('listbox', { name: 'Servers found' })
  await expect(servers.getByText('12 servers')).toBeVisible()
  await servers.getByRole('searchbox', { name: 'Search servers' }).fill('folders')
  await expect(list.getByRole('option')).toHaveCount(1)
  // By keyboard only.
  await list.focus()
  await list.press('ArrowDown')
  const details = servers.getByRole('region', { name: 'Filesystem: details' })
  await expect(details).toContainText('GitHub account modelcontextprotocol')
  await expect(details).toContainText('Parley has not checked the code')
  await expect(details).toContainText('@modelcontextprotocol/server-filesystem@')
  await window.screenshot({ path: test.info().outputPath('shipped.png') })
  expect(fs.readFileSync(workspace.settingsFile, 'utf8')).not.toContain('filesystem')

  await details.getByRole('button', { name: 'Add…' }).click()
  await expect(servers.getByRole('heading', { name: 'Add Filesystem' })).toBeFocused()
  const save = servers.getByRole('button', { name: 'Add this server' })
  await expect(save).toBeDisabled()
  await expect(servers.getByRole('status').filter({ hasText: '<folder>' })).toBeVisible()
  const field = servers.getByLabel('Arguments')
  await field.fill((await field.inputValue()).replace('<folder>', workspace.folder))
  await window.screenshot({ path: test.info().outputPath('form.png') })
  await save.click()
  // Adding a server runs nothing.
  await expect(window.getByRole('dialog', { name: /^Trust server/ })).toBeVisible()
  const { mcpServers } = JSON.parse(fs.readFileSync(workspace.settingsFile, 'utf8')) as Entries
  const [entry] = Object.values(mcpServers)
  expect(entry?.command).toBe('npx')
  expect(entry?.args).toEqual([
    ...['-y', expect.stringMatching(/^@modelcontextprotocol\/server-filesystem@\d/)],
    workspace.folder
  ])
})

test('ECO-04 SYS-67: queries a registry of 1,200 entries after approval, scrolls and searches it, and updates old entries', async ({
  start,
  workspace
}) => {
  const registry = await openRegistry(1_200)
  try {
    workspace.writeSettings({
      mcpServers: {
        tickets: { disabled: true, command: 'npx', args: ['-y', 'tickets-server-1196@1.0.0', '--all'] }
      }
    })
    const { window } = await start()
    const servers = await browse(window)
    const setRegistry = servers.getByRole('button', { name: 'Set a registry' })
    await expect(setRegistry).toHaveAttribute('aria-expanded', 'false')
    await setRegistry.click()
    await expect(setRegistry).toHaveAttribute('aria-expanded', 'true')
    await servers.getByLabel('Registry address').fill(registry.address)
    await servers.getByRole('button', { name: 'Use this registry' }).click()
    const question = window.getByRole('dialog', { name: /^Send to 127\.0\.0\.1:/ })
    await expect(question).toContainText('Your searches in the directory')
    expect(registry.urls).toEqual([])
    await window.screenshot({ path: test.info().outputPath('question.png') })
    await question.getByRole('button', { name: 'Trust', exact: true }).click()
    const list = servers.getByRole('listbox', { name: 'Servers found' })
    await expect(servers.getByText('100 servers so far')).toBeVisible()
    await list.focus()
    // To the end of the list, until there is no more.
    await expect(async () => {
      await list.press('End')
      await expect(servers.getByText('1,200 servers', { exact: true })).toBeVisible({ timeout: 50 })
    }).toPass({ timeout: 60_000, intervals: [10] })
    await list.press('End')
    await expect(list.getByRole('option', { selected: true })).toContainText('recipes 1199')
    // The page contains only the visible entries.
    expect(await list.getByRole('option').count()).toBeLessThan(60)

    await servers.getByRole('searchbox', { name: 'Search servers' }).fill('tickets-1196')
    await expect(list.getByRole('option')).toHaveCount(1)
    expect(registry.urls.at(-1)).toContain('search=tickets-1196')
    await list.getByRole('option').click()
    const details = servers.getByRole('region', { name: 'tickets 1196: details' })
    await expect(details).toContainText('tickets: 1.0.0 → 2.0.0')
    await details.getByRole('button', { name: 'Other versions' }).click()
    await expect(details.getByRole('combobox', { name: 'Version' })).toContainText('2.0.0')
    await window.screenshot({ path: test.info().outputPath('update.png') })
    await details.getByRole('button', { name: 'Update to 2.0.0' }).click()
    await expect(details).toContainText('Installed as tickets, version 2.0.0.')
    const { mcpServers } = JSON.parse(fs.readFileSync(workspace.settingsFile, 'utf8')) as Entries
    expect(mcpServers['tickets']?.args).toEqual(['-y', 'tickets-server-1196@2.0.0', '--all'])
  } finally {
    await registry.close()
  }
})

sharedTest(
  'SYS-67: says that a registry is gone, offers to query it again, and keeps everything else working',
  async ({ start, workspace }) => {
    let isGone = true
    const registry = await openRegistry(50, (_request, response) => {
      if (isGone) response.writeHead(503).end()
      return isGone
    })
    try {
      workspace.writeSettings({ mcpServers: {}, directory: { registry: registry.address } })
      const { window } = await start()
      const servers = await browse(window)
      await expect(servers.getByText('12 servers')).toBeVisible()
      const from = servers.getByRole('combobox', { name: 'From' })
      await from.click()
      await window.getByRole('option', { name: /^Registry at/ }).click()
      await window
        .getByRole('dialog', { name: /^Send to/ })
        .getByRole('button', { name: 'Trust' })
        .click()
      await expect(servers.getByRole('alert')).toContainText('HTTP 503')
      isGone = false
      await servers.getByRole('button', { name: 'Try again' }).click()
      await expect(servers.getByText('50 servers')).toBeVisible()
      isGone = true
      await from.click()
      await window.getByRole('option', { name: "Parley's own list" }).click()
      await expect(servers.getByText('12 servers')).toBeVisible()
    } finally {
      await registry.close()
    }
  }
)
