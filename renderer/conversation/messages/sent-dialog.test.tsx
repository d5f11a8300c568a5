/** What was sent for an answer: the list of requests, their bodies as sent, and what is no longer stored. */
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SentRequest } from '../../../app/contract/models/sent-requests'
import { installFakeBridge } from '../../testing/fake-bridge'
import { show } from '../../testing/show'
import { SentDialog } from './sent-dialog'

const address = 'https://models.test/v1/messages'
const body = `{"model":"m","messages":[{"content":"Hel\u202Elo"}]}`

function request(change: Partial<SentRequest> = {}): SentRequest {
  return { id: 'r1', at: 0, model: 'vendor/m', address, bytes: 2_000, isKept: true, ...change }
}

function open(list: readonly SentRequest[], text: string | null = body) {
  const bridge = installFakeBridge({
    handlers: {
      'context.list-sent': () => [...list],
      'context.read-sent': () => (text === null ? null : { body: text })
    }
  })
  const onClose = vi.fn()
  return { bridge, onClose, ...show(<SentDialog messageId="a1" open onClose={onClose} />) }
}

const row = (number: number) => screen.findByRole('button', { name: new RegExp(`^Request ${number}`) })

test('lists each request with time, recipient and duration, and opens one by keyboard', async () => {
  const { bridge, person } = open([request(), request({ id: 'r2', bytes: 5_000 })])
  const second = await row(2)
  expect(second.textContent).toContain(`5 kB · ${address}`)
  second.focus()
  await person.keyboard('{Enter}')
  const shown = await screen.findByRole('group', { name: 'Body of request 2' })
  expect(shown.textContent).toContain('{"model":"m","messages":[{"content":"Hel')
  expect(shown.textContent).toContain('U+202E')
  expect(bridge.inputsOf('context.list-sent')).toEqual([{ messageId: 'a1' }])
  expect(bridge.inputsOf('context.read-sent')).toEqual([{ requestId: 'r2' }])
  expect(screen.getByRole('button', { name: 'Save as…' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy request' })).toBeTruthy()
})

test('draws a long body piece by piece', async () => {
  const { person } = open([request()], 'x'.repeat(150_000))
  await person.click(await row(1))
  const shown = await screen.findByRole('group', { name: 'Body of request 1' })
  expect(shown.textContent).toHaveLength(100_000)
  await person.click(screen.getByRole('button', { name: /^Show more/ }))
  expect(shown.textContent).toHaveLength(150_000)
})

test('says what is not stored, also for later requests', async () => {
  const { person } = open([request({ isKept: false }), request({ id: 'r2' })], null)
  await person.click(await row(1))
  await person.click(await row(2))
  const list = within(screen.getByRole('list', { name: 'Raw requests' }))
  expect(await list.findAllByText(/^The body wasn't kept/)).toHaveLength(2)
})

test('shows no requests for an answer of an earlier run', async () => {
  open([])
  expect(await screen.findByText(/^No requests are kept for this answer/)).toBeTruthy()
})
