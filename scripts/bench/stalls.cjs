/**
 * Required into the main process of a measured app: writes, several times a second, the longest time that its loop was
 * blocked since the previous line, as `milliseconds-since-the-epoch stall-in-milliseconds`.
 */
const { appendFileSync } = require('node:fs')
const { monitorEventLoopDelay } = require('node:perf_hooks')

const everyMs = 100
const resolutionMs = 5

// The app keeps little of its environment.
const file = process.env.STALLS_FILE

if (process.type === 'browser') {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  histogram.enable()
  setInterval(() => {
    const stall = Math.max(0, histogram.max / 1e6 - resolutionMs)
    histogram.reset()
    appendFileSync(file, `${Date.now()} ${stall}\n`)
  }, everyMs)
}
