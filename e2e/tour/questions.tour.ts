/** Parley's questions to a user: calls, requests of servers, and offers that reduce questions. */
import fs from 'node:fs'
import path from 'node:path'
import { filesystem, fixture } from '../fixtures/entries'
import { call, say, startModel } from '../fixtures/model'
import { languages, test } from './guide'

const script = `const names = await tools.counter__count({ by: 1 })
return names.length + ' letters'`

for (const language of languages) {
  test(`questions about calls, ${language}`, async ({ open, workspace }) => {
    const notes = workspace.file('notes')
    fs.mkdirSync(notes)
    const tea = path.join(notes, 'tea.md')
    fs.writeFileSync(tea, 'Tea\n\nGreen tea takes two minutes.\n')
    const model = await startModel([
      [say('I count the teas first.'), call('counter', 'count', { by: 3 })],
      [say('Three.')],
      [call('files', 'write_file', { path: tea, content: 'Tea\n\nBlack tea takes four minutes.\n' })],
      [say('Written.')],
      ...['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md'].map((name) => {
        fs.writeFileSync(path.join(notes, name), name)
        return [call('files', 'read_text_file', { path: path.join(notes, name) })]
      }),
      [say('Read.')],
      [call('samples', 'delete_file', { path: '/tmp/tea' })],
      [say('It stays.')],
      [
        call('samples', 'web_search', { query: 'tea' }),
        call('counter', 'count', { by: 4 }),
        call('counter', 'reset', {})
      ],
      [say('That is all.')]
    ])
    const guide = await open({
      language,
      settings: {
        ...model.settings,
        mcpServers: {
          counter: fixture('counter'),
          files: filesystem(notes),
          samples: fixture('annotated-tools')
        }
      }
    })
    await guide.trust(3)
    await guide.see('An empty conversation')
    await guide.send('How many?')
    await guide.find('button', 'Allow once').waitFor()
    await guide.see('A question in the card of a call')
    await guide.answer('Allow once')
    await guide.send('Write it down.')
    await guide.window.getByRole('deletion').first().waitFor()
    await guide.see('Preview of a write')
    await guide.answer('Allow once')
    await guide.read('Written.')
    await guide.press('button', 'New conversation')
    await guide.send('Now read them.')
    for (let read = 0; read < 5; read += 1) await guide.answer('Allow once')
    await guide.find('button', 'Keep asking').waitFor()
    await guide.see('A suggested permission')
    await guide.press('button', 'Keep asking')
    await guide.answer('Deny')
    await guide.read('Read.')
    await guide.press('button', 'New conversation')
    await guide.send('Delete it.')
    await guide.window.getByText(guide.words('Permission options')).click()
    await guide.see('A call with a warning, options open')
    await guide.answer('Deny')
    await guide.read('It stays.')
    await guide.press('button', 'New conversation')
    await guide.send('Search and count.')
    await guide.find('button', 'Allow all once').waitFor()
    await guide.see('Several calls wait')
    await guide.press('button', 'Deny all')
    await model.close()
  })

  test(`a script of the model, ${language}`, async ({ open }) => {
    const model = await startModel([
      [say('I count them.'), call('Parley', 'run_script', { code: script })],
      [say('There are twelve.')]
    ])
    const guide = await open({
      language,
      settings: {
        ...model.settings,
        conversation: { codeMode: true },
        mcpServers: { counter: fixture('counter') }
      }
    })
    await guide.trust(1)
    await guide.send('How many letters?')
    await guide.find('button', 'Allow once').waitFor()
    await guide.see('A call of a script')
    await guide.answer('Allow once')
    await guide.read('There are twelve.')
    await guide.window
      .getByRole('button', { name: /run_script|Parley/ })
      .first()
      .click()
    await guide.see('Code mode: script, calls and output')
    await model.close()
  })

  test(`what servers ask for, ${language}`, async ({ open }) => {
    const settings = {
      models: { default: 'direct' },
      mcpServers: {
        samples: fixture('spec-samples'),
        login: fixture('sign-in'),
        endless: fixture('asks-without-end')
      }
    }
    const guide = await open({ language, settings })
    await guide.trust(3)
    const run = async (name: string, input: object = {}) => {
      await guide.press('button', 'New conversation')
      await guide.send(`${name} ${JSON.stringify(input)}`)
      await guide.answer('Allow once')
    }
    await run('samples/weather')
    await guide.find('button', 'Answer myself').waitFor()
    await guide.see('A server asks a model')
    await guide.press('button', 'Answer myself')
    await guide.find('textbox', 'Answer').fill('Sunny.')
    await guide.see('An answer before the server gets it')
    await guide.answer('Send to server')
    await run('samples/project')
    await guide.press('button', 'Submit')
    await guide.see('A server asks for input')
    await guide.answer('Cancel')
    await run('login/sign-in', { url: 'http://192.168.1.1:8080/admin' })
    await guide.find('button', 'Open link').waitFor()
    await guide.see('A server asks to open a link')
    await guide.answer('Decline')
    await run('endless/endless')
    for (let round = 0; round < 2; round += 1) await guide.answer('Decline')
    await guide.find('button', 'Stop the call').waitFor()
    await guide.see('A server asks repeatedly')
    await guide.answer('Stop the call')
  })
}
