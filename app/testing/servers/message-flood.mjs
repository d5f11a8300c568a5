/** Sends 10,000 progress notifications a second for `--seconds=N`, once the file `--begin=PATH` exists. */
import { existsSync } from 'node:fs'
import { notify, option, serve } from './line-server.mjs'

const perSecond = 10_000
const everyMs = 10

serve({
  name: 'flood',
  on: {
    'notifications/initialized': () => {
      const timer = setInterval(() => {
        if (!existsSync(option('begin'))) return
        clearInterval(timer)
        flood()
      }, 50)
    }
  }
})

function flood() {
  const total = Number(option('seconds')) * perSecond
  const began = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    // Timers are late on a busy machine: what is due counts, not how often this runs.
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1_000) * perSecond))
    for (; sent < due; sent += 1)
      notify('notifications/progress', { progressToken: 1, progress: sent, message: 'The next item' })
    if (sent === total) clearInterval(timer)
  }, everyMs)
}
