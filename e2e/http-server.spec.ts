/** A server over Streamable HTTP: images and progress arrive as over stdio. */
import { everythingOverHttp } from './fixtures/http-servers'
import { call, say } from './fixtures/model'
import { expect, sharedTest as test } from './test'
import {
  answerCall,
  answers,
  closeDialog,
  expectConnected,
  openServers,
  sendMessage,
  serverItem,
  toolCard,
  trustAll,
  trustDialog
} from './window'

test('shows an image and progress over HTTP', async ({ start, startModel, workspace }) => {
  await using server = await everythingOverHttp()
  const model = await startModel([
    [
      call('remote', 'get-tiny-image', {}),
      call('remote', 'trigger-long-running-operation', { duration: 2, steps: 8 })
    ],
    [say('A picture, and patience.')]
  ])
  workspace.writeSettings({ mcpServers: { remote: { url: server.url } }, ...model.settings })
  const { window } = await start()
  await expect(trustDialog(window, 'remote')).toContainText(server.url)
  await trustAll(window, ['remote'])

  await sendMessage(window, 'Show me')
  await answerCall(window, { server: 'remote', tool: 'get-tiny-image', answer: 'Allow once' })
  await answerCall(window, { server: 'remote', tool: 'trigger-long-running-operation', answer: 'Allow once' })
  const slow = toolCard(window, 'remote', 'trigger-long-running-operation')
  await expect(slow.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /\d/)
  const picture = toolCard(window, 'remote', 'get-tiny-image').getByRole('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await expect(slow).toContainText('done')
  await expect(answers(window).last()).toContainText('A picture, and patience.')
})

test('names an address where nothing listens, and connects when something does', async ({
  start,
  workspace
}) => {
  const server = await everythingOverHttp()
  await server[Symbol.asyncDispose]()
  workspace.writeSettings({ mcpServers: { remote: { url: server.url } } })
  const { window } = await start()
  await window.getByRole('dialog').getByRole('button', { name: 'Trust and start' }).click()
  const servers = await openServers(window)
  await expect(serverItem(servers, 'remote')).toContainText('failed')
  await expect(serverItem(servers, 'remote')).toContainText(new URL(server.url).host)

  await using _again = await everythingOverHttp(Number(new URL(server.url).port))
  await serverItem(servers, 'remote').getByRole('button', { name: 'Start', exact: true }).click()
  await expect(serverItem(servers, 'remote')).toContainText('connected')
  await closeDialog(servers)
  await expectConnected(window, 1)
})
