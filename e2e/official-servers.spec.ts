/** The official reference servers, as users run them. */
import fs from 'node:fs'
import path from 'node:path'
import { inputDialog, linkDialog, samplingAnswerDialog, samplingDialog } from './server-questions'
import { everything, filesystem, fixture, memory, sequentialThinking } from './fixtures/entries'
import { apis, call, say, toolResults } from './fixtures/model'
import { expect, sharedTest, test } from './test'
import {
  answerCall,
  answers,
  backToChat,
  callDialog,
  callUp,
  closeDialog,
  expectConnected,
  inspect,
  offeredResource,
  openAttach,
  openServers,
  openTab,
  pressIn,
  sendMessage,
  serverItem,
  toolCard,
  trustAll
} from './window'

for (const api of apis) {
  sharedTest(
    `SYS-19 SYS-36 TOOL-08 TOOL-09 TOOL-11 UI-04: writes, finds and gathers files, each step with its own approval, and respects a denial, over ${api}`,
    async ({ start, startModel, workspace }) => {
      const desktop = workspace.file('Desktop')
      const downloads = workspace.file('Downloads')
      const pictures = path.join(desktop, 'Pictures')
      const poem = {
        path: path.join(desktop, 'poem.txt'),
        content: 'Two spoons of Darjeeling,\nfour minutes of peace.\n'
      }
      fs.mkdirSync(desktop)
      fs.mkdirSync(downloads)
      for (const name of ['work-plan.md', 'work-budget.csv', 'holiday.md', 'sea.png'])
        fs.writeFileSync(path.join(downloads, name), name)
      const gathering = {
        source: path.join(downloads, 'sea.png'),
        destination: path.join(pictures, 'sea.png')
      }
      const model = await startModel(
        [
          [call('files', 'write_file', poem)],
          [call('files', 'search_files', { path: downloads, pattern: '**/work*' })],
          [call('files', 'create_directory', { path: pictures })],
          [call('files', 'move_file', gathering)],
          [call('files', 'write_file', { path: path.join(desktop, 'poem.txt'), content: 'Overwritten' })],
          [say('All done but the last.')]
        ],
        { api }
      )
      workspace.writeSettings({ mcpServers: { files: filesystem(desktop, downloads) }, ...model.settings })
      const { window } = await start()
      // The file was written while Parley runs. The button in the message box says how many are connected.
      await trustAll(window, ['files'])
      const servers = await openServers(window)
      const page = await inspect(servers, 'files', 'Tools')
      for (const tool of ['write_file', 'search_files', 'create_directory', 'move_file'])
        await expect(page).toContainText(tool)
      await backToChat(window)
      const allow = async (tool: string, shown: string) => {
        await expect(callDialog(window, 'files', tool)).toContainText(shown)
        await answerCall(window, { server: 'files', tool, answer: 'Allow once' })
      }

      await sendMessage(window, 'Write a poem, find my work files, gather my images')
      await model.admit(window)
      await expect(callDialog(window, 'files', 'write_file')).toContainText('four minutes of peace.')
      expect(fs.existsSync(poem.path)).toBe(false)
      await allow('write_file', poem.path)
      await allow('search_files', '**/work*')
      await allow('create_directory', pictures)
      await allow('move_file', gathering.destination)
      await answerCall(window, { server: 'files', tool: 'write_file', answer: 'Deny' })
      await expect(answers(window).last()).toContainText('All done but the last.')

      expect(fs.readFileSync(poem.path, 'utf8')).toBe(poem.content)
      expect(fs.readdirSync(pictures)).toEqual(['sea.png'])
      expect(fs.readdirSync(downloads).sort()).toEqual(['holiday.md', 'work-budget.csv', 'work-plan.md'])
      const found = toolResults(model.requests()[2])[0]?.text ?? ''
      for (const name of ['work-plan.md', 'work-budget.csv']) expect(found).toContain(name)
      expect(found).not.toContain('holiday.md')
      await expect(toolCard(window, 'files', 'write_file').last()).toContainText('denied')
    }
  )
}

sharedTest(
  'SYS-59: finds in a chat what was stored in an earlier one',
  async ({ start, startModel, workspace }) => {
    const remembered = workspace.file('memory.jsonl')
    const entities = [{ name: 'Tea', entityType: 'drink', observations: ['Two spoons of Darjeeling'] }]
    const model = await startModel([
      [call('memory', 'create_entities', { entities })],
      [say('Remembered.')],
      [call('memory', 'search_nodes', { query: 'Darjeeling' })],
      [say('Two spoons.')]
    ])
    workspace.writeSettings({ mcpServers: { memory: memory(remembered) }, ...model.settings })
    const first = await start()
    await trustAll(first.window, ['memory'])
    await sendMessage(first.window, 'Remember how I take my tea')
    await answerCall(first.window, { server: 'memory', tool: 'create_entities', answer: 'Allow once' })
    await expect(answers(first.window).last()).toContainText('Remembered.')
    expect(fs.readFileSync(remembered, 'utf8')).toContain('Darjeeling')
    await first.quit()

    const { window } = await start()
    await expectConnected(window, 1)
    await window.getByRole('button', { name: 'New conversation' }).click()
    await sendMessage(window, 'How do I take my tea?')
    await answerCall(window, { server: 'memory', tool: 'search_nodes', answer: 'Allow once' })
    await expect(answers(window).last()).toContainText('Two spoons.')
    await expect(toolCard(window, 'memory', 'search_nodes')).toContainText('Two spoons of Darjeeling')
    expect(JSON.stringify(model.requests()[2]?.messages)).not.toContain('Darjeeling')
    expect(toolResults(model.requests()[3])[0]?.text).toContain('Two spoons of Darjeeling')
  }
)

for (const api of apis) {
  sharedTest(
    `SYS-60 CHAT-04 SYS-29: takes many steps of thought in one turn, allowed once for the whole conversation, over ${api}`,
    async ({ start, startModel, workspace }) => {
      const totalThoughts = 12
      const thought = (thoughtNumber: number) => ({
        thought: `Step ${thoughtNumber} of the plan`,
        nextThoughtNeeded: thoughtNumber < totalThoughts,
        thoughtNumber,
        totalThoughts
      })
      const steps = Array.from({ length: totalThoughts }, (_, index) => [
        call('thinking', 'sequentialthinking', thought(index + 1))
      ])
      const model = await startModel([...steps, [say('Thought through.')]], { api })
      workspace.writeSettings({ mcpServers: { thinking: sequentialThinking() }, ...model.settings })
      const { window } = await start()
      await trustAll(window, ['thinking'])
      await sendMessage(window, 'Think it through')
      await model.admit(window)
      await answerCall(window, {
        server: 'thinking',
        tool: 'sequentialthinking',
        answer: 'Allow for this conversation'
      })
      await expect(answers(window).last()).toContainText('Thought through.')
      await expect(window.getByRole('dialog')).toHaveCount(0)
      expect(toolResults(model.requests().at(-1))[0]?.text).toContain(
        `"thoughtHistoryLength": ${totalThoughts}`
      )
    }
  )
}

/** Tools of the everything server that only need an answer, with their answers. */
const plainTools: readonly [tool: string, input: object, answer: string | RegExp][] = [
  ['echo', { message: 'tea' }, 'Echo: tea'],
  ['get-annotated-message', { messageType: 'success', includeImage: true }, 'completed successfully'],
  ['get-env', {}, '"PATH"'],
  ['get-resource-links', { count: 2 }, 'demo://resource/dynamic/'],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }, 'demo://resource/dynamic/text/1'],
  ['get-structured-content', { location: 'Chicago' }, '36'],
  ['get-sum', { a: 2, b: 40 }, 'The sum of 2 and 40 is 42.'],
  ['get-tiny-image', {}, 'the MCP logo'],
  ['gzip-file-as-resource', { data: 'data:text/plain,tea', outputType: 'resource' }, 'application/gzip'],
  ['toggle-simulated-logging', {}, 'Started simulated'],
  ['toggle-subscriber-updates', {}, 'Started simulated'],
  ['trigger-long-running-operation', { duration: 1, steps: 2 }, 'Long running operation completed']
]

sharedTest(
  'SYS-56 PAGE-01 PAGE-03 PAGE-04: lists everything from the everything server, and runs each tool that only answers',
  async ({ start, startModel, workspace }) => {
    const model = await startModel([
      ...plainTools.map(([tool, input]) => [call('everything', tool, input)]),
      [say('All of them ran.')]
    ])
    const entries = { everything: everything(), paged: fixture('paged') }
    workspace.writeSettings({ mcpServers: entries, ...model.settings })
    const { window } = await start()
    await trustAll(window, Object.keys(entries))

    const servers = await openServers(window)
    // The everything server fits on one page, so a server with five pages of each kind is beside it.
    await expect(serverItem(servers, 'paged')).toContainText('5 tools')
    const page = await inspect(servers, 'everything')
    const about = page.getByRole('region', { name: 'About everything' })
    await expect(about).toContainText('Everything Reference Server')
    for (const capability of [/tools/i, /prompts/i, /resources/i, /log/i])
      await expect(about).toContainText(capability)
    await openTab(page, 'Tools')
    for (const [tool] of plainTools) await expect(page.getByText(tool, { exact: true })).toBeVisible()
    await expect(page).not.toContainText('unusable')
    await backToChat(window)
    const picker = await openAttach(window)
    await expect(offeredResource(picker, 'paged', /^(Resource|Template) \d/)).toHaveCount(10)
    for (const name of [
      /^Dynamic Text Resource/,
      /^Dynamic Blob Resource/,
      /architecture\.md/,
      /features\.md/
    ])
      await expect(picker.getByRole('option', { name })).toBeVisible()
    await closeDialog(picker)
    await expect(await callUp(window, '/')).toContainText([
      '/simple-prompt',
      '/args-prompt',
      '/completable-prompt',
      '/resource-prompt',
      ...[1, 2, 3, 4, 5].map((number) => `/prompt-${number}`)
    ])
    await window.keyboard.press('Escape')

    await sendMessage(window, 'Run everything')
    for (const [tool] of plainTools)
      await answerCall(window, { server: 'everything', tool, answer: 'Allow once' })
    await expect(answers(window).last()).toContainText('All of them ran.')
    for (const [tool, , answer] of plainTools) {
      await expect(toolCard(window, 'everything', tool)).toContainText('done')
      await expect(toolCard(window, 'everything', tool)).toContainText(answer)
    }
  }
)

test('SYS-56: runs the tools of the everything server that ask the host for something, too', async ({
  start,
  startModel,
  workspace
}) => {
  const asking = [
    call('everything', 'get-roots-list', {}),
    call('everything', 'trigger-elicitation-request', {}),
    call('everything', 'trigger-url-elicitation', { url: 'https://example.com/sign-up' }),
    call('everything', 'trigger-sampling-request', { prompt: 'Tea?', maxTokens: 50 }),
    call('everything', 'simulate-research-query', { topic: 'tea' })
  ]
  const model = await startModel([
    ...asking.slice(0, 4).map((one) => [one]),
    [say('With milk.')],
    [asking[4]!],
    [say('All of them ran.')]
  ])
  workspace.writeSettings({
    mcpServers: { everything: everything() },
    roots: [workspace.home],
    ...model.settings
  })
  const { window } = await start()
  await trustAll(window, ['everything'])
  const card = (tool: string) => toolCard(window, 'everything', tool)
  const allow = (tool: string) => answerCall(window, { server: 'everything', tool, answer: 'Allow once' })
  await sendMessage(window, 'Run what asks')
  await allow('get-roots-list')
  await expect(card('get-roots-list')).toContainText(workspace.home)
  await allow('trigger-elicitation-request')
  const form = inputDialog(window, 'everything')
  await form.getByRole('textbox', { name: 'String', exact: true }).fill('Ada')
  await pressIn(form, 'Submit')
  await expect(card('trigger-elicitation-request')).toContainText('Ada')
  await allow('trigger-url-elicitation')
  await pressIn(linkDialog(window, 'everything'), 'Decline')
  await expect(card('trigger-url-elicitation')).toContainText(/decline/i)
  await allow('trigger-sampling-request')
  await pressIn(samplingDialog(window, 'everything'), 'Approve')
  await pressIn(samplingAnswerDialog(window, 'everything'), 'Send to server')
  await expect(card('trigger-sampling-request')).toContainText('With milk.')
  await allow('simulate-research-query')
  await expect(card('simulate-research-query')).toContainText('Research Report')
  await expect(answers(window).last()).toContainText('All of them ran.')

  const covered = [
    ...plainTools.map(([tool]) => tool),
    ...asking.map((one) => (one.type === 'call' ? one.tool : '')),
    // In `reference-asks.spec.ts`, with every answer.
    'trigger-sampling-request-async',
    'trigger-elicitation-request-async'
  ]
  const offered = model.requests()[0]?.tools.map(({ name }) => name) ?? []
  expect(offered.filter((name) => !covered.some((tool) => name.endsWith(tool)))).toEqual([])
  expect(offered).toHaveLength(covered.length)
})
