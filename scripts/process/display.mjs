// Displays for windows where there is none: Xvfb on numbers that it picks itself, so that several runs on one machine
// never meet. Started apart from the terminal's process group: Ctrl+C must end the app first.

import { spawn, spawnSync } from 'node:child_process'
import { SetupError } from './terminal.mjs'

/** Whether this system shows windows at all without help. */
export const hasDisplay = (env = process.env) =>
  process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)

export const hasXvfb = () => !spawnSync('Xvfb', ['-help']).error

/** Runs `work` with an environment that has a display: a virtual one if `isVirtual`, else the present one. */
export async function withDisplay(isVirtual, work) {
  if (!isVirtual) return work(process.env)
  // Without Wayland's variable: Electron would prefer it over our display.
  const { WAYLAND_DISPLAY: _wayland, ...env } = process.env
  return withVirtualDisplays(1, ([name]) => work({ ...env, DISPLAY: name, XDG_SESSION_TYPE: 'x11' }))
}

/** Runs `work` with the names of so many virtual displays, which end with it. */
export async function withVirtualDisplays(count, work) {
  const starts = await Promise.allSettled(Array.from({ length: count }, startXvfb))
  const displays = starts.flatMap(({ value }) => value ?? [])
  const stop = () => displays.forEach((display) => display.stop())
  process.once('exit', stop)
  try {
    const failed = starts.find(({ status }) => status === 'rejected')
    if (failed) throw failed.reason
    return await work(displays.map(({ number }) => `:${number}`))
  } finally {
    process.off('exit', stop)
    stop()
  }
}

async function startXvfb() {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true
  })
  const number = await new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(new SetupError('there is no display, and Xvfb is not installed: apt-get install xvfb'))
    )
    server.once('exit', (code) => reject(new SetupError(`the virtual display (Xvfb) ended with ${code}`)))
    server.stdio[3].once('data', (data) => resolve(String(data).trim()))
  })
  server.removeAllListeners('exit')
  return { number, stop: () => server.kill() }
}
