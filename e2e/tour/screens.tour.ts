/** Screens above the page: servers, settings, menus and lists. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { everything, fixture } from '../fixtures/entries'
import { say, startModel } from '../fixtures/model'
import { languages, test } from './guide'

const sections = ['Appearance', 'Conversation', 'Assistants', 'Folders', 'Permissions', 'Sampling', 'Usage', 'Activity log', 'Developer'] // prettier-ignore

for (const language of languages) {
  test(`servers, menus and lists, ${language}`, async ({ open }) => {
    const servers = {
      everything: everything(),
      counter: fixture('counter'),
      broken: fixture('exits-at-once')
    }
    const guide = await open({ language, settings: { models: { default: 'direct' }, mcpServers: servers } })
    const { window, words } = guide
    await window.getByRole('article').nth(1).scrollIntoViewIfNeeded()
    await guide.see('Trust several servers')
    for (const _server of Object.keys(servers)) await guide.answer('Trust and start')
    await window.keyboard.press('Control+Shift+S')
    const item = window.getByRole('listitem', { name: 'counter', exact: true })
    await item.getByRole('button', { name: words('Inspect'), exact: true }).waitFor()
    await guide.see('Servers')
    for (const [panel, view] of [
      ['Log', 'A server: log'],
      ['Edit', 'A server: entry']
    ] as const) {
      await item.getByRole('button', { name: words(panel), exact: true }).click()
      await guide.see(view)
      await item.getByRole('button', { name: words(panel), exact: true }).click()
    }
    await item.getByRole('button', { name: words('Inspect'), exact: true }).click()
    for (const tab of await window.getByRole('main').getByRole('tab').all()) {
      await tab.click()
      await guide.see(`A server: ${(await tab.textContent()) ?? ''}`)
    }
    await guide.press('button', 'Back to chat')
    await window.keyboard.press('Control+Shift+S')
    await window
      .getByRole('dialog')
      .getByRole('button', { name: words('Add server'), exact: true })
      .first()
      .click()
    await guide.see('Add a server')
    await window.keyboard.press('Escape')
    await window.keyboard.press('Control+Shift+S')
    await guide.press('tab', 'Tools, prompts, resources')
    await guide.see('Tools, prompts and resources of all servers')
    await window.keyboard.press('Escape')
    await window.keyboard.press('Control+K')
    await window.getByRole('option').first().waitFor()
    await guide.see('Command menu')
    await window.keyboard.press('Escape')
    await window.keyboard.press('Control+/')
    await window.getByRole('dialog').waitFor()
    await guide.see('Keyboard shortcuts')
    await window.keyboard.press('Escape')
    for (const [command, view] of [
      ['Import conversations…', 'Import conversations'],
      ['About Parley', 'About Parley'],
      ['Folders of this conversation…', 'Folders of a conversation']
    ] as const) {
      await window.keyboard.press('Control+K')
      await guide.find('combobox', 'Search commands').fill(words(command))
      await window.keyboard.press('Enter')
      await window.getByRole('dialog').getByRole('heading').first().waitFor()
      await guide.see(view)
      await window.keyboard.press('Escape')
    }
    await guide.find('textbox', 'Message').fill('echo')
    await window.getByRole('option', { name: /echo/i }).first().click()
    await guide.find('button', 'Run tool').waitFor()
    await guide.see('A tool without a model')
  })

  test(`settings, ${language}`, async ({ open }) => {
    const ollama = await startOllama()
    const model = await startModel([[say('A dollar.')], [say('Too much.')]])
    const { port } = ollama.address() as AddressInfo
    const local = { type: 'openai-compatible', baseUrl: `http://127.0.0.1:${port}/v1` }
    const { providers } = model.settings.models as { readonly providers: object }
    const prices = { 'anthropic/claude-sonnet-5-5': { inputPerMillion: 100_000, outputPerMillion: 0 } }
    const guide = await open({
      language,
      settings: {
        mcpServers: { counter: fixture('counter') },
        models: {
          ...model.settings.models,
          providers: { ...providers, ollama: local },
          prices,
          spendingPerDay: 1
        }
      }
    })
    const { window, words } = guide
    await guide.trust(1)
    await guide.send('What does it cost?')
    await guide.read('A dollar.')
    await guide.send('And again?')
    await guide.find('button', 'Open usage').waitFor()
    await guide.see('A spending limit is reached')

    await window.keyboard.press('Control+,')
    const form = window.getByRole('form', { name: words('Download a model') })
    await form.scrollIntoViewIfNeeded()
    await form.getByRole('textbox').fill('qwen3:8b')
    await form.getByRole('button', { name: words('Download model') }).click()
    await guide.answer('Trust')
    await form.getByRole('progressbar').waitFor()
    await guide.see('Settings: get a model')
    await guide.press('button', 'Stop download')
    await guide.press('tab', 'Appearance')
    await guide.press('tab', 'Models')
    await guide.see('Settings: models')
    await guide.press('button', 'Set parameters of a model')
    await guide.find('button', 'Save parameters').scrollIntoViewIfNeeded()
    await guide.see('Settings: parameters of a model')
    await guide.press('button', 'Add provider')
    await window.getByRole('form', { name: words('Add provider'), exact: true }).scrollIntoViewIfNeeded()
    await guide.see('Settings: add a provider')
    for (const section of sections) {
      await guide.press('tab', section)
      await guide.see(`Settings: ${section.toLowerCase()}`)
    }
    await guide.press('tab', 'Assistants')
    await guide.press('button', 'New assistant…')
    await guide.see('Settings: a new assistant')
    await model.close()
    ollama.close()
    ollama.closeAllConnections()
  })
}

/** Answers as Ollama does. Its downloads never end. */
async function startOllama(): Promise<Server> {
  const server = createServer(({ url }, outgoing) => {
    outgoing.setHeader('content-type', 'application/json')
    if (url === '/api/version') outgoing.end('{"version":"0.12.0"}')
    else if (url === '/v1/models')
      outgoing.end('{"object":"list","data":[{"id":"llama3.3:70b","object":"model"}]}')
    else if (url === '/api/pull')
      outgoing.write('{"status":"pulling 3e4cb1417446","total":5200000000,"completed":1900000000}\n')
    else outgoing.writeHead(404).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
