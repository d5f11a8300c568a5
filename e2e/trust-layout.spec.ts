/** The first trust question of an ordinary server: all of it in a small window, with red only for dangers. */
import fs from 'node:fs'
import type { Locator } from 'playwright/test'
import { serverFile } from './fixtures/entries'
import { expect, sharedTest as test } from './test'

const npx = {
  // Wherever it runs: a folder would add a line to the question.
  cwd: undefined,
  command: 'npx',
  args: ['-y', '@modelcontextprotocol/server-everything'],
  env: { API_KEY: '${secret:everything-key}', ACCOUNT_TOKEN: '${secret:account-token}' },
  sandbox: { read: [], write: [], hosts: [] }
}

/** Whether the whole question is visible at once. */
const hidden = (question: Locator) =>
  question
    .getByRole('group', { name: 'Details', exact: true })
    .evaluate((body) => Math.max(0, body.scrollHeight - body.clientHeight))

const languages = [
  ['en', 'Trust server ordinary?', 'Trust and start'],
  ['de', 'Server ordinary vertrauen?', 'Vertrauen und starten']
] as const

test('fits the trust question of a package and of a script into 800 × 600 without an alarm, in both languages and themes', async ({
  start,
  workspace
}, info) => {
  const script = workspace.file('server.mjs')
  fs.copyFileSync(serverFile('line-server.mjs'), script)
  const { env: _none, ...withoutSecrets } = npx
  const kinds = { package: npx, script: { ...withoutSecrets, command: 'node', args: [script] } }
  workspace.writeSettings({ mcpServers: {} })
  const { window } = await start()
  for (const [language, title, yes] of languages)
    for (const theme of ['light', 'dark'] as const)
      for (const [kind, entry] of Object.entries(kinds))
        await test.step(`${kind}, ${language}, ${theme}`, async () => {
          const appearance = { theme, language }
          workspace.writeSettings({ mcpServers: { ordinary: entry }, appearance })
          const question = window.getByRole('dialog', { name: title })
          await expect(question).toBeVisible()
          for (const [width, height] of [
            [1280, 800],
            [800, 600]
          ] as const) {
            await window.setViewportSize({ width, height })
            await expect(question.getByRole('button', { name: yes })).toBeInViewport({ ratio: 1 })
            await window.screenshot({ path: info.outputPath(`${kind}-${language}-${theme}-${width}.png`) })
            expect(await hidden(question)).toBe(0)
          }
          for (const argument of entry.args)
            await expect(
              question.getByRole('list', { name: /^Argument(?:s|e)$/ }).getByText(argument, { exact: true })
            ).toBeInViewport({ ratio: 1 })
          await expect(question.getByRole('list', { name: /^(?:Warnings|Warnungen)$/ })).toHaveCount(0)
          const details = question.locator('summary')
          await details.focus()
          await window.keyboard.press('Enter')
          await expect(question.locator('details')).toHaveAttribute('open', '')
          // The question goes with its entry, so that the next one is about a server that was never answered.
          workspace.writeSettings({ mcpServers: {}, appearance })
          await expect(question).toHaveCount(0)
        })
})

test('keeps the buttons visible for several servers in one dialog, and never folds a danger', async ({
  start,
  workspace
}, info) => {
  const danger = { ...npx, env: { NODE_OPTIONS: '--require /tmp/x.js' } }
  workspace.writeSettings({ mcpServers: { ordinary: npx, second: npx, odd: danger } })
  const { window } = await start()
  await window.setViewportSize({ width: 800, height: 600 })
  // The three are asked about in the order in which they are read.
  const question = window.getByRole('dialog', { name: /^Trust server/ })
  await expect(question.getByRole('heading', { name: '2 other servers are waiting for trust' })).toBeVisible()
  const warnings = question.getByRole('list', { name: 'Warnings' })
  await expect(warnings).toHaveCount(1)
  await expect(warnings).toContainText('NODE_OPTIONS can make the program')
  await expect(question.getByRole('button', { name: 'Trust and start', exact: true })).toBeInViewport({
    ratio: 1
  })
  await warnings.scrollIntoViewIfNeeded()
  await expect(warnings).toBeInViewport()
  await window.screenshot({ path: info.outputPath('several.png') })
  workspace.writeSettings({ mcpServers: {} })
  await expect(question).toHaveCount(0)
})
