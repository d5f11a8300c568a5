/** Servers that are added, signed in to, examined and repaired. */
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { makeBundle, nodeServer } from '../../app/testing/bundles/make-bundle'
import { startPasswordServer } from '../../app/testing/sign-in/password-server'
import { startSignInServer } from '../../app/testing/sign-in/sign-in-server'
import { everything, fixture } from '../fixtures/entries'
import { languages, test } from './guide'

const weather = {
  display_name: 'Weather',
  long_description: 'Says what the weather is like, and keeps notes about it.',
  user_config: {
    key: {
      type: 'string',
      title: 'API key',
      description: 'Of your account.',
      required: true,
      sensitive: true
    },
    places: { type: 'directory', title: 'Places', description: 'Where notes lie.', multiple: true }
  },
  server: {
    ...nodeServer,
    mcp_config: {
      command: 'node',
      args: ['${__dirname}/server/index.mjs', '${user_config.places}'],
      env: { WEATHER_KEY: '${user_config.key}' }
    }
  }
}

const others = {
  mcpServers: { maps: { command: 'npx', args: ['-y', 'maps'], env: { MAPS_KEY: 'YOUR_KEY' } } }
}

for (const language of languages) {
  test(`servers of files and of other apps, ${language}`, async ({ open, workspace }) => {
    const file = path.join(workspace.home, '.cursor/mcp.json')
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, JSON.stringify(others))
    const guide = await open({ language, settings: { models: { default: 'direct' }, mcpServers: {} } })
    const { window } = guide
    for (const [name, content] of [
      ['weather.mcpb', makeBundle(weather)],
      ['broken.mcpb', Buffer.from('no archive')]
    ] as const) {
      fs.writeFileSync(workspace.file(name), content)
      await drop(window, workspace.file(name))
      await window
        .getByText(name === 'weather.mcpb' ? /WEATHER_KEY/ : /zip/i)
        .first()
        .waitFor()
      await guide.see(name === 'weather.mcpb' ? 'Install a bundle' : 'A bundle is refused')
      await window.keyboard.press('Escape')
      await window.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await window.keyboard.press('Control+Shift+S')
    await guide.press('button', 'Find servers in other apps')
    await window.getByRole('article', { name: 'maps' }).waitFor()
    await guide.see('Servers of other apps')
  })

  test(`sign-ins, ${language}`, async ({ open }) => {
    const [shop, work] = [
      await startPasswordServer({ user: 'ada', password: 'not typed here' }),
      await startSignInServer()
    ]
    const guide = await open({
      language,
      settings: {
        models: { default: 'direct' },
        mcpServers: { shop: { url: shop.url }, work: { url: work.url } }
      }
    })
    for (let done = 0; done < 2; done += 1) await guide.answer('Trust and start')
    await guide.find('button', 'Open browser').or(guide.find('textbox', 'User name')).first().waitFor()
    for (let seen = 0; seen < 2; seen += 1) {
      const isBrowser = await guide.find('button', 'Open browser').isVisible()
      await guide.see(isBrowser ? 'Sign in in the browser' : 'A user name and a password')
      await guide.answer('Cancel')
      if (seen === 0)
        await guide.find('button', 'Open browser').or(guide.find('textbox', 'User name')).first().waitFor()
    }
    shop[Symbol.dispose]()
    work.close()
  })

  test(`servers that are examined, ${language}`, async ({ open }) => {
    const servers = { broken: fixture('exits-at-once'), everything: everything() }
    const guide = await open({ language, settings: { models: { default: 'direct' }, mcpServers: servers } })
    const { window, words } = guide
    for (const _server of Object.keys(servers)) await guide.answer('Trust and start')
    await guide.find('button', 'Servers: {count, number} connected', { 'count, number': '1' }).waitFor()
    await window.keyboard.press('Control+Shift+S')
    const broken = window.getByRole('listitem', { name: 'broken', exact: true })
    await broken.getByRole('button', { name: words('Troubleshoot'), exact: true }).click()
    await broken.getByRole('button', { name: words('Create report'), exact: true }).waitFor()
    await guide.see('Troubleshoot a server')
    await broken.getByRole('button', { name: words('Create report'), exact: true }).click()
    await broken.getByRole('group').last().scrollIntoViewIfNeeded()
    await guide.see('A report for the author of a server')
    await broken.getByRole('button', { name: words('Troubleshoot'), exact: true }).click()
    const good = window.getByRole('listitem', { name: 'everything', exact: true })
    await good.getByRole('button', { name: words('Messages'), exact: true }).click()
    const page = window.getByRole('main', { name: 'Server everything' })
    await page.getByRole('button', { name: words('Restart'), exact: true }).click()
    await page.locator('summary').filter({ hasText: 'tools/list' }).last().click()
    await guide.see('Messages of a server')
    await guide.press('button', 'Back to chat')
    await window.keyboard.press('Control+K')
    await guide.find('combobox', 'Search commands').fill(words('Logs'))
    await window.keyboard.press('Enter')
    await window.getByRole('log').last().getByText('exit').first().waitFor()
    await guide.see('All logs')
  })
}

/** As the system does when the user drops a file on the window. */
async function drop(window: Page, file: string): Promise<void> {
  const session = await window.context().newCDPSession(window)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 300, data })
  await session.detach()
}
