/**
 * Runs work that hostile data may make endless. The engine itself interrupts it at the limit, also in the
 * middle of a regular expression, which no timer of ours could.
 */
import vm from 'node:vm'

const sandbox: { work: (() => unknown) | null } = { work: null }
const context = vm.createContext(sandbox)
const script = new vm.Script('work()')

export type Limited<T> = { readonly isDone: true; readonly value: T } | { readonly isDone: false }

/** The value of `work`, or `isDone: false` when it did not end within the limit. What it throws is thrown on. */
export function runWithTimeout<T>(limitMs: number, work: () => T): Limited<T> {
  sandbox.work = work
  try {
    return { isDone: true, value: script.runInContext(context, { timeout: limitMs }) as T }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { isDone: false }
    throw error
  } finally {
    sandbox.work = null
  }
}
