/** Evaluates code in the main process of the installed program, whose inspector is open. Its page's port can't be opened. */
import { expect } from 'playwright/test'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import WebSocket from 'ws'

export interface MainProcess {
  /** The value of an expression, which may use `require`. */
  evaluate(expression: string): Promise<unknown>
}

export async function connectToMain(child: ChildProcess): Promise<MainProcess> {
  let said = ''
  child.stderr?.on('data', (piece: Buffer) => (said += String(piece)))
  const address = () => /Debugger listening on (ws:\/\/\S+)/.exec(said)?.[1]
  await expect.poll(address, { message: 'the inspector' }).toBeDefined()
  const socket = new WebSocket(address() ?? '')
  await once(socket, 'open')
  let lastId = 0
  const evaluate = async (expression: string): Promise<unknown> => {
    const id = (lastId += 1)
    const answer = new Promise<unknown>((resolve, reject) => {
      socket.once('close', () => reject(new Error('The main process ended.')))
      socket.on('message', (data: Buffer) => {
        const message = JSON.parse(data.toString()) as {
          id?: number
          result?: { result: { value: unknown }; exceptionDetails?: { exception?: { description?: string } } }
        }
        if (message.id !== id) return
        const failure = message.result?.exceptionDetails
        if (failure === undefined) resolve(message.result?.result.value)
        else reject(new Error(failure.exception?.description))
      })
    })
    const params = { expression, includeCommandLineAPI: true, returnByValue: true, awaitPromise: true }
    socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }))
    return await answer
  }
  return { evaluate }
}
