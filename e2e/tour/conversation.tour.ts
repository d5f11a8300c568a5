/** The conversation: its answers, what goes with a message, what goes to the model, and all actions on it. */
import { strToU8, zipSync } from 'fflate'
import { patienceMs } from '../patience'
import { everything, fixture } from '../fixtures/entries'
import { call, hang, say, startModel } from '../fixtures/model'
import { languages, test } from './guide'

const answer = `Green tea wants water of **80 °C**. The energy is $E = m c \\Delta T$:

| Tea | Minutes | Water |
|---|---|---|
| Green | 2 | 80 °C |
| Black | 4 | 95 °C |

\`\`\`js
const minutes = { green: 2, black: 4 }
\`\`\``

const diagram = `\`\`\`mermaid
flowchart LR
  A[Boil] --> B{Green?}
  B -- yes --> C[Wait]
  B -- no --> D[Pour]
\`\`\`

\`\`\`svg
<svg xmlns="http://www.w3.org/2000/svg" width="240" height="80"><circle cx="40" cy="40" r="30" fill="teal"/><rect x="90" y="15" width="120" height="50" fill="orange"/></svg>
\`\`\``

for (const language of languages) {
  test(`an answer, its controls and its context, ${language}`, async ({ open }) => {
    const model = await startModel([
      [say(answer)],
      [say(diagram)],
      [say('Another answer.')],
      [say('Green tea takes two minutes at 80 °C; a drawing followed.')],
      [say('I begin to think about'), hang()]
    ])
    const guide = await open({ language, settings: { ...model.settings, mcpServers: {} } })
    const { window, words } = guide
    await guide.send('How do I make tea?')
    await window.getByRole('table').waitFor()
    await guide.see('An answer with mathematics, a table and code')
    await guide.send('Draw it')
    const drawings = window.getByRole('img', { name: words('Drawing'), exact: true })
    await test.expect(drawings).toHaveCount(2, { timeout: patienceMs }) // as long as diagrams may take
    await drawings.first().scrollIntoViewIfNeeded()
    await guide.see('Diagrams and drawings')

    await guide.find('button', 'Regenerate').click()
    await guide.read('Another answer.')
    await guide.find('button', 'More actions for this message').click()
    await window.getByRole('menuitem').first().waitFor()
    await guide.see('Branches, and the menu of a message')
    await window.keyboard.press('Escape')
    for (const [item, view] of [
      ['Receipt…', 'Receipt of an answer'],
      ['Raw requests…', 'The requests of an answer'],
      ['Compare with another answer…', 'Compare with another answer']
    ] as const) {
      await guide.find('button', 'More actions for this message').click()
      await guide.press('menuitem', item)
      await window.getByRole('dialog').getByRole('heading').first().waitFor()
      await guide.see(view)
      await window.keyboard.press('Escape')
      await window.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await guide.find('button', 'Edit message').focus()
    await window.keyboard.press('Enter')
    await guide.find('textbox', 'Edited text').waitFor()
    await guide.see('Edit a message')
    await window.keyboard.press('Escape')
    await window.keyboard.press('Control+F')
    await guide
      .find('textbox', 'Text to find')
      .or(guide.find('searchbox', 'Text to find'))
      .first()
      .fill('tea')
    await guide.see('Find in a conversation')
    await window.keyboard.press('Escape')

    await window.locator('button').filter({ hasText: /\d %$/ }).last().click()
    await guide.find('list', 'Next request').waitFor()
    await guide.find('list', 'Next request').getByRole('button').first().click()
    await guide.see('Next request')
    await guide.press('button', 'Summarize earlier messages')
    await guide.press('button', 'Create summary')
    await test.expect(guide.find('textbox', 'Summary')).toHaveValue(/Green tea/)
    await guide.see('Review of a summary')
    await guide.press('button', 'Use summary')
    await guide.find('button', 'Remove summary').scrollIntoViewIfNeeded()
    await guide.see('A summary in the conversation')

    await guide.press('button', 'Conversation settings')
    await window.getByRole('dialog').getByRole('switch').first().click()
    await guide.see('Choices of a conversation')
    await guide.press('button', 'Save as assistant…')
    await guide.find('textbox', 'Name of the assistant').fill('Tea')
    await guide.see('Save as assistant')
    await guide.press('button', 'Save')
    await guide.find('textbox', 'Name of the assistant').waitFor({ state: 'detached' })
    await guide.press('button', 'Save')
    await guide.find('note', 'Differs from the defaults').waitFor()
    await guide.see('A conversation with its own choices')

    await guide.send('And one more thing')
    await guide.read('I begin to think about')
    await guide.find('textbox', 'Message').fill('This waits')
    await guide.find('textbox', 'Message').press('Enter')
    await guide.see('A queued message')
    await guide.press('button', 'Stop')
    await model.close()
  })

  test(`files, resources and prompts, ${language}`, async ({ open }) => {
    const model = await startModel([
      [say('Read.')],
      [call('everything', 'get-structured-content', { location: 'Los Angeles' })],
      [say('It is 73 degrees.')]
    ])
    const servers = { everything: everything(), library: fixture('library') }
    const guide = await open({ language, settings: { ...model.settings, mcpServers: servers } })
    const { window, words } = guide
    await guide.trust(2)
    const chosen = window.getByLabel(words('Files'), { exact: true })
    await chosen.setInputFiles([
      { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Tea\n\nDarjeeling.') },
      { name: 'plan.docx', mimeType: 'application/octet-stream', buffer: wordDocument('Buy tea') },
      { name: 'old.doc', mimeType: 'application/msword', buffer: oldDocument() }
    ])
    await window.getByRole('alert').waitFor()
    await guide.see('Files of a message, one rejected')
    await guide.press('button', 'Preview {name}', { name: 'plan.docx' })
    await window.getByRole('dialog').getByText('Buy tea').waitFor()
    await guide.see('An office document as the model gets it')
    await window.keyboard.press('Escape')
    await guide.press('button', 'Dismiss notes about files')
    await guide.press('button', 'Attach')
    await guide.find('searchbox', 'Filter resources').waitFor()
    await window.getByRole('dialog').getByRole('option').first().click()
    await guide.see('Attach resources')
    await window.keyboard.press('Escape')
    const box = guide.find('textbox', 'Message')
    await box.fill('/')
    await window.getByRole('option').first().waitFor()
    await guide.see('Prompts to choose from')
    await box.fill('@arch')
    await window.getByRole('option').first().waitFor()
    await guide.see('Resources to choose from')
    await box.fill('')
    await guide.send('Read these.')
    await guide.read('Read.')
    await guide.send('The weather?')
    await guide.answer('Allow once')
    await guide.read('It is 73 degrees.')
    await guide.see('Files and a finished call')

    await guide.window
      .getByRole('navigation')
      .getByRole('button', { name: /Read these/ })
      .first()
      .click({ button: 'right' })
    await window.getByRole('menuitem').first().waitFor()
    await guide.see('The menu of a conversation')
    await window.getByRole('menuitem', { name: words('Export…') }).click()
    await guide.find('button', 'Web page').waitFor()
    await guide.see('Export')
    await window.keyboard.press('Escape')
    await guide.find('searchbox', 'Search conversations').fill('degrees')
    await window.locator('mark').first().waitFor()
    await guide.see('Search over all conversations')
    await model.close()
  })

  test(`what a model doesn't take, ${language}`, async ({ open }) => {
    const model = await startModel([
      [say('I look what the instruments recorded.'), call('station', 'read_instruments', {})],
      [say('I can read the temperatures; the sound and the drawing did not reach me.')]
    ])
    const data = Buffer.from('not really a sound').toString('base64')
    const content = [
      { type: 'text', text: 'At noon 21 °C, at night 9 °C.' },
      { type: 'audio', mimeType: 'audio/wav', data },
      { type: 'image', mimeType: 'image/tiff', data },
      {
        type: 'resource',
        resource: { uri: 'station://archive.zip', mimeType: 'application/zip', blob: data }
      }
    ]
    const stub = { name: 'station', tools: [{ name: 'read_instruments', result: { content } }] }
    const servers = { station: fixture('stub', `--stub=${JSON.stringify(stub)}`) }
    const guide = await open({ language, settings: { ...model.settings, mcpServers: servers } })
    await guide.trust(1)
    await guide.send('How was the weather?')
    await guide.answer('Allow once')
    await guide.read('I can read the temperatures')
    await guide.see('Content that a model does not support')
    await guide.window.locator('button').filter({ hasText: /\d %$/ }).last().click()
    await guide.find('list', 'Next request').waitFor()
    await guide.see('The next request with a server')
    await model.close()
  })
}

function wordDocument(text: string): Buffer {
  const part = `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`
  return Buffer.from(zipSync({ 'word/document.xml': strToU8(part) }))
}

/** As Word wrote them before 2007: they begin with these eight bytes. */
function oldDocument(): Buffer {
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)])
}
