/** A bundle of the corpus, chosen by a user who installs everything installable and trusts nothing. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { openHost, type OpenTestHost } from '../open-host'

export interface BundleDrive {
  /** Of the bundle's maker. */
  readonly file: string
  readonly name: string
  /** The result that the corpus expects, in its own terms. */
  readonly expected: readonly string[]
  readonly folder: string
}

const before = '{ "mcpServers": {} }\n'

/** Failed expectations, one sentence each. */
export async function driveBundle({ file, name, expected, folder }: BundleDrive): Promise<string[]> {
  const made = path.join(folder, 'made')
  const maker = spawn(process.execPath, [file, made, '--bomb-mb=256'], { stdio: 'ignore' })
  await once(maker, 'close')
  await writeFile(path.join(folder, 'settings.json'), before)
  const host = await openHost({ folder, chooseFile: async () => path.join(made, name) })
  await host.start()
  await host.handlers['bundle.choose']({})
  const view = await host.handlers['adding.read']({})
  const problems: string[] = []
  const isInstalled = view?.type === 'bundle' && (await install(host, view.id))
  const mustBeRefused = expected.some((text) => text.includes('refused before anything is written'))
  if (isInstalled && mustBeRefused) problems.push('the bundle was installed')
  if (!isInstalled && name.includes('control')) problems.push('a bundle without fault was refused')
  if (view?.type === 'refused' && view.reason.text === 'common.bug')
    problems.push('the refusal has no reason')
  if (!isInstalled) {
    await host.handlers['adding.close']({ id: view?.id ?? '-' })
    const left = await readdir(path.join(folder, 'bundles')).catch(() => [])
    if (left.length > 0) problems.push(`${left.length} folders were left behind`)
    if ((await readFile(path.join(folder, 'settings.json'), 'utf8')) !== before)
      problems.push('the settings were changed')
  }
  const { servers } = await host.handlers['app.snapshot']({})
  if (servers.some(({ state }) => state === 'connected'))
    problems.push('a server was started that nobody trusted')
  await host.dispose()
  return problems
}

async function install(host: OpenTestHost, id: string): Promise<boolean> {
  try {
    await host.handlers['bundle.install']({ id, texts: {}, secrets: {} })
    return true
  } catch {
    return false
  }
}
