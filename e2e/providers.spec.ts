/** Model providers that the user adds: from the form to an answer, over a restart, and removed again. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { createScriptedModel } from '../app/testing/scripted-model/scripted-model'
import { makeSecret } from './secrets'
import { expect, sharedTest, test } from './test'
import { answerDestination, answers, closeDialog, pickModel, sendMessage } from './window'

async function openModels(window: Page) {
  await window.getByRole('button', { name: 'Settings', exact: true }).click()
  return window.getByRole('dialog', { name: 'Settings' })
}

sharedTest(
  'CHAT-09: adds a service at a custom address, trusts it, answers, keeps it over a restart, and removes it',
  async ({ start, workspace }, info) => {
    const key = makeSecret('key of a service')
    const model = await createScriptedModel({
      apiKey: key,
      models: [{ id: 'llama3.3:70b', name: 'Llama' }],
      script: () => ({ text: 'Over Chat Completions.' })
    })
    workspace.writeSettings({ models: { default: 'direct' } })
    const first = await start()
    const { window } = first
    const settings = await openModels(window)
    await settings.getByRole('button', { name: 'Add provider' }).click()
    const form = settings.getByRole('form', { name: 'Add provider' })
    await expect(form.getByLabel('OpenAI API key')).toBeVisible()
    await window.screenshot({ path: info.outputPath('add-provider.png') })
    await form.getByRole('combobox', { name: 'Service' }).click()
    await window.getByRole('option', { name: /Another address/ }).click()
    await form.getByLabel('Name', { exact: true }).fill('work')
    await form.getByLabel('Address', { exact: true }).fill('http://models.example/v1')
    await form.getByLabel('API key').fill(key)
    await form.getByRole('button', { name: 'Add' }).click()
    await expect(form.getByRole('alert')).toContainText("isn't encrypted")
    await form.getByLabel('Address', { exact: true }).fill(`${model.baseUrl}/v1`)
    await window.screenshot({ path: info.outputPath('another-address.png') })
    await form.getByRole('button', { name: 'Add' }).click()
    expect(model.listRequests).toHaveLength(0)
    await answerDestination(window, 'Trust')
    await expect(settings.getByRole('region', { name: 'work' })).toContainText('Works: 1 model available.')
    await closeDialog(settings)
    await pickModel(window, /llama3\.3:70b/)
    await sendMessage(window, 'Hello')
    await expect(answers(window).last()).toContainText('Over Chat Completions.')
    expect(model.requests[0]).toMatchObject({ path: '/v1/chat/completions', body: { model: 'llama3.3:70b' } })
    expect(workspace.readSettings()).toContain('"${secret:work}"')
    expect(workspace.readSettings()).not.toContain(key)
    await first.quit()

    const again = await start()
    const reopened = await openModels(again.window)
    await expect(reopened.getByRole('region', { name: 'work' })).toContainText(model.baseUrl)
    const remove = reopened.getByRole('button', { name: 'Remove work' })
    await expect(remove).not.toHaveAttribute('aria-disabled', 'true')
    await remove.click()
    await expect(reopened.getByRole('region', { name: 'work' })).toHaveCount(0)
    // The button has gone with it. The focus stays in its place.
    await expect(reopened.locator(':focus')).toHaveCount(1)
    expect(workspace.readSettings()).not.toContain('work')
    await model.close()
  }
)

/** A port on which nothing listens now. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('offers a local model program automatically once it runs, and answers after one press', async ({
  start
}, info) => {
  const port = await freePort()
  const { window } = await start({ env: { OLLAMA_HOST: `127.0.0.1:${port}` } })
  const welcome = window.getByRole('dialog', { name: /welcome/i })
  await expect(welcome.getByRole('button', { name: /direct/i })).toBeVisible()
  await expect(welcome.getByRole('button', { name: /Ollama/ })).toHaveCount(0)
  const model = await createScriptedModel({
    port,
    models: [{ id: 'llama3.3:70b', name: 'Llama' }],
    script: () => ({ text: 'From this computer.' })
  })
  const offer = welcome.getByRole('button', { name: /Ollama/ })
  await expect(offer).toContainText('1 model')
  await window.screenshot({ path: info.outputPath('welcome.png') })
  expect(model.requests).toHaveLength(0)
  await offer.click()
  await answerDestination(window, 'Trust')
  await expect(welcome.getByRole('button', { name: /everything/i })).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(welcome).toBeHidden()
  await sendMessage(window, 'Hello')
  await expect(answers(window).last()).toContainText('From this computer.')
  expect(model.requests[0]).toMatchObject({ body: { model: 'llama3.3:70b' } })
  await model.close()
})
