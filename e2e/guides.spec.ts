/** The guides for users and authors, step by step as in docs/guides. */
import fs from 'node:fs'
import { startAndAsk } from './server-questions'
import { fixture, readCalls } from './fixtures/entries'
import { call, say } from './fixtures/model'
import { startSignInServer } from './fixtures/sign-in-server'
import { expectLegible } from './legible'
import { makeSecret } from './secrets'
import { signIn, signInDialog } from './signing-in'
import { expect, sharedTest } from './test'
import {
  addServer,
  answerCall,
  answers,
  answerTrust,
  backToChat,
  closeDialog,
  currentServer,
  inspect,
  messageBox,
  openServers,
  pressIn,
  sendMessage,
  serverItem,
  toolCard,
  trustDialog
} from './window'

const usual = { 'models.default': 'direct/none' }

sharedTest(
  'docs/guides/first-server.md: adds a server, shows it, uses it, and switches its tools off',
  async ({ start, workspace }) => {
    workspace.writeSettings(usual)
    const { window } = await start()
    const servers = await openServers(window)
    await expectLegible(servers, 'Ready to use')
    await servers.getByRole('button', { name: /^Everything/u }).click()
    await expect(trustDialog(window, 'everything')).toContainText('@modelcontextprotocol/server-everything')
    await answerTrust(window, 'everything')
    await expectLegible(servers, 'connected')
    await closeDialog(servers)

    await messageBox(window).fill('/echo')
    await window.getByRole('option', { name: /echo/iu }).first().click()
    const form = window.getByRole('dialog', { name: 'Arguments for echo' })
    await form.getByLabel('message').fill('Hello')
    await form.getByRole('button', { name: 'Run tool' }).click()
    await answerCall(window, { server: 'everything', tool: 'echo', answer: 'Allow once' })
    await expect(toolCard(window, 'everything', 'echo')).toContainText('Echo: Hello')

    const again = await openServers(window)
    const page = await inspect(again, 'everything', 'Tools')
    await page.getByRole('button', { name: 'Offer none' }).click()
    await expect(page).toContainText('0 offered to the model')
    await page.getByRole('button', { name: 'Offer all' }).click()
    await page.getByRole('button', { name: 'Offer only tools declared read-only' }).click()
    await expect(page).toContainText('offered to the model')
  }
)

sharedTest(
  'docs/guides/when-something-fails.md and your-server.md: shows the reason and the log, and runs a repaired script',
  async ({ start, workspace }) => {
    const script = workspace.file('server.mjs')
    fs.writeFileSync(script, "console.error('I miss my configuration'); process.exit(1)\n")
    workspace.writeSettings(usual)
    const { window } = await start()
    const servers = await openServers(window)
    await servers
      .getByRole('textbox', { name: 'Paste configuration' })
      .fill(`${JSON.stringify(process.execPath)} ${JSON.stringify(script)}`)
    await servers.getByRole('button', { name: 'Add pasted servers' }).click()
    await window.getByRole('button', { name: 'Trust and start' }).click()
    await expectLegible(servers, 'I miss my configuration')
    await servers.getByRole('button', { name: 'Troubleshoot' }).click()
    await expectLegible(servers, 'exit code 1')
    await servers.getByText('Run it manually').click()
    await expectLegible(servers, 'The entry in the settings file is valid.')
    await servers.getByRole('button', { name: 'Log', exact: true }).click()
    await expect(servers.getByRole('combobox', { name: 'Source' })).toBeVisible()
    await expect(servers.getByRole('combobox', { name: 'Level' })).toBeVisible()
    await expect(servers.getByLabel('Log lines')).toContainText('I miss my configuration')

    fs.copyFileSync('app/testing/servers/described.mjs', script)
    await servers.getByRole('button', { name: 'Restart', exact: true }).click()
    // The list behind it names the script as well.
    const hasAnswer = { has: window.getByRole('button', { name: 'Keep stopped', exact: true }) }
    const question = window.getByRole('dialog').filter(hasAnswer)
    await expect(question).toContainText('server.mjs')
    await pressIn(question, 'Keep stopped')
  }
)

sharedTest(
  'docs/guides/remote-servers.md: adds an address, signs in and out, adds a second account, and sets a key',
  async ({ start, workspace }) => {
    using server = await startSignInServer()
    workspace.writeSettings(usual)
    const parley = await start()
    const { window } = parley
    const servers = await openServers(window)
    await addServer(servers, 'work', { url: server.url })
    await pressIn(signInDialog(window, 'work'), 'Cancel')
    const work = serverItem(servers, 'work')
    await expect(work).toContainText('needs sign-in')
    const page = await inspect(servers, 'work')
    const panel = page.getByRole('region', { name: 'Sign-in at work' })
    await panel.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(signInDialog(window, 'work')).toContainText(new URL(server.issuer).host)
    await signIn(parley, 'work', 'ann')
    await expect(currentServer(window)).toContainText('connected')
    await expect(panel).toContainText('ann@people.example')
    await backToChat(window)

    await addServer(await openServers(window), 'home', { url: server.url })
    await signIn(parley, 'home', 'bob')
    await expect(serverItem(servers, 'home')).toContainText('connected')
    const other = await inspect(servers, 'home')
    await expect(other.getByRole('region', { name: 'Sign-in at home' })).toContainText('bob@people.example')
    const list = window.getByRole('navigation', { name: 'Servers', exact: true })
    await list.getByRole('button', { name: /^work/ }).click()
    await expect(panel).toContainText('ann@people.example')

    await panel.getByRole('button', { name: 'Forget client', exact: true }).click()
    await expect(panel).not.toContainText('ann@people.example')
    await panel.getByText('Use an API key or token instead').click()
    await panel.getByLabel('Header').fill('X-Key')
    await panel.getByLabel('Key or token').fill(makeSecret('key of a guide'))
    await panel.getByRole('button', { name: 'Save key' }).click()
    await expect(trustDialog(window, 'work')).toContainText('X-Key')
    await answerTrust(window, 'work', 'Keep stopped')
    expect(workspace.readSettings()).toMatch(/"X-Key": "\$\{secret:/u)
    await expect(list.getByRole('button', { name: /^home/ })).toContainText('connected')
  }
)

sharedTest(
  'docs/permissions.md: allows a tool for the conversation, revokes a permission, and reaches a limit of calls',
  async ({ start, startModel, workspace }) => {
    const record = workspace.file('calls')
    const model = await startModel(({ turn }) =>
      turn.isFirstReply ? [call('abacus', 'count', { by: 1 })] : [say(`Turn ${turn.number} is over.`)]
    )
    // A name of its own, because its limit outlives it.
    const mcpServers = { abacus: fixture('counter', `--record=${record}`) }
    const { window } = await startAndAsk(
      { start, workspace },
      { mcpServers, ...model.settings },
      {
        message: 'Count',
        server: 'abacus',
        tool: 'count',
        shown: 'Permission options',
        answer: 'Always allow'
      }
    )
    await expect(answers(window).last()).toContainText('Turn 1 is over.')

    const servers = await openServers(window)
    const page = await inspect(servers, 'abacus', 'Tools')
    await page.getByText('count', { exact: true }).first().click()
    const limits = page.getByRole('form', { name: 'Call limits for count' })
    await limits.getByLabel('Per day').fill('1')
    await limits.getByRole('button', { name: 'Save limits' }).click()
    await expect(page.getByText('limited', { exact: true })).toBeVisible()
    await backToChat(window)
    // Calls count from when the tool has a limit: one more is allowed, the next one isn't.
    await sendMessage(window, 'Count again')
    await expect(answers(window).last()).toContainText('Turn 2 is over.')
    await sendMessage(window, 'And again')
    await expect(answers(window).last()).toContainText('Turn 3 is over.')
    const card = toolCard(window, 'abacus', 'count').last()
    await expect(card).toContainText('failed')
    await expectLegible(card, 'To change the limit: Servers, abacus, Inspect, count.')
    expect(readCalls(record)).toHaveLength(2)
    expect(JSON.stringify(model.requests().at(-1)?.messages)).toContain('limit of one call')

    await window.getByRole('button', { name: 'Settings', exact: true }).click()
    const settings = window.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('tab', { name: 'Permissions' }).click()
    const grants = settings.getByRole('list', { name: 'Allowed tool calls' }).getByRole('listitem')
    const grant = grants.filter({ hasText: 'count on abacus' })
    await expect(grant).toBeVisible()
    await grant.getByRole('button', { name: 'Revoke' }).click()
    await expect(grant).toHaveCount(0)
  }
)
