/** What servers brought into a request, as shares of it. */
import { expect, it } from 'vitest'
import type { ModelContent, ModelRequest, ModelTool } from '../../models/model'
import { calculateServerShares } from './server-shares'

const tool = (name: string, letters: number): ModelTool => ({
  name,
  description: 'x'.repeat(letters),
  inputSchema: {}
})
const owners = new Map([
  ['mail__read', 'mail'],
  ['files__read', 'files']
])
const serverOf = (name: string) => owners.get(name)

function request(tools: readonly ModelTool[], content: readonly ModelContent[] = []): ModelRequest {
  return { model: 'm', systemPrompt: '', tools, maxOutputTokens: 1, messages: [{ role: 'user', content }] }
}

const result = (id: string, text: string): ModelContent => ({
  type: 'tool-result',
  id,
  isError: false,
  content: [{ type: 'text', text }]
})
const call = (id: string, name: string): ModelContent => ({ type: 'tool-call', id, name, arguments: {} })

it('counts the definitions of each server, and none of Parley’s own tools', () => {
  const shares = calculateServerShares(
    request([tool('mail__read', 3_000), tool('files__read', 1_000), tool('search_tools', 4_000)]),
    serverOf
  )
  expect([...shares.keys()]).toEqual(['mail', 'files'])
  expect(shares.get('mail')).toBeCloseTo(3 / 8, 1)
  expect(shares.get('files')).toBeCloseTo(1 / 8, 1)
})

it("counts a server's text in the system prompt, its resources and its prompts, and no text of the user", () => {
  const words = 'y'.repeat(1_000)
  const image = { type: 'image', mimeType: 'image/png', data: words } as const
  const content: readonly ModelContent[] = [
    { type: 'text', text: words },
    { type: 'text', text: words, server: 'mail' },
    { type: 'block', block: image, server: 'files' }
  ]
  const asked = { ...request([], content), systemPrompt: words, serverLetters: new Map([['mail', 1_000]]) }
  const shares = calculateServerShares(asked, serverOf)
  expect(shares.get('mail')).toBeCloseTo(2 / 4, 1)
  expect(shares.get('files')).toBeCloseTo(1 / 4, 1)
})

it('counts results for the server that was called', () => {
  const said: ModelContent = { type: 'text', text: 'y'.repeat(5_000) }
  const content = [
    said,
    call('1', 'mail__read'),
    result('1', 'z'.repeat(5_000)),
    call('2', 'run_script'),
    result('2', 'w')
  ]
  const shares = calculateServerShares(request([], content), serverOf)
  expect([...shares.keys()]).toEqual(['mail'])
  expect(shares.get('mail')).toBeCloseTo(0.5, 1)
})

it('counts a picture by its cost to the model, not by its file size', () => {
  const picture: ModelContent = {
    type: 'tool-result',
    id: '1',
    isError: false,
    content: [{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(5_000_000) }]
  }
  const said: ModelContent = { type: 'text', text: 'y'.repeat(6_400) }
  const shares = calculateServerShares(request([], [said, call('1', 'mail__read'), picture]), serverOf)
  expect(shares.get('mail')).toBeCloseTo(0.5, 1)
})

it('is empty for a request without text from servers', () => {
  expect(calculateServerShares(request([]), serverOf).size).toBe(0)
})
