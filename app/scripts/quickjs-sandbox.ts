/**
 * One script in QuickJS, compiled to WebAssembly: a language without a world. There is no network, no file, no clock to
 * wait for and no module in it; two functions lead out, one to call a tool and one to print.
 */
import variant from '@jitl/quickjs-singlefile-mjs-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'
import type {
  QuickJSContext,
  QuickJSDeferredPromise,
  QuickJSHandle,
  QuickJSRuntime
} from 'quickjs-emscripten-core'
import type { JsonObject, JsonValue } from '../contract/json'
import type { ScriptAnswer, ScriptEnd, ScriptLimits } from './interface'
import type { FromScript, ScriptWork, ToScript } from './script-messages'
import { sandboxGlobals } from './sandbox-globals'

/** Of the machine's own stack; the thread's is several times that. */
const stackBytes = 256 * 1_024
const tooManyLines = 2_000

/** WebAssembly's types are in the browser's library, which the core doesn't include. */
declare const WebAssembly: {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => Memory
}
interface Memory {
  readonly buffer: ArrayBufferLike
}
const pageBytes = 65_536
/** What the engine begins with. */
const firstPages = 256

interface Engine {
  readonly runtime: QuickJSRuntime
  readonly memory: Memory
}

export class QuickJsSandbox {
  readonly #runtime: QuickJSRuntime
  readonly #context: QuickJSContext
  readonly #limits: ScriptLimits
  readonly #memory: Memory
  readonly #tell: (news: FromScript) => void
  readonly #waiting = new Map<number, QuickJSDeferredPromise>()
  #calls = 0
  #asked = 0
  #answered = 0
  #printed = 0
  #lines = 0
  #isBeyondCalls = false
  #main: QuickJSHandle | null = null
  #toText: QuickJSHandle | null = null

  private constructor({ runtime, memory }: Engine, limits: ScriptLimits, tell: (news: FromScript) => void) {
    this.#runtime = runtime
    this.#memory = memory
    this.#limits = limits
    this.#tell = tell
    runtime.setMaxStackSize(stackBytes)
    runtime.setInterruptHandler(() => this.#isBeyondCalls)
    this.#context = runtime.newContext()
  }

  /** Reports the script's calls, output and result to `tell`. Don't use it after its end. */
  static async open(limits: ScriptLimits, tell: (news: FromScript) => void): Promise<QuickJsSandbox> {
    // QuickJS's own limit compares single pieces with it: here it doesn't know what those that it has add up to.
    const memory = new WebAssembly.Memory({
      initial: firstPages,
      maximum: Math.floor(limits.memoryBytes / pageBytes)
    })
    const module = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: memory }))
    return new QuickJsSandbox({ runtime: module.newRuntime(), memory }, limits, tell)
  }

  start({ code, functions }: ScriptWork): void {
    const context = this.#context
    const names = context.newString(JSON.stringify(functions))
    const made = context.unwrapResult(context.evalCode(sandboxGlobals, 'parley.js'))
    const ways = [this.#callFunction(), this.#printFunction(), names]
    this.#toText = context.unwrapResult(context.callFunction(made, context.undefined, ...ways))
    // On one line with the code around it, so that line numbers match the script.
    const result = context.evalCode(`(async () => { ${code}\n})()`, 'script.js')
    if (result.error !== undefined) return this.#end(this.#thrown(result.error))
    this.#main = result.value
    this.#goOn()
  }

  answer({ id, answer }: ToScript): void {
    const deferred = this.#waiting.get(id)
    this.#waiting.delete(id)
    this.#answered += 1
    deferred?.resolve(this.#context.newString(JSON.stringify(answer)))
    this.#goOn()
  }

  #goOn(): void {
    const jobs = this.#runtime.executePendingJobs()
    if (this.#isBeyondCalls) return this.#end({ type: 'beyond', limit: 'calls' })
    if (jobs.error !== undefined) return this.#end(this.#thrown(jobs.error))
    if (this.#main === null) return
    const state = this.#context.getPromiseState(this.#main)
    if (state.type === 'fulfilled') return this.#end(this.#returned(state.value))
    if (state.type === 'rejected') return this.#end(this.#thrown(state.error))
    if (this.#waiting.size > 0) return this.#tell({ type: 'waits', answered: this.#answered })
    this.#end({ type: 'threw', message: 'The script waits for something that never happens.' })
  }

  #end(end: ScriptEnd): void {
    this.#tell({ type: 'ended', end })
  }

  #callFunction(): QuickJSHandle {
    return this.#context.newFunction('call', (name, args) => {
      this.#calls += 1
      // A script can't catch an interruption: otherwise a loop around its calls would run forever.
      if (this.#calls > this.#limits.calls) this.#isBeyondCalls = true
      const deferred = this.#context.newPromise()
      if (this.#isBeyondCalls) return deferred.handle
      const wanted = this.#readArguments(args)
      const id = this.#calls
      if ('type' in wanted) {
        deferred.resolve(this.#context.newString(JSON.stringify(wanted)))
        return deferred.handle
      }
      this.#waiting.set(id, deferred)
      this.#tell({ type: 'called', id, name: this.#context.getString(name), args: wanted.args })
      return deferred.handle
    })
  }

  /** The error that the function throws for invalid arguments. */
  #readArguments(handle: QuickJSHandle): { readonly args: JsonObject } | (ScriptAnswer & { type: 'thrown' }) {
    const most = this.#limits.arguments
    const text = this.#context.getString(handle)
    const wrong = (name: string, message: string) => ({ type: 'thrown', name, message }) as const
    if (!text.startsWith('{'))
      return wrong('TypeError', 'A tool function takes one object with named arguments.')
    if (this.#asked + text.length > most)
      return wrong(
        'RangeError',
        `The arguments of all calls of a script can have at most ${most} characters.`
      )
    this.#asked += text.length
    return { args: JSON.parse(text) as JsonObject }
  }

  #printFunction(): QuickJSHandle {
    return this.#context.newFunction('print', (line) => {
      const left = this.#limits.output - this.#printed
      if (left <= 0 || this.#lines >= tooManyLines) return
      const text = this.#context.getString(line)
      this.#printed += text.length + 1
      this.#lines += 1
      const isWhole = text.length < left && this.#lines < tooManyLines
      this.#tell({ type: 'printed', text: isWhole ? text : `${text.slice(0, left)}\n[more was printed]` })
    })
  }

  #returned(value: QuickJSHandle): ScriptEnd {
    const context = this.#context
    if (this.#toText === null) return { type: 'broken' }
    const text = context.callFunction(this.#toText, context.undefined, value)
    if (text.error !== undefined) return this.#thrown(text.error)
    const isNothing = context.typeof(text.value) !== 'string'
    return { type: 'returned', text: isNothing ? null : this.#cut(context.getString(text.value)) }
  }

  #thrown(error: QuickJSHandle): ScriptEnd {
    if (this.#isBeyondCalls) return { type: 'beyond', limit: 'calls' }
    const { name, message, stack } = this.#describe(error)
    if (name === 'InternalError' && message === 'out of memory') return { type: 'beyond', limit: 'memory' }
    // Where nothing is left for an error either, the engine throws null.
    if (message === 'null' && this.#isFull()) return { type: 'beyond', limit: 'memory' }
    const line = /script\.js:(\d+)/.exec(stack)?.[1]
    const place = line === undefined ? '' : ` (line ${line})`
    return { type: 'threw', message: this.#cut(`${name}: ${message}${place}`) }
  }

  /** The engine asks for a twentieth more at least. */
  #isFull(): boolean {
    return this.#memory.buffer.byteLength * 1.05 > this.#limits.memoryBytes
  }

  /** Runs the script's getters no more than `dump` does; a thrown value that isn't an error is shown unchanged. */
  #describe(error: QuickJSHandle): { name: string; message: string; stack: string } {
    const said = this.#context.dump(error) as JsonValue
    if (typeof said !== 'object' || said === null || Array.isArray(said)) {
      return { name: 'Thrown', message: JSON.stringify(said) ?? 'undefined', stack: '' }
    }
    const { name, message, stack } = said
    return {
      name: typeof name === 'string' ? name : 'Thrown',
      message: typeof message === 'string' ? message : JSON.stringify(said),
      stack: typeof stack === 'string' ? stack : ''
    }
  }

  #cut(text: string): string {
    const { result } = this.#limits
    return text.length <= result
      ? text
      : `${text.slice(0, result)}\n[cut here: ${text.length - result} more characters]`
  }
}
