/**
 * Everything the reference server asks a user for, each approved, denied and cancelled: a model's answer and a form,
 * at once and as tasks that it fetches later, and a link. Its roots are in `folders.spec.ts`.
 */
import type { Locator } from 'playwright/test'
import {
  inputDialog,
  linkDialog,
  notes,
  recordLinks,
  runTool,
  samplingAnswerDialog,
  samplingDialog
} from './server-questions'
import { everything } from './fixtures/entries'
import { createScriptedModel, type ScriptedModel } from '../app/testing/scripted-model/scripted-model'
import { modelKey } from './secrets'
import { expect, shareParley, test } from './test'
import { pressIn, toolCard, trustAll } from './window'

const server = 'everything'
const url = 'https://login.example.com/start'

let model: ScriptedModel
let opened: () => Promise<string[]>

const parley = shareParley(async () => {
  model = await createScriptedModel({ script: () => ({ text: 'Green tea, then.' }) })
  const anthropic = { type: 'anthropic', baseUrl: model.baseUrl, apiKey: modelKey.reference }
  return {
    mcpServers: { [server]: everything() },
    models: { default: 'direct', providers: { anthropic } }
  }
})

test.beforeAll(async () => {
  opened = await recordLinks(parley().app)
  await trustAll(parley().window, [server])
})
test.afterAll(() => model.close())

interface Decision {
  readonly how: string
  readonly decide: (dialog: Locator) => Promise<void>
  /** In the answer of the tool. */
  readonly told: string | RegExp
}

const press = (name: string) => (dialog: Locator) => pressIn(dialog, name)
const escape = async (dialog: Locator) => {
  await dialog.press('Escape')
  await expect(dialog).toBeHidden()
}

async function run(
  tool: string,
  input: object,
  dialog: Locator,
  decide: Decision['decide']
): Promise<Locator> {
  const { window } = parley()
  await runTool(window, { server, tool, input })
  await expect(dialog).toBeVisible()
  await decide(dialog)
  const card = toolCard(window, server, tool)
  await expect(card).toContainText(/done|failed/)
  return card
}

const send = async (dialog: Locator) => {
  await pressIn(dialog, 'Approve')
  await pressIn(samplingAnswerDialog(dialog.page(), server), 'Send to server')
}
const discard = async (dialog: Locator) => {
  await pressIn(dialog, 'Approve')
  await pressIn(samplingAnswerDialog(dialog.page(), server), 'Discard')
}

for (const tool of ['trigger-sampling-request', 'trigger-sampling-request-async']) {
  const decisions: readonly Decision[] = [
    { how: 'Approve and Send to server', decide: send, told: 'Green tea, then.' },
    { how: 'Approve and Discard', decide: discard, told: 'User rejected the answer' },
    { how: 'Decline', decide: press('Decline'), told: 'User rejected sampling request' },
    { how: 'Escape', decide: escape, told: 'User rejected sampling request' }
  ]
  for (const { how, decide, told } of decisions) {
    test(`SYS-05: answers ${tool} after ${how}`, async () => {
      const dialog = samplingDialog(parley().window, server)
      const card = await run(tool, { prompt: 'Which tea?', maxTokens: 30 }, dialog, decide)
      await expect(card).toContainText(told)
      await expect(notes(parley().window)).toContainText("Asked for a model's answer:")
    })
  }
}

const submit = async (dialog: Locator) => {
  await dialog
    .getByRole('textbox', { name: 'String', exact: true })
    .or(dialog.getByLabel('Your Name'))
    .first()
    .fill('Ada')
  await pressIn(dialog, 'Submit')
}

for (const tool of ['trigger-elicitation-request', 'trigger-elicitation-request-async']) {
  const decisions: readonly Decision[] = [
    { how: 'Submit', decide: submit, told: 'Ada' },
    { how: 'Decline', decide: press('Decline'), told: /declined/i },
    { how: 'Cancel', decide: press('Cancel'), told: /cancel/i },
    { how: 'Escape', decide: escape, told: /cancel/i }
  ]
  for (const { how, decide, told } of decisions) {
    test(`SYS-05: answers ${tool} after ${how}`, async () => {
      const card = await run(tool, {}, inputDialog(parley().window, server), decide)
      await expect(card).toContainText(told)
    })
  }
}

const links: readonly (Decision & { readonly opens: boolean })[] = [
  {
    how: 'Open link',
    decide: press('Open link'),
    told: 'User completed the URL elicitation flow',
    opens: true
  },
  { how: 'Decline', decide: press('Decline'), told: /declined/i, opens: false },
  { how: 'Cancel', decide: press('Cancel'), told: /cancel/i, opens: false },
  { how: 'Escape', decide: escape, told: /cancel/i, opens: false }
]
for (const { how, decide, told, opens } of links) {
  test(`SYS-05: answers trigger-url-elicitation after ${how}`, async () => {
    const input = { url, message: 'Go there.' }
    const card = await run('trigger-url-elicitation', input, linkDialog(parley().window, server), decide)
    await expect(card).toContainText(told)
    expect(await opened()).toEqual(opens ? [url] : [])
  })
}
