// `node scripts/library-servers.mjs [LANGUAGE…]`: builds the servers of the official libraries in other languages that are
// not built yet, and prints one line of JSON on standard output: how to start each, or what is missing.

import './setup/node-version.mjs'
import { runScript, SetupError } from './process/terminal.mjs'
import { ensureLibraryServers, languages } from './setup/library-servers.mjs'

await runScript(async () => {
  const names = process.argv.slice(2)
  const unknown = names.filter((name) => !languages.includes(name))
  if (unknown.length > 0)
    throw new SetupError(`unknown: ${unknown.join(', ')}; there are ${languages.join(', ')}`)
  const servers = await ensureLibraryServers(names.length > 0 ? { names } : {})
  process.stdout.write(`${JSON.stringify(servers)}\n`)
})
