/**
 * Starts a thread for each script, answers its calls, and ends it: when it is done, when it is stopped, or when it has
 * run for too long, in any state.
 */
import type { RunScript, Script, ScriptEnd, ScriptLimits } from './interface'
import { defaultScriptLimits } from './interface'
import type { FromScript, ScriptWork, ToScript } from './script-messages'

/** The part of `node:worker_threads`' Worker that is used. */
export interface ScriptThread {
  postMessage(told: ToScript): void
  on(event: 'message', listener: (news: FromScript) => void): unknown
  on(event: 'error' | 'exit', listener: () => void): unknown
  terminate(): Promise<unknown>
}

/** Loading the machine takes a moment; on a computer that does much else a long one. */
const startMs = 60_000

/** `spawn` starts a thread that runs `script-worker.ts`. */
export function createSandbox(spawn: (work: ScriptWork) => ScriptThread): RunScript {
  return async (script, limits = defaultScriptLimits) => {
    if (script.signal.aborted) return { type: 'stopped' }
    const { code, functions } = script
    const thread = spawn({ code, functions, limits })
    const end = await follow(thread, script, limits)
    await thread.terminate()
    return end
  }
}

function follow(thread: ScriptThread, script: Script, limits: ScriptLimits): Promise<ScriptEnd> {
  const { signal } = script
  return new Promise((resolve) => {
    const clock = createClock(() => settle({ type: 'beyond', limit: 'time' }))
    const stop = (): void => settle({ type: 'stopped' })
    let isOver = false
    let answered = 0
    const settle = (end: ScriptEnd): void => {
      isOver = true
      clock.stop()
      signal.removeEventListener('abort', stop)
      resolve(end)
    }
    const answer = async (news: FromScript & { readonly type: 'called' }): Promise<void> => {
      const told = await script.call(news.name, news.args)
      if (isOver) return
      answered += 1
      clock.run()
      thread.postMessage({ id: news.id, answer: told })
    }
    const take = (news: FromScript): void => {
      if (isOver) return
      if (news.type === 'began') return clock.set(limits.timeMs)
      if (news.type === 'printed') return script.onOutput(news.text)
      if (news.type === 'called') return void answer(news) // never rejects
      if (news.type === 'ended') return settle(news.end)
      if (news.answered === answered) clock.stop()
    }
    clock.set(startMs)
    signal.addEventListener('abort', stop, { once: true })
    thread.on('message', take)
    thread.on('error', () => settle({ type: 'broken' }))
    thread.on('exit', () => settle({ type: 'broken' }))
  })
}

/** Fires after the set running time, not counting pauses. */
function createClock(onEnd: () => void) {
  let left = 0
  let since = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  const stop = (): void => {
    if (timer === null) return
    clearTimeout(timer)
    timer = null
    left -= performance.now() - since
  }
  const run = (): void => {
    if (timer !== null) return
    since = performance.now()
    timer = setTimeout(onEnd, Math.max(0, left))
  }
  return {
    run,
    stop,
    /** Runs from now on. */
    set: (ms: number): void => {
      stop()
      left = ms
      run()
    }
  }
}
