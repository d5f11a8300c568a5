// `npm run dev`: the page from Vite's development server with hot replacement; the main process, the programs beside it
// and the preload rebuilt on change, and Electron restarted then. Arguments after `--` are the app's own.

import './setup/node-version.mjs'
import { spawn } from 'node:child_process'
import { forgetBuild } from './build/staleness.mjs'
import { hasDisplay, withDisplay } from './process/display.mjs'
import { freePort } from './process/free-port.mjs'
import { endWithParent } from './process/parent.mjs'
import { root } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

// Bundles that belong together finish within a moment of each other; one restart is enough for them.
const settleMs = 100

await runScript(async () => {
  endWithParent()
  const isHeadless = process.platform === 'linux' && process.env.PARLEY_HEADLESS === '1'
  if (!isHeadless && !hasDisplay()) throw new SetupError('there is no display; run `xvfb-run -a npm run dev`')
  const runtime = await setUp({ build: false, needsXvfb: isHeadless })
  return withDisplay(isHeadless, (env) => develop(runtime, env))
})

async function develop(runtime, env) {
  // This build replaces the app that other commands open, so they must build it again.
  forgetBuild(root)
  const server = await servePage()
  const { port } = server.config.server
  const app = createApp(runtime, { ...env, PARLEY_DEV_SERVER: `http://127.0.0.1:${port}` })
  say(`page on http://127.0.0.1:${port}, shown through app:// in Electron ${runtime.version}`)
  const watchers = await Promise.all(['main', 'history', 'preload'].map((name) => watch(name, app.restart)))
  const status = await app.run()
  await Promise.all([server.close(), ...watchers.map((watcher) => watcher.close())])
  return status
}

async function servePage() {
  const { createServer } = await import('vite')
  const { viteConfig } = await import('./build/targets.mjs')
  const port = await freePort()
  const server = await createServer({
    ...viteConfig('renderer', { production: false }),
    // The page's origin is app://…, which has no port, so its socket needs the address.
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      cors: true,
      hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port }
    }
  })
  return server.listen()
}

/** Builds once, then on each change; resolves after the first good build. */
async function watch(name, onRebuilt) {
  const { build } = await import('vite')
  const { viteConfig } = await import('./build/targets.mjs')
  const config = viteConfig(name, { production: false })
  const watcher = await build({ ...config, build: { ...config.build, emptyOutDir: false, watch: {} } })
  await new Promise((resolve) => {
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') say(`${name}: ${event.error.message}`)
      if (event.code !== 'BUNDLE_END') return
      void event.result?.close()
      resolve()
      onRebuilt()
    })
  })
  return watcher
}

/** Runs Electron until it exits. A restart doesn't count as an exit. */
function createApp(runtime, env) {
  let child
  let isRestarting = false
  let timer
  const restart = () => {
    if (!child) return // still building for the first time
    clearTimeout(timer)
    timer = setTimeout(() => {
      isRestarting = true
      child.kill('SIGTERM')
    }, settleMs)
  }
  const run = () =>
    new Promise((resolve) => {
      const start = () => {
        child = spawn(runtime.executable, [...runtime.args, ...process.argv.slice(2)], {
          stdio: 'inherit',
          env
        })
        child.once('exit', (code) => {
          if (!isRestarting) return resolve(code ?? 0)
          isRestarting = false
          start()
        })
      }
      for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
      start()
    })
  return { run, restart }
}
