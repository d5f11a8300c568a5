// `npm run test:installed`: builds two versions of the deb with a feed on this computer, and runs `e2e/installed` with them, in
// a copy of this system that ends with the test. Needs root, and a Linux with dpkg.

import './setup/node-version.mjs'
import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hasDisplay } from './process/display.mjs'
import { freePort } from './process/free-port.mjs'
import { inProject, root } from './process/paths.mjs'
import { runPlaywrightSuite } from './process/playwright.mjs'
import { run, runNode, toStderr } from './process/run.mjs'
import { runScript, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'

const copy = inProject('dist/installed')

await runScript(async () => {
  if (process.platform !== 'linux' || spawnSync('dpkg', ['--version']).error)
    throw new SetupError('a deb can only be installed where dpkg is')
  if (process.getuid() !== 0) throw new SetupError('only root can install a package; run it in a container')
  const runtime = await setUp({ build: false, needsXvfb: !hasDisplay() })
  const system = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-system-'))
  try {
    const packages = await makePackages()
    const behind = (call) => ['unshare', '--mount', 'sh', '-c', enterCopy, system, root, ...call]
    const env = { ...packages, PARLEY_INSTALLED_CHANGES: path.join(system, 'changes') }
    return showSummary([
      await runPlaywrightSuite('installed', 'e2e/installed/installed.config.ts', runtime, { behind, env })
    ])
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
    fs.rmSync(system, { recursive: true, force: true })
  }
})

/** The mounts end with the last process in it. `$0`: a folder for it, `$1`: the project, which stays the same one. */
const enterCopy = `set -e
project=$1; shift
mount -t tmpfs none "$0"
mkdir "$0/changes" "$0/work" "$0/system"
mount -t overlay none -o "lowerdir=/,upperdir=$0/changes,workdir=$0/work" "$0/system"
for place in /dev /proc /sys /tmp "$project"; do mount --rbind "$place" "$0/system$place"; done
exec chroot "$0/system" sh -c 'cd "$0" && exec "$@"' "$project" "$@"`

/** In a copy of the sources, because a publisher is part of the build. */
async function makePackages() {
  fs.rmSync(copy, { recursive: true, force: true })
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root
  })
  for (const name of String(names)
    .split('\0')
    .filter((one) => one !== '' && fs.existsSync(inProject(one))))
    fs.cpSync(inProject(name), path.join(copy, name))
  // As links to the same files, which takes no space.
  execFileSync('cp', ['-al', inProject('node_modules'), path.join(copy, 'node_modules')])
  const port = await freePort()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const updateKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  edit('app/contract/product.json', (product) => ({
    ...product,
    updates: `http://127.0.0.1:${port}`,
    updateKey
  }))
  const feed = path.join(copy, 'dist-e2e')
  const older = path.join(copy, 'older.deb')
  fs.renameSync(await makeDeb(feed), older)
  const [major, minor, patch] = readJson('package.json').version.split('.')
  const version = `${major}.${minor}.${Number(patch) + 1}`
  edit('package.json', (own) => ({ ...own, version }))
  await makeDeb(feed)
  const env = { ...process.env, PARLEY_UPDATE_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }) }
  await succeed(runNode(path.join(copy, 'scripts/release/sign-feed.mjs'), [feed], { stdio: toStderr, env }))
  return {
    PARLEY_INSTALLED_OLD: older,
    PARLEY_INSTALLED_FEED: feed,
    PARLEY_INSTALLED_PORT: String(port),
    PARLEY_INSTALLED_VERSION: version
  }
}

/** With an open inspector; otherwise it is the package of a release. */
async function makeDeb(folder) {
  const script = path.join(copy, 'scripts/package.mjs')
  await succeed(run(process.execPath, [script, '--e2e', 'deb'], { stdio: toStderr, cwd: copy }))
  return path.join(
    folder,
    fs.readdirSync(folder).find((name) => name.endsWith('.deb'))
  )
}

async function succeed(running) {
  const { status } = await running
  if (status !== 0) throw new SetupError(`packing ended with status ${status}`)
}

function readJson(name) {
  return JSON.parse(fs.readFileSync(path.join(copy, name), 'utf8'))
}

function edit(name, change) {
  fs.writeFileSync(path.join(copy, name), `${JSON.stringify(change(readJson(name)), null, 2)}\n`)
}
