import type { ProtocolRequest, ProtocolResponse, Session } from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'
import { readShipped } from '../../app/base/shipped-file'
import { serveFiles } from './protocol'

vi.mock('electron', () => ({ net: {}, protocol: {} }))
vi.mock('../../app/base/shipped-file')

const read = vi.mocked(readShipped)
const gone = new Error('EMFILE')
beforeEach(() => void read.mockReset())

function answerFor(url: string): Promise<ProtocolResponse> {
  type Handler = (request: ProtocolRequest, answer: (response: ProtocolResponse) => void) => void
  return new Promise((resolve) => {
    const registerBufferProtocol = (_scheme: string, handle: Handler) =>
      handle({ url, method: 'GET' } as ProtocolRequest, resolve)
    const session = { protocol: { registerBufferProtocol } } as unknown as Pick<Session, 'protocol'>
    serveFiles(session, { host: 'parley', folder: '/out/renderer', policy: "default-src 'none'" })
  })
}

it('reads a file again that could not be read the first time', async () => {
  read.mockRejectedValueOnce(gone).mockResolvedValueOnce(Buffer.from('export {}'))
  const answer = await answerFor('app://parley/assets/late.js')
  expect(answer.data).toEqual(Buffer.from('export {}'))
  expect(answer.statusCode).toBeUndefined()
})

it('answers that a file is missing if it can be read neither time', async () => {
  read.mockRejectedValue(gone)
  expect(await answerFor('app://parley/assets/late.js')).toMatchObject({ statusCode: 404 })
  expect(read).toHaveBeenCalledTimes(2)
})
