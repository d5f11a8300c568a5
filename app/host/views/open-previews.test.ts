import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OpenPreview } from '../../contract/bridge/preview-calls'
import type { DrawnDiagram } from '../../contract/conversation/diagrams'
import type { LedgerDraft } from '../../ledger/interface'
import type { ViewFrameOptions } from '../../views/interface'
import { OpenPreviews } from './open-previews'

interface TestFrame extends ViewFrameOptions {
  isClosed: boolean
}

let frames: TestFrame[]
let published: OpenPreview[]
let openedFiles: string[]
let isWithoutBrowser: boolean
let recorded: LedgerDraft[]
let drawn: DrawnDiagram
let previews: OpenPreviews

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  frames = []
  published = []
  openedFiles = []
  isWithoutBrowser = false
  recorded = []
  drawn = { type: 'drawn', svg: '<svg>drawn</svg>' }
  let count = 0
  previews = new OpenPreviews({
    openViewFrame: () => {
      let frame: TestFrame | null = null
      const place = String(frames.length + 1)
      return {
        address: `parley-view://proxy-${place}/`,
        partition: `view-${place}`,
        show: (options) => {
          frame = { ...options, isClosed: false }
          frames.push(frame)
        },
        send: () => expect.unreachable('a preview gets no message'),
        close: () => {
          if (frame !== null) frame.isClosed = true
        }
      }
    },
    readPreviewScript: async (name) => `the script for ${name}`,
    drawDiagram: async () => drawn,
    openFile: async (file) => {
      if (isWithoutBrowser) throw new Error('no browser')
      openedFiles.push(file)
    },
    ledger: { record: (draft) => void recorded.push(draft) },
    publish: (preview) => published.push(preview),
    newId: () => `p${(count += 1)}`
  })
})
afterEach(async () => {
  await previews.dispose()
  vi.useRealTimers()
})

const tell = (frame: TestFrame | undefined, message: unknown) => frame?.onMessage(JSON.stringify(message))

describe('a preview', () => {
  it('runs its page in a frame whose policy names no host', async () => {
    await previews.open({
      kind: 'html',
      text: '<p>Hi</p><script src="https://cdn.example.com/a.js"></script>'
    })
    const [frame] = frames
    expect(frame?.html).toContain('<p>Hi</p>')
    expect((await frame?.load(new Request('https://example.com/')))?.status).toBe(403)
    expect(frame?.permissions).toEqual([])
    const policy = frame?.policy('parley-view://proxy') ?? ''
    expect(policy).not.toMatch(/https?:|wss?:|\*/)
    expect(policy).toContain('connect-src data: blob:;')
    expect(policy).toContain("frame-src 'none'")
  })

  it('draws a diagram before its page runs, and says why it could not', async () => {
    await previews.open({ kind: 'mermaid', text: 'flowchart LR' })
    expect(frames[0]?.html).toContain('<svg>drawn</svg>')
    drawn = { type: 'broken', reason: 'line 2' }
    await expect(previews.open({ kind: 'mermaid', text: 'flowchart LR' })).rejects.toMatchObject({
      code: 'VIEW_UNAVAILABLE'
    })
    await expect(previews.open({ kind: 'mermaid', text: 'x'.repeat(60_000) })).rejects.toThrow('too large')
    expect(frames).toHaveLength(1)
  })

  it.each(['react', 'markdown'] as const)('has the script for %s in its page', async (kind) => {
    await previews.open({ kind, text: 'text of the model' })
    expect(frames[0]?.html).toContain(`the script for ${kind}`)
    expect(frames[0]?.html).toContain('text of the model')
  })

  it('reports that it runs, and at most three different problems', async () => {
    const { previewId } = await previews.open({ kind: 'html', text: '' })
    tell(frames[0], { type: 'ready', text: '' })
    expect(published).toEqual([{ previewId, state: 'ready', reason: null, problems: [], escapes: 0 }])
    for (const text of ['a', 'a', 'b', 'c', 'd']) tell(frames[0], { type: 'error', text })
    expect(published.at(-1)?.problems.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
    expect(published).toHaveLength(4)
  })

  it('is ended if it sends too many messages, or never starts', async () => {
    await previews.open({ kind: 'html', text: '' })
    for (let count = 0; count < 1_001; count += 1) tell(frames[0], { jsonrpc: '2.0', method: 'x' })
    expect(published.at(-1)).toMatchObject({ state: 'ended', reason: 'flooded' })
    expect(frames[0]?.isClosed).toBe(true)
    await previews.open({ kind: 'html', text: '' })
    vi.advanceTimersByTime(10_000)
    expect(published.at(-1)).toMatchObject({ state: 'ended', reason: 'silent' })
  })

  it('is replaced while it is open, also after it crashed, and not after its window has gone', async () => {
    const first = await previews.open({ kind: 'html', text: 'one' })
    const second = await previews.replace({ previewId: first.previewId, kind: 'html', text: 'two' })
    expect(frames[0]?.isClosed).toBe(true)
    expect(second.partition).not.toBe(first.partition)
    frames[1]?.onEnd('crashed')
    const third = await previews.replace({ previewId: second.previewId, kind: 'html', text: 'three' })
    frames[2]?.onEnd('removed')
    const gone = previews.replace({ previewId: third.previewId, kind: 'html', text: 'four' })
    await expect(gone).rejects.toMatchObject({ code: 'VIEW_UNAVAILABLE' })
    await expect(previews.replace({ previewId: 'guessed', kind: 'html', text: '' })).rejects.toThrow()
    expect(frames).toHaveLength(3)
  })

  it('stays open if its newer version cannot be drawn', async () => {
    const { previewId } = await previews.open({ kind: 'mermaid', text: 'a' })
    drawn = { type: 'refused', why: 'slow' }
    await expect(previews.replace({ previewId, kind: 'mermaid', text: 'b' })).rejects.toThrow("couldn't")
    expect(frames[0]?.isClosed).toBe(false)
  })

  it('is one of at most four', async () => {
    const page = { kind: 'html', text: '' } as const
    const [one] = await Promise.all([0, 1, 2, 3].map(() => previews.open(page)))
    await expect(previews.open(page)).rejects.toThrow('Too many')
    previews.close({ previewId: one?.previewId ?? '' })
    await previews.open(page)
  })

  it('is written to a file for the browser without reports, and removed with Parley', async () => {
    const { previewId } = await previews.open({ kind: 'html', text: '<p>Hi</p>' })
    await previews.openInBrowser({ previewId })
    const [file = ''] = openedFiles
    expect(readFileSync(file, 'utf8')).toContain('<p>Hi</p>')
    expect(readFileSync(file, 'utf8')).not.toContain('postMessage')
    expect(recorded).toMatchObject([
      {
        kind: 'preview',
        recipientType: 'link',
        recipient: 'preview.html',
        subject: 'html',
        content: '<p>Hi</p>'
      }
    ])
    await previews.dispose()
    expect(existsSync(file)).toBe(false)
    await expect(previews.openInBrowser({ previewId })).rejects.toThrow('no longer open')
  })

  it('is not in the activity log if no browser opened', async () => {
    const { previewId } = await previews.open({ kind: 'html', text: '<p>Hi</p>' })
    isWithoutBrowser = true
    await expect(previews.openInBrowser({ previewId })).rejects.toThrow('no browser')
    expect(recorded).toEqual([])
  })

  it('counts each Escape in its page', async () => {
    await previews.open({ kind: 'html', text: '' })
    frames[0]?.onEscape()
    frames[0]?.onEscape()
    expect(published.map(({ escapes }) => escapes)).toEqual([1, 2])
  })
})
