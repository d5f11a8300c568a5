/** The sandbox without its thread, for tests of the code around it: an endless script would block the test. */
import { QuickJsSandbox } from '../quickjs-sandbox'
import type { FromScript } from '../script-messages'
import { createSandbox } from '../scripts-client'

export const runSandboxInProcess = createSandbox((work) => {
  const listeners: ((news: FromScript) => void)[] = []
  let isOver = false
  const opened = QuickJsSandbox.open(work.limits, (news) => {
    if (!isOver) for (const listen of listeners) listen(news)
  })
  const start = async (): Promise<void> => {
    const machine = await opened
    for (const listen of listeners) listen({ type: 'began' })
    machine.start(work)
  }
  void start()
  return {
    on: (event: string, listener: (news: never) => void) => {
      if (event === 'message') listeners.push(listener as (news: FromScript) => void)
    },
    postMessage: (told) => void opened.then((machine) => !isOver && machine.answer(told)),
    terminate: async () => {
      isOver = true
    }
  }
})
