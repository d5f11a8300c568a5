/** Entry of the thread of one script; it is ended with it. */
import { parentPort, workerData } from 'node:worker_threads'
import type { FromScript, ScriptWork, ToScript } from './script-messages'
import { QuickJsSandbox } from './quickjs-sandbox'

async function serve(port: NonNullable<typeof parentPort>): Promise<void> {
  const work = workerData as ScriptWork
  const machine = await QuickJsSandbox.open(work.limits, (news: FromScript) => port.postMessage(news))
  port.on('message', (told: ToScript) => machine.answer(told))
  port.postMessage({ type: 'began' } satisfies FromScript)
  machine.start(work)
}

if (parentPort !== null) void serve(parentPort)
