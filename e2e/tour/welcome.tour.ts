/** The first start, and the question of trust. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { languages, test } from './guide'

for (const language of languages)
  test(`the first start, ${language}`, async ({ open }) => {
    const { port } = await freePlace()
    const guide = await open({
      language,
      settings: null,
      env: { OLLAMA_HOST: `127.0.0.1:${port}` }
    })
    await guide.speak(language)
    await guide.find('button', 'Start without a model (Direct)').waitFor()
    await guide.see('Welcome: choose a model')
    await guide.press('button', 'Start without a model (Direct)')
    await guide.window.getByRole('button', { name: /everything/i }).waitFor()
    await guide.see('Welcome: first tools')
    await guide.window.getByRole('button', { name: /everything/i }).click()
    await guide.find('button', 'Trust and start').waitFor()
    await guide.see('Trust a server')
    await guide.answer('Keep stopped')
    await guide.see('A conversation without a model')
  })

/** Where no model program answers. */
async function freePlace(): Promise<AddressInfo> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return address
}
