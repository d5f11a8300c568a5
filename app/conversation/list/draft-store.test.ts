import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import { Drafts } from './draft-store'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const written: [id: string, text: string | null][] = []
let failure: HostError | null = null

function createDrafts(): Drafts {
  written.length = 0
  failure = null
  return new Drafts({
    history: {
      listDrafts: async () => [],
      saveDraft: async (id, json) => {
        if (failure !== null) throw failure
        written.push([id, json === null ? null : (JSON.parse(json) as { text: string }).text])
      }
    }
  })
}

const draft = (text: string, conversationId: string | null = 'c') => ({
  conversationId,
  text,
  resources: [],
  files: []
})

async function keepFirst(drafts: Drafts): Promise<void> {
  const kept = drafts.keep(draft('H'))
  await vi.advanceTimersByTimeAsync(0)
  await kept
}

describe('a draft', () => {
  it('is written immediately, and quick changes after it in one write', async () => {
    const drafts = createDrafts()
    await keepFirst(drafts)
    expect(written).toEqual([['c', 'H']])
    const later = ['Ha', 'Hal', 'Half'].map(async (text) => drafts.keep(draft(text)))
    await vi.advanceTimersByTimeAsync(399)
    expect(written).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all(later)
    expect(written).toEqual([
      ['c', 'H'],
      ['c', 'Half']
    ])
  })

  it('is written when Parley quits, without the delay', async () => {
    const drafts = createDrafts()
    await keepFirst(drafts)
    void drafts.keep(draft('Half'))
    void drafts.keep(draft('Other', 'd'))
    await drafts.settled()
    expect(written).toEqual([
      ['c', 'H'],
      ['c', 'Half'],
      ['d', 'Other']
    ])
  })

  it('is not written after its conversation was deleted', async () => {
    const drafts = createDrafts()
    await keepFirst(drafts)
    void drafts.keep(draft('Half'))
    drafts.forget('c')
    await drafts.settled()
    expect(written).toEqual([['c', 'H']])
  })

  it('reports a failed write only to the caller', async () => {
    const drafts = createDrafts()
    await keepFirst(drafts)
    failure = new HostError('HISTORY_UNAVAILABLE', say('history.closed'))
    const kept = expect(drafts.keep(draft('Half'))).rejects.toMatchObject({ code: 'HISTORY_UNAVAILABLE' })
    await drafts.settled()
    await kept
  })
})
