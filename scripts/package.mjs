// `npm run package`: builds and packs the app for this system and architecture. `-- dir tar.gz deb` chooses the kinds,
// `-- --release` makes all of electron-builder.yml, `-- --e2e` leaves the inspector on, so that Playwright can drive the
// packaged program (into dist-e2e/). `-- --e2e --version=1.2.3` gives that package another version.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { packAtBest } from './build/pack-late.mjs'
import { inProject } from './process/paths.mjs'
import { run, toStderr } from './process/run.mjs'
import { bold, runScript, say, SetupError } from './process/terminal.mjs'
import { describePublisher, readProduct } from './release/product.mjs'
import { describeCarried, keepCarried } from './release/proof.mjs'
import { setUp } from './setup/set-up.mjs'

const isForTests = process.argv.includes('--e2e')
const isForRelease = process.argv.includes('--release')
const [version] = process.argv.flatMap((argument) => /^--version=(.+)$/u.exec(argument)?.[1] ?? [])
const kinds = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

/** The library of the database, which is for runtimes that have none of their own: ten megabytes. */
const withoutLibrary = ['libsql', '@libsql', '@neon-rs', 'detect-libc'].map(
  (name) => `!node_modules/${name}/**`
)

await runScript(async () => {
  const runtime = await setUp()
  if (runtime.source === 'registry') {
    say(
      `note: this package holds Electron ${runtime.version} from the package registry; it is for tests, not for release`
    )
  }
  // It takes a minute, and tests don't measure it.
  if (!isForTests) await packAtBest(inProject('out'))
  const output = inProject(isForTests ? 'dist-e2e' : 'dist')
  const files = await buildPackages(runtime, output)
  keepCarried(output, describeCarried(runtime))
  say(bold(`${path.basename(output)}/`))
  for (const file of files) say(`  ${path.relative(output, file)}`)
})

async function buildPackages(runtime, output) {
  const publisher = describePublisher(readProduct())
  const { Platform, build } = await import('electron-builder')
  const platform = Platform.current()
  const isLinux = platform === Platform.LINUX
  const wanted = kinds.length > 0 || isForRelease ? kinds : isLinux ? ['dir', 'tar.gz'] : []
  const isTarWanted = isLinux && wanted.includes('tar.gz')
  const others = wanted.filter((kind) => !(isTarWanted && kind === 'tar.gz'))
  // Without any it is what electron-builder.yml names.
  const targets = others.length > 0 ? others : isTarWanted ? 'dir' : null
  process.env.CUSTOM_FPM_PATH ??= inProject('scripts/release/fpm.mjs')
  const files = await build({
    projectDir: inProject(),
    targets: platform.createTarget(targets),
    publish: 'never',
    config: {
      extends: inProject('electron-builder.yml'),
      ...publisher,
      directories: { output },
      // Elsewhere electron-builder downloads it, for both architectures of a universal app.
      ...(isLinux ? { electronDist: runtime.dist } : {}),
      electronVersion: runtime.version,
      // Windows and macOS warn of an app that isn't, so such a release fails.
      forceCodeSigning: isForRelease && !isLinux,
      files: (await hasOwnDatabase(runtime)) ? withoutLibrary : [],
      afterPack: removeDevelopmentFiles,
      ...(isForTests ? forTests(publisher.extraMetadata) : {})
    }
  })
  return isTarWanted ? [...files, await packTar(output)] : files
}

function forTests(metadata) {
  return {
    electronFuses: { enableNodeCliInspectArguments: true },
    deb: { compression: 'gz' },
    extraMetadata: version === undefined ? metadata : { ...metadata, version }
  }
}

/** Asked of the runtime itself: without either there would be no history. */
async function hasOwnDatabase({ executable }) {
  const question = "process.exit(process.getBuiltinModule?.('node:sqlite') === undefined ? 1 : 0)"
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const { status } = await run(executable, ['-e', question], { stdio: toStderr, env })
  return status === 0
}

/** With the system's own tar: electron-builder would download another program for it. */
async function packTar(output) {
  const { version } = JSON.parse(fs.readFileSync(inProject('package.json'), 'utf8'))
  const folder = process.arch === 'x64' ? 'linux-unpacked' : `linux-${process.arch}-unpacked`
  const file = path.join(output, `parley-${version}-linux-${process.arch}.tar.gz`)
  const owner = ['--owner=0', '--group=0', '--numeric-owner']
  const rename = `--transform=s,^${folder},parley-${version},`
  const args = ['-czf', file, ...owner, rename, '-C', output, folder]
  const { status } = await run('tar', args, { stdio: toStderr })
  if (status !== 0) throw new SetupError(`tar ended with status ${status}`)
  return file
}

/** A custom distribution is copied as it is, with what only development needs. */
function removeDevelopmentFiles({ appOutDir, electronPlatformName }) {
  if (electronPlatformName !== 'linux') return
  for (const name of ['resources/default_app.asar', 'resources/app', 'version'])
    fs.rmSync(path.join(appOutDir, name), { recursive: true, force: true })
}
