/** Servers that ask the user for input: all kinds of forms, three answers, what Parley rejects, and many at once. */
import type { Locator } from 'playwright/test'
import {
  askAgainDialog,
  inputDialog,
  linkDialog,
  notes,
  recordLinks,
  runTool,
  samplingDialog
} from './server-questions'
import { everything, fixture, readAnswers, readStarts } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { expect, shareParley, sharedTest, test } from './test'
import {
  answerCall,
  answers,
  escapeFrom,
  expectConnected,
  offeredResource,
  openAttach,
  pressIn,
  sendMessage,
  toolCard,
  trustAll
} from './window'

test.describe('form', () => {
  let record: string
  const parley = shareParley((workspace) => {
    record = workspace.file('answers')
    return {
      mcpServers: {
        samples: fixture('spec-samples', `--record=${record}`),
        everything: everything(),
        any: fixture('any-question')
      }
    }
  })
  test.beforeAll(() => trustAll(parley().window, ['samples', 'everything', 'any']))

  const box = (form: Locator, name: string) => form.getByRole('textbox', { name, exact: true })
  const preview = (form: Locator) => form.getByRole('group', { name: 'What will be sent' })

  /** The answer to a tool's form once the call is over. */
  async function answerOf(tool: string): Promise<unknown> {
    await expect(toolCard(parley().window, 'samples', tool)).toContainText('done')
    return readAnswers(record).at(-1)
  }

  test(
    'SYS-42 SYS-03: accepts the name form after showing what will be sent',
    { tag: '@quick' },
    async () => {
      const { window } = parley()
      await runTool(window, { server: 'samples', tool: 'username' })
      const form = inputDialog(window, 'samples')
      await expect(form).toContainText('Your GitHub user name, please.')
      await box(form, 'name').fill('octocat')
      await expect(preview(form)).toContainText('"name": "octocat"')
      await pressIn(form, 'Submit')
      expect(await answerOf('username')).toEqual({ action: 'accept', content: { name: 'octocat' } })
      await expect(notes(window)).toContainText('Asked for input: you answered.')
    }
  )

  test('SYS-42: sends no invalid e-mail address and no age below 18', async () => {
    const { window } = parley()
    const before = readAnswers(record).length
    await runTool(window, { server: 'samples', tool: 'contact' })
    const form = inputDialog(window, 'samples')
    await box(form, 'name').fill('Mona')
    await box(form, 'email').fill('mona.at.example')
    await expect(form).toContainText('Enter an email address, such as ada@example.com.')
    await box(form, 'age').fill('17')
    await expect(form).toContainText('Enter 18 or more.')
    await form.getByRole('button', { name: 'Submit' }).click()
    await expect(form.getByRole('alert')).toHaveText('Fix the 2 marked fields.')
    await expect(box(form, 'email')).toBeFocused()
    expect(readAnswers(record)).toHaveLength(before)
    await box(form, 'email').fill('mona@example.com')
    await box(form, 'age').fill('18')
    await expect(form.getByRole('alert')).toHaveCount(0)
    await pressIn(form, 'Submit')
    expect(await answerOf('contact')).toEqual({
      action: 'accept',
      content: { name: 'Mona', email: 'mona@example.com', age: 18 }
    })
  })

  const refusals: readonly [how: string, action: string, refuse: (form: Locator) => Promise<void>][] = [
    ['Decline', 'decline', (form) => pressIn(form, 'Decline')],
    ['Cancel', 'cancel', (form) => pressIn(form, 'Cancel')],
    ['Escape', 'cancel', escapeFrom]
  ]
  for (const [how, action, refuse] of refusals) {
    test(`SYS-42 SYS-03: ${how} gives ${action}, and sends no field`, async () => {
      const { window } = parley()
      await runTool(window, { server: 'samples', tool: 'username' })
      const form = inputDialog(window, 'samples')
      await box(form, 'name').fill('octocat')
      await refuse(form)
      expect(await answerOf('username')).toEqual({ action })
      await expect(notes(window)).toContainText(action === 'decline' ? 'you declined.' : "you didn't answer.")
    })
  }

  test('SYS-44: shows labels, required marks and defaults of the project form, and returns typed values', async () => {
    const { window } = parley()
    await runTool(window, { server: 'samples', tool: 'project' })
    const form = inputDialog(window, 'samples')
    await expect(form.getByText('required', { exact: true })).toHaveCount(2)
    await expect(form.getByRole('checkbox', { name: 'Use TypeScript' })).toBeChecked()
    await expect(box(form, 'Port')).toHaveValue('3000')
    await form.getByRole('combobox', { name: 'Framework' }).click()
    await expect(window.getByRole('option')).toHaveText(['React', 'Vue', 'Angular', 'None'])
    await window.getByRole('option', { name: 'Vue' }).click()
    await box(form, 'Project name').fill('parley')
    await form.getByRole('checkbox', { name: 'Use TypeScript' }).uncheck()
    await pressIn(form, 'Submit')
    expect(await answerOf('project')).toEqual({
      action: 'accept',
      content: { projectName: 'parley', framework: 'vue', useTypeScript: false, port: 3000 }
    })
  })

  test('SYS-33: fills in every field type of the reference server by keyboard only', async () => {
    const { window } = parley()
    await runTool(window, { server: 'everything', tool: 'trigger-elicitation-request' })
    const form = inputDialog(window, 'everything')
    await expect(form).toBeFocused()
    const keys = window.keyboard
    const go = async (control: Locator) => {
      for (let presses = 0; presses < 60 && !(await isFocused(control)); presses++) await keys.press('Tab')
      await expect(control).toBeFocused()
    }
    await go(box(form, 'String'))
    await keys.type('Ada Lovelace')
    await go(form.getByRole('checkbox', { name: 'Boolean' }))
    await keys.press('Space')
    await go(box(form, 'String with email format'))
    await keys.type('ada@example.com')
    await go(form.getByLabel('String with date format'))
    await keys.type('12101815')
    await go(form.getByRole('combobox', { name: 'Titled Single Select Enum', exact: true }))
    await keys.press('Enter')
    await expect(window.getByRole('option', { name: 'Superman' })).toBeFocused()
    await keys.press('ArrowDown')
    await keys.press('Enter')
    await go(form.getByRole('checkbox', { name: 'Salmon' }))
    await keys.press('Space')
    await go(form.getByRole('button', { name: 'Submit' }))
    await keys.press('Enter')
    await expect(form).toBeHidden()
    const card = toolCard(window, 'everything', 'trigger-elicitation-request')
    for (const text of ['User provided the requested information', 'Name: Ada Lovelace', 'terms: true'])
      await expect(card).toContainText(text)
    for (const text of ['ada@example.com', '1815-12-10', 'hero-2', 'fish-2', 'Integer: 42', 'pet-1'])
      await expect(card).toContainText(text)
  })

  test("doesn't offer a form that asks for a secret, and says why", async () => {
    const { window } = parley()
    await runTool(window, { server: 'samples', tool: 'token' })
    const form = inputDialog(window, 'samples')
    await expect(form.getByRole('list', { name: 'Warnings' })).toContainText(
      'The form asks for “apiToken”, which looks like a secret.'
    )
    await expect(form.getByRole('textbox')).toHaveCount(0)
    await expect(form.getByRole('button', { name: 'Submit' })).toHaveCount(0)
    await pressIn(form, 'Decline')
    expect(await answerOf('token')).toEqual({ action: 'decline' })
  })

  const ask = (properties: object, more: object = {}) =>
    runTool(parley().window, {
      server: 'any',
      tool: 'ask',
      input: { params: { message: 'Please.', requestedSchema: { type: 'object', properties, ...more } } }
    })
  const anyForm = () => inputDialog(parley().window, 'any')
  const anyCard = () => toolCard(parley().window, 'any', 'ask')

  test("SYS-04 ELIC-14: fills in defaults, and leaves out one that can't be the answer", async () => {
    await ask(
      {
        colour: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'], default: 'g' },
        odd: { type: 'string', enum: ['r'], default: 'x' },
        fish: { type: 'array', items: { enum: ['a', 'b'] }, default: ['b', 'zzz'] },
        small: { type: 'number', default: 1e-7 },
        word: { type: 'string', default: 'kept' },
        constructor: { type: 'string', default: 'own' }
      },
      { $schema: 'https://json-schema.org/draft/2020-12/schema' }
    )
    await pressIn(anyForm(), 'Submit')
    await expect(anyCard()).toContainText(
      '{"action":"accept","content":{"colour":"g","fish":["b"],"small":1e-7,"word":"kept","constructor":"own"}}'
    )
  })

  test("ELIC-23: SEC-11-11 delays Submit until a second look where a form's text suggests a secret", async () => {
    await ask({ value: { type: 'string', title: 'Your 24 words' } })
    await expect(anyForm()).toContainText('The form asks for “Your 24 words”. That may be a secret')
    await anyForm().getByRole('textbox', { name: 'Your 24 words', exact: true }).fill('none of them')
    const submit = anyForm().getByRole('button', { name: 'Submit', exact: true })
    await expect(submit).toBeDisabled()
    await anyForm().getByRole('switch', { name: 'I checked again: my answers contain no secret' }).click()
    await expect(submit).toBeEnabled()
    await pressIn(anyForm(), 'Submit')
    await expect(anyCard()).toContainText('{"action":"accept","content":{"value":"none of them"}}')
  })

  test("ELIC-07 ELIC-16: explains in plain English, while you type, what doesn't fit", async () => {
    await ask(
      {
        code: { type: 'string', pattern: '^\\p{L}{2}-\\d+$' },
        many: { type: 'integer', minimum: 1, maximum: 10 },
        site: { type: 'string', format: 'uri' }
      },
      { required: ['code'] }
    )
    const field = (name: string) => anyForm().getByRole('textbox', { name, exact: true })
    const said = anyForm().getByRole('listitem')
    await field('many').fill('1e2')
    await expect(said.filter({ hasText: 'Enter 10 or less.' })).toBeVisible()
    await field('many').fill('2.5')
    await expect(said.filter({ hasText: /whole number/ })).toBeVisible()
    await field('many').fill('7')
    await expect(said).toHaveCount(0)
    await field('site').fill('example')
    await expect(said.filter({ hasText: 'Enter a full URL' })).toBeVisible()
    await field('site').fill('')
    await field('code').fill('éß7')
    await expect(
      anyForm()
        .getByText(/pattern|match/i)
        .last()
    ).toBeVisible()
    await field('code').fill('éß-7')
    await expect(said).toHaveCount(0)
    await pressIn(anyForm(), 'Submit')
    await expect(anyCard()).toContainText('"content":{"many":7,"code":"éß-7"}')
  })

  test('marks what hides in titles and choices, and notes it for text that is filled in', async () => {
    const hidden = '\u202e\u200b'
    await ask({
      colour: { type: 'string', title: `Colour${hidden}`, enum: [`r${hidden}`, 'g'] },
      word: { type: 'string', title: 'Word', description: `Any${hidden}`, default: `kept${hidden}` }
    })
    await anyForm().getByRole('combobox', { name: 'Colour' }).click()
    const choice = parley().window.getByRole('option').first()
    await expect(choice).toHaveText('rU+202EU+200B')
    await choice.click()
    await expect(anyForm().getByText('Contains 2 hidden characters')).toBeVisible()
    await expect(anyForm().getByRole('group', { name: 'What will be sent' })).toContainText(
      'keptU+202EU+200B'
    )
    await pressIn(anyForm(), 'Decline')
    await expect(anyCard()).toContainText('{"action":"decline"}')
  })

  test('ELIC-04: rejects a nested form without asking the user', async () => {
    await ask({ address: { type: 'object', properties: { street: { type: 'string' } } } })
    await expect(anyCard()).toContainText('the field \\"address\\" is neither plain nor a choice')
    await expect(anyCard()).toContainText('-32602')
    await expect(anyForm()).toBeHidden()
    await expect(notes(parley().window)).toContainText(
      'Sent a request for input that Parley can\'t use: the field "address" is neither plain nor a choice.'
    )
  })

  test('ELIC-17: ignores a press outside, until something was filled in', async () => {
    const { window } = parley()
    const outside = () => window.mouse.click(5, 300)
    await ask({ name: { type: 'string' } })
    await expect(anyForm().getByRole('button', { name: 'Submit' })).not.toHaveAttribute('aria-disabled')
    await anyForm().getByRole('textbox').fill('Ada')
    await outside()
    await expect(anyForm()).toBeVisible()
    await pressIn(anyForm(), 'Submit')
    await ask({ name: { type: 'string' } })
    await expect(anyForm().getByRole('button', { name: 'Submit' })).not.toHaveAttribute('aria-disabled')
    await outside()
    await expect(anyForm()).toBeHidden()
    await expect(anyCard()).toContainText('{"action":"cancel"}')
  })

  test('ELIC-23: rejects a request for a secret in another language, or in the message', async () => {
    await ask({ answer: { type: 'string', title: 'Passwort' } })
    await expect(anyForm().getByRole('list', { name: 'Warnings' })).toContainText('“Passwort”')
    await expect(anyForm().getByRole('button', { name: 'Submit' })).toHaveCount(0)
    await pressIn(anyForm(), 'Decline')
    await expect(anyCard()).toContainText('{"action":"decline"}')
  })

  test('ELIC-24 ELIC-25: asks about several links of one error one after the other, then continues the call', async () => {
    const { app, window } = parley()
    const opened = await recordLinks(app)
    const links = ['https://one.example/', 'https://two.example/']
    await runTool(window, { server: 'any', tool: 'refuse', input: { links } })
    const dialog = linkDialog(window, 'any')
    await expect(dialog).toContainText('one.example')
    await expect(dialog.getByRole('status')).toHaveText('1 more waiting')
    await pressIn(dialog, 'Open link')
    await expect(dialog).toContainText('two.example')
    await pressIn(dialog, 'Open link')
    await expect(toolCard(window, 'any', 'refuse')).toContainText('opened')
    expect(await opened()).toEqual(links)
  })
})

sharedTest(
  'queues questions of several servers with their number, and closes one of a server that dies with the reason',
  async ({ start, startModel, workspace }) => {
    const record = workspace.file('answers')
    const model = await startModel([
      [call('samples', 'username', {}), call('asking', 'all', {})],
      [say('All were asked.')]
    ])
    workspace.writeSettings({
      mcpServers: { samples: fixture('spec-samples', `--record=${record}`), asking: fixture('mcp-asking') },
      ...model.settings
    })
    const { app, window } = await start()
    const opened = await recordLinks(app)
    await trustAll(window, ['samples', 'asking'])
    await sendMessage(window, 'Ask me everything')
    await answerCall(window, { server: 'samples', tool: 'username', answer: 'Allow once' })
    await answerCall(window, { server: 'asking', tool: 'all', answer: 'Allow once' })

    const dead = inputDialog(window, 'samples')
    await expect(dead.getByRole('status')).toHaveText('3 more waiting')
    process.kill(readStarts(record).at(-1) ?? 0, 'SIGKILL')
    await expect(dead).toBeHidden()
    await expect(notes(window).filter({ hasText: 'samples' })).toContainText(
      "Asked for input: The server's process was ended by signal SIGKILL."
    )

    const form = inputDialog(window, 'asking')
    await expect(form.getByRole('status')).toHaveText('2 more waiting')
    await form.getByRole('textbox', { name: 'name' }).fill('Ada')
    await pressIn(form, 'Submit')
    const link = linkDialog(window, 'asking')
    await expect(link.getByRole('status')).toHaveText('1 more waiting')
    await pressIn(link, 'Decline')
    await pressIn(askAgainDialog(window, 'asking'), 'Let it ask')
    await expect(samplingDialog(window, 'asking')).toBeVisible()
    await expect(samplingDialog(window, 'asking').getByText('more waiting')).toHaveCount(0)
    await pressIn(samplingDialog(window, 'asking'), 'Decline')
    await expect(answers(window).last()).toContainText('All were asked.')
    expect(await opened()).toEqual([])
    await expectConnected(window, 2)
  }
)

sharedTest(
  'answers two rounds of one call in the newest revision, takes a denial as an answer, and limits the rounds',
  async ({ start, workspace }) => {
    workspace.writeSettings({ mcpServers: { asking: fixture('mcp-asking') } })
    const { window } = await start()
    await trustAll(window, ['asking'])
    await runTool(window, { server: 'asking', tool: 'twice' })
    const form = inputDialog(window, 'asking')
    await expect(form).toContainText('First?')
    await form.getByRole('textbox', { name: 'name' }).fill('Ada')
    await pressIn(form, 'Submit')
    await expect(form).toContainText('Second?')
    await pressIn(form, 'Decline')
    const card = toolCard(window, 'asking', 'twice')
    await expect(card).toContainText('done')
    await expect(card).toContainText('Ada')
    await expect(card).toContainText('decline')
    await expect(notes(window)).toHaveCount(1)
    const rounds = notes(window).getByRole('list', { name: 'Rounds of twice' }).getByRole('listitem')
    await expect(rounds).toHaveText([
      'Round 1: Asked for input: you answered.',
      'Round 2: Asked for input: you declined.'
    ])

    await runTool(window, { server: 'asking', tool: 'forever' })
    await expect(notes(window).getByRole('listitem').last()).toHaveText(
      'Round 10 of at most 10: Asked for the folders and received none.'
    )
    await expect(toolCard(window, 'asking', 'forever')).toContainText(
      'asked for input more than 10 times, so Parley stopped'
    )
  }
)

sharedTest(
  'shows a resource that asks back as one exchange in its place, and can stop it',
  async ({ start, workspace }) => {
    workspace.writeSettings({ mcpServers: { asking: fixture('mcp-asking') } })
    const { window } = await start()
    await trustAll(window, ['asking'])
    const dialog = await openAttach(window)
    const form = inputDialog(window, 'asking')
    const show = async (name: string) => {
      await offeredResource(dialog, 'asking', name).click()
      await dialog.getByRole('button', { name: 'Show content' }).click()
    }

    await show('twice')
    await expect(form).toContainText('before you get its resource memo://twice')
    await expect(form).not.toContainText('Round')
    await form.getByRole('textbox', { name: 'name' }).fill('Ada')
    await pressIn(form, 'Submit')
    await expect(form).toContainText('Round 2 of at most 10')
    await pressIn(form, 'Decline')
    await expect(dialog).toContainText('decline')
    const cards = window.locator('[data-part="exchange-cards"]')
    await expect(
      cards.getByRole('list', { name: 'Rounds of memo://twice' }).getByRole('listitem')
    ).toHaveText(['Round 1: Asked for input: you answered.', 'Round 2: Asked for input: you declined.'])
    await expect(cards).toContainText('Done.')

    await show('forever')
    await expect(form).toContainText('Again?')
    await escapeFrom(form)
    await expect(form).toContainText('Round 2 of at most 10')
    await pressIn(form, 'Stop reading')
    await expect(dialog).toContainText('You stopped the request for the resource “memo://forever”.')
  }
)

sharedTest('stops a tool that asks again and again from its question', async ({ start, workspace }) => {
  workspace.writeSettings({ mcpServers: { asking: fixture('mcp-asking') } })
  const { window } = await start()
  await trustAll(window, ['asking'])
  await runTool(window, { server: 'asking', tool: 'twice' })
  const form = inputDialog(window, 'asking')
  await expect(form).toContainText('First?')
  await escapeFrom(form)
  await expect(form).toContainText('Second?')
  await pressIn(form, 'Stop the call')
  await expect(toolCard(window, 'asking', 'twice')).toContainText('cancelled')
})

function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element) => element === document.activeElement)
}
