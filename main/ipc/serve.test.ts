/** Who is answered, and as which window. A function replaces Electron's IPC, and says who the sender is. */
import { beforeEach, expect, it, vi } from 'vitest'
import { createLogger, SecretRegistry } from '../../app/base/logger'
import type { Result } from '../../app/contract/failure'
import { serveCalls, type AnswerCall } from './serve'

type Handle = (event: object, name: string, input: unknown) => Promise<Result<unknown>>
const line = vi.hoisted((): { handle: Handle | null } => ({ handle: null }))
vi.mock('electron', () => ({
  ipcMain: { handle: (_channel: string, handle: Handle) => void (line.handle = handle) }
}))

const frame = { origin: 'app://parley', parent: null }
const log = createLogger(() => {}, { secrets: new SecretRegistry(), now: () => 0 })
let open: number[]
let start: (answerOf: (contentsId: number) => AnswerCall | null) => void

beforeEach(() => {
  open = [3, 4]
  serveCalls({
    answering: new Promise((resolve) => (start = resolve)),
    isOurs: (contentsId) => open.includes(contentsId),
    log
  })
})

const answerOf = (contentsId: number): AnswerCall | null =>
  open.includes(contentsId)
    ? (name) => Promise.resolve({ ok: true, value: `${contentsId} ${String(name)}` })
    : null
const call = (id: number, senderFrame: object | null = frame) =>
  line.handle?.({ sender: { id }, senderFrame }, 'app.snapshot', {})

const refused = { ok: false, error: { code: 'BRIDGE_FORBIDDEN_SENDER' } }

it('answers each window as itself, also calls from before the core was ready', async () => {
  const early = call(4)
  start(answerOf)
  await expect(early).resolves.toEqual({ ok: true, value: '4 app.snapshot' })
  await expect(call(3)).resolves.toEqual({ ok: true, value: '3 app.snapshot' })
})

it('SEC-11-4 answers no other sender', async () => {
  start(answerOf)
  await expect(call(5)).resolves.toMatchObject(refused)
  await expect(call(3, { ...frame, parent: frame })).resolves.toMatchObject(refused)
  await expect(call(3, { ...frame, origin: 'https://example.com' })).resolves.toMatchObject(refused)
  await expect(call(3, null)).resolves.toMatchObject(refused)
})

it('refuses calls of a window that was closed before the core was ready', async () => {
  const late = call(4)
  open = [3]
  start(answerOf)
  await expect(late).resolves.toMatchObject(refused)
})

it("returns the reason if the core didn't start", async () => {
  serveCalls({ answering: Promise.reject(new Error('no')), isOurs: () => true, log })
  await expect(call(3)).resolves.toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
})
