// Provides the Electron runtime and the built app. `--print` writes one line of JSON to standard output:
// `{"dist","executable","args","version","source"}`; everything else goes to standard error.

import './setup/node-version.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

await runScript(async () => {
  const unknown = process.argv.slice(2).find((argument) => argument !== '--print')
  if (unknown) throw new SetupError(`unknown argument ${unknown}; there is --print`)
  const runtime = await setUp()
  if (process.argv.includes('--print')) process.stdout.write(`${JSON.stringify(runtime)}\n`)
  else say(`Electron ${runtime.version} (${runtime.source}) is in ${runtime.dist}`)
})
