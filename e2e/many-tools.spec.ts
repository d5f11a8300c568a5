/** More tools than a model can be sent: it searches for one, and calls it after approval. */
import { fixture } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  inspect,
  openedCard,
  openServers,
  sendMessage,
  toolCard,
  trustAll
} from './window'

const jobs = ['copy', 'merge', 'rotate', 'count', 'verify', 'split', 'encode', 'trim', 'index', 'compare']
const things = [
  'invoices',
  'photos',
  'songs',
  'contracts',
  'maps',
  'letters',
  'orders',
  'recipes',
  'logs',
  'keys'
]

/** Thirty tools. In the last server a weather tool replaces one of them. */
function manyTools(place: number) {
  const tools = Array.from({ length: 30 }, (_, index) => {
    const [job, thing] = [jobs[index % 10], things[(index + place) % 10]]
    const description = `Can ${job} ${thing} of the year ${1_990 + index}, one after the other, and says how many there were.`
    return { name: `${job}_${thing}_${1_990 + index}`, description, text: 'Done.' }
  })
  const forecast = {
    name: 'forecast',
    description: 'Tells the weather of tomorrow in a city.',
    text: 'Dry, 21 °C.'
  }
  return place === 9 ? [...tools.slice(1), forecast] : tools
}

test(
  'lets the model find the right one of three hundred tools on ten servers, and call it after approval',
  { tag: '@quick' },
  async ({ start, startModel, workspace }) => {
    const model = await startModel([
      [say('I look for a tool.'), call('Parley', 'search_tools', { query: 'weather tomorrow' })],
      [call('job9', 'forecast', { city: 'Rome' })],
      [say('It stays dry.')]
    ])
    const names = jobs.map((_, place) => `job${place}`)
    const entries = names.map((name, place) => {
      return [name, fixture('stub', `--stub=${JSON.stringify({ name, tools: manyTools(place) })}`)] as const
    })
    workspace.writeSettings({
      mcpServers: Object.fromEntries(entries),
      conversation: { toolShare: 0.6 }, // of a million tokens
      ...model.settings
    })
    const { window } = await start()
    await trustAll(window, names)
    await expect(window.getByText('300 tools, found by search.')).toBeVisible()

    await sendMessage(window, 'What will the weather be tomorrow in Rome?')
    await answerCall(window, { server: 'job9', tool: 'forecast', answer: 'Allow once' })
    await expect(answers(window).last()).toContainText('It stays dry.')
    await expect(toolCard(window, 'Parley', 'search_tools')).toContainText('Found forecast')
    await window.screenshot({ path: test.info().outputPath('found.png') })
    const search = await openedCard(window, 'Parley', 'search_tools')
    await expect(search.getByRole('listitem').first()).toHaveText('forecast job9')
    await window.screenshot({ path: test.info().outputPath('opened.png') })
    await expect(toolCard(window, 'job9', 'forecast')).toContainText('Dry, 21 °C.')
    const sent = model.requests().map(({ tools }) => tools.map(({ name }) => name))
    expect(sent[0]).toEqual(['search_tools', 'ask_for_scripts'])
    expect(sent[1]?.slice(0, 3)).toEqual(['search_tools', 'ask_for_scripts', 'job9__forecast'])

    const servers = await openServers(window)
    const page = await inspect(servers, 'job0', 'Tools')
    await page.getByText('copy_invoices_1990', { exact: true }).click()
    await page.getByRole('switch', { name: 'Always send it to the model' }).click()
    await expect(page.getByText('always sent')).toBeVisible()
    await window.screenshot({ path: test.info().outputPath('always-sent.png') })
    expect(JSON.parse(workspace.readSettings())).toMatchObject({
      mcpServers: { job0: { tools: { copy_invoices_1990: { alwaysSend: true } } } }
    })
  }
)
