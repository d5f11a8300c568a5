/** A model that asks whether it may write scripts: when it can ask, who answers, and what applies after that. */
import { describe, expect, it, vi } from 'vitest'
import type { CatalogTool } from '../../servers/interface'
import { listRequestResults, runScripted, listRequestTools } from './testing/run-scripted'
import type { TurnOptions } from './turn-options'

const catalog = Array.from({ length: 20 }, (_, index): CatalogTool => ({
  serverName: 'files',
  name: `read_${index}`,
  modelToolName: `files__read_${index}`,
  definitionHash: 'hash',
  title: null,
  description: '',
  annotations: {},
  icons: [],
  isDisabled: false,
  problem: null,
  inputSchema: { type: 'object' },
  outputSchema: null,
  taskSupport: 'forbidden'
}))

type Choice = ReturnType<TurnOptions['scripts']['read']>
const ask = { name: 'ask_for_scripts', arguments: { reason: 'Twenty files are to be read.' } }

function choosing(choice: Choice, type: 'allow' | 'deny' | 'withdrawn' = 'allow') {
  let now = choice
  return {
    read: () => now,
    choose: vi.fn(async (isOn: boolean) => void (now = { isCodeMode: isOn, mayAskForScripts: false })),
    ask: vi.fn(async () => ({ type }))
  }
}

describe('a model that asks for scripts', () => {
  it('has the tool for it when there are enough tools and the user has not chosen yet', async () => {
    const offered = async (choice: Choice, tools = catalog, mostTools?: number) => {
      const scripts = choosing(choice)
      const limit = mostTools === undefined ? {} : { mostTools }
      const { requests } = await runScripted({ replies: [], catalog: tools, scripts, ...limit })
      return listRequestTools(requests[0])
    }
    expect((await offered({ mayAskForScripts: true }))?.slice(0, 2)).toEqual([ask.name, 'files__read_0'])
    expect(await offered({ mayAskForScripts: true }, catalog, 21)).toContain(ask.name)
    for (const without of [
      offered({ mayAskForScripts: true }, catalog.slice(1)),
      offered({ mayAskForScripts: true }, catalog, 20), // it would displace another tool
      offered({ mayAskForScripts: false }),
      offered({ mayAskForScripts: true, isCodeMode: true })
    ])
      expect(await without).not.toContain(ask.name)
  })

  it('shows its reason to the user, and continues with scripts after approval', async () => {
    const scripts = choosing({ mayAskForScripts: true })
    const { requests, calls } = await runScripted({ replies: [ask], catalog, scripts })
    expect(scripts.ask).toHaveBeenCalledExactlyOnceWith(
      { conversationId: 'c', callId: calls[0]?.callId, model: 'p/m', reason: ask.arguments.reason },
      expect.any(AbortSignal)
    )
    expect(scripts.choose).toHaveBeenCalledExactlyOnceWith(true)
    expect(calls[0]).toMatchObject({ serverName: null, state: 'done' })
    expect(listRequestTools(requests[1])).toEqual(['run_script'])
    expect(requests[1]?.systemPrompt).toContain('files__read_19')
    expect(listRequestResults(requests[1])[0]).toContain('The user allows scripts.')
  })

  it('continues without scripts after a denial, and nothing is asked again', async () => {
    const scripts = choosing({ mayAskForScripts: true }, 'deny')
    const { requests, calls } = await runScripted({ replies: [ask, ask], catalog, scripts })
    expect(scripts.ask).toHaveBeenCalledTimes(1)
    expect(scripts.choose).toHaveBeenCalledExactlyOnceWith(false)
    expect(calls.map(({ state }) => state)).toEqual(['denied', 'denied'])
    expect(listRequestTools(requests[1])).toEqual(catalog.map(({ modelToolName }) => modelToolName))
    expect(listRequestResults(requests[2])).toEqual(
      Array(2).fill(expect.stringContaining('does not want scripts'))
    )
  })

  it('makes no choice when the question is withdrawn', async () => {
    const scripts = choosing({ mayAskForScripts: true }, 'withdrawn')
    const { calls } = await runScripted({ replies: [ask], catalog, scripts })
    expect(scripts.choose).not.toHaveBeenCalled()
    expect(calls[0]?.state).toBe('cancelled')
  })

  it('gets a note when scripts are already on', async () => {
    const scripts = choosing({ isCodeMode: true })
    const { calls } = await runScripted({ replies: [ask], catalog, scripts })
    expect(scripts.ask).not.toHaveBeenCalled()
    expect(calls[0]?.state).toBe('done')
  })
})
