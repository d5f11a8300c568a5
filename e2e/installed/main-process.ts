/** Evaluates code in the main process of the installed program, whose inspector is open. Its page's port can't be opened. */
import { expect } from 'playwright/test'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import WebSocket from 'ws'

export interface MainProcess {
  /** The value of an expression, which may use `require`. */
  evaluate(expression: string): Promise<unknown>
}

interface Answer {
  readonly id?: number
  readonly result?: {
    readonly result: { readonly value: unknown }
    readonly exceptionDetails?: { readonly exception?: { readonly description?: string } }
  }
}

export async function connectToMain(child: ChildProcess): Promise<MainProcess> {
  let said = ''
  child.stderr?.on('data', (piece: Buffer) => (said += String(piece)))
  const address = () => /Debugger listening on (ws:\/\/\S+)/.exec(said)?.[1]
  await expect.poll(address, { message: 'the inspector' }).toBeDefined()
  const socket = new WebSocket(address() ?? '')
  await once(socket, 'open')
  // An open inspector would keep it from ending.
  child.stderr?.on('data', () => {
    if (said.includes('Waiting for the debugger to disconnect')) socket.close()
  })
  const waiting = new Map<number, (answer: Answer | null) => void>()
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as Answer
    waiting.get(answer.id ?? 0)?.(answer)
  })
  socket.once('close', () => waiting.forEach((answer) => answer(null)))
  const evaluate = async (expression: string): Promise<unknown> => {
    const id = waiting.size + 1
    const answered = new Promise<Answer | null>((resolve) => waiting.set(id, resolve))
    const params = { expression, includeCommandLineAPI: true, returnByValue: true, awaitPromise: true }
    socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }))
    const answer = await answered
    if (answer === null) throw new Error('The main process ended.')
    const failure = answer.result?.exceptionDetails
    if (failure !== undefined) throw new Error(failure.exception?.description)
    return answer.result?.result.value
  }
  return { evaluate }
}
