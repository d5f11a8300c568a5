// Servers of the official libraries in other languages, for tests: `app/testing/library-servers` has their programs. Each
// is built once for this user into a cache, under a name that is made of its sources and its tools. What a language lacks
// is said, never installed: only the libraries themselves are fetched, from the registry of their language.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { withLock } from '../process/lock.mjs'
import { inProject } from '../process/paths.mjs'
import { run } from '../process/run.mjs'
import { say, seconds } from '../process/terminal.mjs'
import { recipes } from './library-servers/recipes.mjs'

/** It ends what hangs: Rust compiles some 130 crates, on two busy processors for minutes. */
const limitMs = 1_200_000

/** So that no folder grows for ever: builds of earlier sources are of no use after this time. */
const keptForMs = 14 * 24 * 3_600_000

/** What a client says where a registry can't be reached, as opposed to sources that don't compile. */
const unreachable =
  /could ?n['o]t resolve|temporary failure in name|network is unreachable|no route to host|connection (?:refused|reset|timed out|error)|unknown host|unknownhost|dial tcp|i\/o timeout|tls handshake|name or service not known|failed to establish a new connection|max retries exceeded|no matching distribution|certificate|spurious network error|failed to download|could not transfer artifact|proxyerror|403 forbidden/iu

/**
 * @typedef {'python' | 'java' | 'go' | 'rust' | 'reference'} Language `reference`: the reference servers in Python
 * @typedef {{ language: Language, command: string, args: string[] }} LibraryServer
 *   started with `stdio`, or `http` and a port, behind `args`; of `reference` with the name of a module
 * @typedef {{ language: Language, reason: string }} Skipped an English clause that says what is missing
 */

export const languages = /** @type {Language[]} */ (Object.keys(recipes))

/**
 * Builds what is not built yet, one language after the other.
 * @param {{ names?: Language[], env?: NodeJS.ProcessEnv, isInBackground?: boolean, tell?: (line: string) => void }} options
 * @returns {Promise<Record<Language, LibraryServer | Skipped>>}
 */
export async function ensureLibraryServers({
  names = languages,
  env = process.env,
  isInBackground = false,
  tell = say
} = {}) {
  const found = {}
  for (const language of names) {
    found[language] = await ensureLibraryServer(language, { env, isInBackground })
    if ('reason' in found[language])
      tell(`tests with ${recipes[language].title} are skipped: ${found[language].reason}`)
  }
  return /** @type {Record<Language, LibraryServer | Skipped>} */ (found)
}

async function ensureLibraryServer(language, options) {
  const recipe = recipes[language]
  const wanted = options.env.PARLEY_LIBRARIES?.split(',')
  if (wanted && !wanted.includes(language)) return { language, reason: 'PARLEY_LIBRARIES leaves it out' }
  const tools = recipe.findTools(options.env)
  if ('reason' in tools) return { language, reason: tools.reason }
  const target = targetOf(language, tools, options.env)
  const server = { language, ...recipe.command(target, tools) }
  if (isReady(target)) return server
  fs.mkdirSync(path.dirname(target), { recursive: true })
  return withLock(`${target}.lock`, `building ${recipe.title}`, async () => {
    if (isReady(target)) return server // another process may have finished meanwhile
    removeOldBuilds(path.dirname(target))
    const problem = await build({ ...recipe, language, tools, target, ...options })
    return problem === null ? server : { language, reason: problem }
  })
}

/** The folder of the build, named after what it is made of. */
function targetOf(language, tools, env) {
  const sources = inProject('app/testing/library-servers', language)
  const hash = createHash('sha256').update(JSON.stringify([process.platform, process.arch, tools]))
  for (const name of fs.readdirSync(sources, { recursive: true, encoding: 'utf8' }).sort()) {
    const file = path.join(sources, name)
    if (isSource(file) && fs.statSync(file).isFile())
      hash.update(name).update('\0').update(fs.readFileSync(file))
  }
  const cache = env.PARLEY_LIBRARY_SERVERS || path.join(cacheOf(env), 'parley-library-servers')
  return path.join(cache, `${language}-${hash.digest('hex').slice(0, 12)}`)
}

/** Leaves out files of other builds. */
const isSource = (file) => !/[\\/](?:__pycache__|target)(?:[\\/]|$)/u.test(file)

const cacheOf = (env) => env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache')
const isReady = (target) => fs.existsSync(path.join(target, 'ready'))

/** @returns null, or why the language has to be left out. Sources that don't compile are a fault. */
async function build({ language, title, steps, tools, target, env, isInBackground }) {
  const started = Date.now()
  fs.rmSync(target, { recursive: true, force: true })
  fs.cpSync(inProject('app/testing/library-servers', language), path.join(target, 'source'), {
    recursive: true,
    filter: isSource
  })
  say(`building ${title} for tests; the packages come from their registry, once`)
  try {
    for (const step of steps(target, tools)) {
      const { command, args, cwd = path.join(target, 'source') } = step
      const call = isInBackground && process.platform !== 'win32' ? ['nice', '-n', '10', command] : [command]
      const { status, output, isTimedOut } = await run(call[0], [...call.slice(1), ...args], {
        cwd,
        env: { ...env, ...step.env },
        timeoutMs: limitMs
      })
      if (isTimedOut) return leave(target, `its build was not done after ${seconds(limitMs)}`)
      if (status !== 0 && unreachable.test(output))
        return leave(target, `its registry can't be reached: ${lastLine(output)}`)
      if (status !== 0) throw new Error(`${title} can't be built:\n${output.slice(-4_000)}`)
    }
    fs.writeFileSync(path.join(target, 'ready'), '')
    say(`${title}: built in ${seconds(Date.now() - started)}`)
    return null
  } catch (error) {
    fs.rmSync(target, { recursive: true, force: true })
    throw error
  }
}

function leave(target, reason) {
  fs.rmSync(target, { recursive: true, force: true })
  return reason
}

const lastLine = (output) => output.trimEnd().split('\n').at(-1)?.slice(0, 200) ?? ''

function removeOldBuilds(cache) {
  for (const name of fs.readdirSync(cache)) {
    const marker = path.join(cache, name, 'ready')
    const isOld = fs.existsSync(marker) && Date.now() - fs.statSync(marker).mtimeMs > keptForMs
    if (isOld) fs.rmSync(path.join(cache, name), { recursive: true, force: true })
  }
}
