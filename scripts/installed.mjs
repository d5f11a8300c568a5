// `npm run test:installed`: builds two versions of the deb with a signed feed on this computer, and runs `e2e/installed` with
// them in an empty Debian 12, which mmdebstrap makes once in .cache. Needs root, and a Debian or Ubuntu.

import './setup/node-version.mjs'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hasDisplay } from './process/display.mjs'
import { freePort } from './process/free-port.mjs'
import { cacheFolder, inProject, root } from './process/paths.mjs'
import { runPlaywrightSuite } from './process/playwright.mjs'
import { run, runNode, toStderr } from './process/run.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'

const copy = inProject('dist/installed')

/** What is written into the system is gone with the last process. `$0`: a folder for it, `$1`: the empty Debian. */
const withSystem = `set -e
mount -t tmpfs none "$0"
mkdir "$0/changes" "$0/work" "$0/system"
mount -t overlay none -o "lowerdir=$1,upperdir=$0/changes,workdir=$0/work" "$0/system"
for place in dev proc sys; do mount --rbind "/$place" "$0/system/$place"; done
mount --bind /tmp "$0/system/tmp"
shift
exec "$@"`

await runScript(async () => {
  if (process.platform !== 'linux' || process.getuid() !== 0)
    throw new SetupError('only root on Linux can install a package; run it in a container')
  const runtime = await setUp({ build: false, needsXvfb: !hasDisplay() })
  const debian = await ensureDebian()
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-system-'))
  try {
    const packages = await makePackages()
    const behind = (call) => ['unshare', '--mount', 'sh', '-c', withSystem, place, debian, ...call]
    const env = {
      ...packages,
      PARLEY_PACKAGE: '/opt/Parley',
      PARLEY_SYSTEM: path.join(place, 'system'),
      PARLEY_SYSTEM_CHANGES: path.join(place, 'changes')
    }
    return showSummary([
      await runPlaywrightSuite('installed', 'e2e/installed/installed.config.ts', runtime, { behind, env })
    ])
  } finally {
    fs.rmSync(copy, { recursive: true, force: true })
    fs.rmSync(place, { recursive: true, force: true })
  }
})

/** With what the package depends on, so that the test's installation needs no network. */
async function ensureDebian() {
  const { parse } = await import('yaml')
  const { depends, recommends } = parse(fs.readFileSync(inProject('electron-builder.yml'), 'utf8')).deb
  const names = [...depends, ...recommends.filter((name) => name === 'bubblewrap')].join()
  const target = path.join(
    cacheFolder,
    `debian-12-${createHash('sha256').update(names).digest('hex').slice(0, 8)}`
  )
  if (fs.existsSync(target)) return target
  if (spawnSync('mmdebstrap', ['--version']).error)
    throw new SetupError('mmdebstrap makes the Debian of this test: apt-get install mmdebstrap')
  say('making an empty Debian 12, once')
  const begun = `${target}.tmp`
  fs.rmSync(begun, { recursive: true, force: true })
  const options = ['--variant=minbase', '--format=directory', `--include=${names}`]
  await succeed(run('mmdebstrap', [...options, 'bookworm', begun], { stdio: toStderr }), 'mmdebstrap')
  fs.renameSync(begun, target)
  return target
}

/** From a copy of the sources, because a publisher is part of the build. */
async function makePackages() {
  fs.rmSync(copy, { recursive: true, force: true })
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const name of String(execFileSync('git', listed, { cwd: root })).split('\0'))
    if (name !== '' && fs.existsSync(inProject(name))) fs.cpSync(inProject(name), path.join(copy, name))
  // As links to the same files, which takes no space.
  execFileSync('cp', ['-al', inProject('node_modules'), path.join(copy, 'node_modules')])
  const port = await freePort()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const updateKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const productFile = path.join(copy, 'app/contract/product.json')
  const product = { ...readJson(productFile), updates: `http://127.0.0.1:${port}`, updateKey }
  fs.writeFileSync(productFile, JSON.stringify(product))
  const [major, minor, patch] = readJson(inProject('package.json')).version.split('.')
  const version = `${major}.${minor}.${Number(patch) + 1}`
  const feed = path.join(copy, 'dist-e2e')
  const older = path.join(copy, 'older.deb')
  fs.renameSync(await makeDeb(feed), older)
  await makeDeb(feed, `--version=${version}`)
  const env = { ...process.env, PARLEY_UPDATE_KEY: privateKey.export({ format: 'pem', type: 'pkcs8' }) }
  const sign = path.join(copy, 'scripts/release/sign-feed.mjs')
  await succeed(runNode(sign, [feed], { stdio: toStderr, env }), 'signing')
  return {
    PARLEY_INSTALLED_OLD: older,
    PARLEY_INSTALLED_FEED: feed,
    PARLEY_INSTALLED_PORT: String(port),
    PARLEY_INSTALLED_VERSION: version
  }
}

/** With an open inspector; otherwise it is the package of a release. */
async function makeDeb(folder, ...options) {
  const script = path.join(copy, 'scripts/package.mjs')
  await succeed(runNode(script, ['--e2e', ...options, 'deb'], { stdio: toStderr }), 'packing')
  return path.join(
    folder,
    fs.readdirSync(folder).find((name) => name.endsWith('.deb'))
  )
}

async function succeed(running, doing) {
  const { status } = await running
  if (status !== 0) throw new SetupError(`${doing} ended with status ${status}`)
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}
