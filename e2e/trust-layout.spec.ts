/** The first trust question of an ordinary server: all of it in a small window, with red only for dangers. */
import fs from 'node:fs'
import type { Locator } from 'playwright/test'
import { serverFile } from './fixtures/entries'
import { expect, test } from './test'

const npx = {
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

for (const [language, title, yes] of [
  ['en', 'Trust server ordinary?', 'Trust and start'],
  ['de', 'Server ordinary vertrauen?', 'Vertrauen und starten']
] as const)
  for (const theme of ['light', 'dark'] as const)
    for (const kind of ['package', 'script'] as const)
      test(`fits the trust question of a ${kind} into 800 × 600 without an alarm, ${language}, ${theme}`, async ({
        start,
        workspace
      }, info) => {
        const script = workspace.file('server.mjs')
        fs.copyFileSync(serverFile('line-server.mjs'), script)
        const entry = kind === 'package' ? npx : { command: 'node', args: [script], sandbox: npx.sandbox }
        workspace.writeSettings({
          mcpServers: { ordinary: entry },
          models: { default: 'direct' },
          appearance: { theme, language }
        })
        const { app, window } = await start()
        const question = window.getByRole('dialog', { name: title })
        await expect(question).toBeVisible()
        for (const [width, height] of [
          [1280, 800],
          [800, 600]
        ] as const) {
          await app.evaluate(
            ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(...size),
            [width, height] as const
          )
          await expect.poll(() => window.evaluate('innerWidth')).toBe(width)
          await expect(question.getByRole('button', { name: yes })).toBeInViewport({ ratio: 1 })
          if (process.env['PARLEY_E2E_PICTURES'] === '1')
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
      })

test('keeps the buttons visible for several servers in one dialog, and never folds a danger', async ({
  start,
  workspace
}, info) => {
  const danger = { ...npx, env: { NODE_OPTIONS: '--require /tmp/x.js' } }
  workspace.writeSettings({
    mcpServers: { ordinary: npx, second: npx, odd: danger },
    models: { default: 'direct' }
  })
  const { app, window } = await start()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(800, 600))
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
  if (process.env['PARLEY_E2E_PICTURES'] === '1')
    await window.screenshot({ path: info.outputPath('several.png') })
})
