// `npm run ledger -- verify --data-dir DIR`: follows the chain of the ledger and names the first broken entry;
// `export` copies it as JSON Lines. Works beside a running app.

import './setup/node-version.mjs'
import { pathToFileURL } from 'node:url'
import { runScript } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

await runScript(async () => {
  await ensureDependencies()
  const { bundle } = await import('./process/bundle.mjs')
  const { runLedger } = await import(pathToFileURL(await bundle('ledger', 'app/host/ledger-command.ts')).href)
  const out = (text) => void process.stdout.write(text)
  const error = (text) => void process.stderr.write(text)
  return runLedger(process.argv.slice(2), { out, error })
})
