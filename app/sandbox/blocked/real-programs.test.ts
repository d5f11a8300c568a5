/**
 * Error messages about blocked files from the programs of this computer in the sandbox, in the language of the system.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sandboxFinder } from '../available/find-sandbox'
import { createSandboxLauncher } from '../launch/launch-sandboxed'
import { findBlockedInText } from './find-blocked-in-text'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
let testFolder: string
const place = (name: string) => path.join(testFolder, name)

beforeEach(async () => {
  testFolder = await realpath(await mkdtemp('/var/tmp/programs-'))
  for (const name of ['home/open', 'home/closed']) await mkdir(place(name), { recursive: true })
  await writeFile(place('home/closed/page.md'), 'a page')
  await writeFile(
    place('home/open/Main.java'),
    `import java.io.*; public class Main { public static void main(String[] args) throws Exception {
      if (args[0].equals("read")) new FileInputStream(args[1]).read(); else new FileOutputStream(args[1]).write(1); } }`
  )
})
afterEach(() => rm(testFolder, { recursive: true, force: true }))

type Way = (access: 'read' | 'write', file: string) => readonly string[]
const programs: readonly (readonly [name: string, file: string, way: Way])[] = [
  [
    'Python',
    '/usr/bin/python3',
    (access, file) => ['-c', `open(${JSON.stringify(file)}, ${access === 'read' ? '"r"' : '"w"'})`]
  ],
  [
    'bash',
    '/bin/bash',
    (access, file) => ['-c', access === 'read' ? `. "${file}"; : < "${file}"` : `: > "${file}"`]
  ],
  [
    'coreutils',
    '/bin/bash',
    (access, file) => ['-c', access === 'read' ? `cat "${file}"` : `touch "${file}"`]
  ],
  [
    'Perl',
    '/usr/bin/perl',
    (access, file) => [
      '-e',
      `open(my $file, "${access === 'read' ? '<' : '>'}", "${file}") or die "Can't open '${file}': $!"`
    ]
  ],
  [
    'Node',
    process.execPath,
    (access, file) => [
      '-e',
      `fs.${access === 'read' ? 'readFileSync' : 'mkdirSync'}(${JSON.stringify(file)})`
    ]
  ],
  ['Java', '/usr/bin/java', (access, file) => [place('home/open/Main.java'), access, file]]
]

describe.skipIf(!canContain)('error messages of real programs', { timeout: 300_000 }, () => {
  const here = programs.filter(([, file]) => spawnSync('/bin/sh', ['-c', `test -x ${file}`]).status === 0)
  it.each(here)('include the blocked path: %s', async (_name, file, way) => {
    const contain = createSandboxLauncher({ home: place('home'), closed: [] })('tested')
    const printed = async (args: readonly string[]) => {
      const environment = {
        PATH: '/usr/bin:/bin',
        LANG: 'de_DE.UTF-8',
        LC_ALL: 'de_DE.UTF-8',
        LANGUAGE: 'de'
      }
      const start = await contain(
        { file, args, cwd: null, environment, scripts: [] },
        { read: [place('home/open')], write: [], hosts: [] }
      )
      expect(start.environment).toMatchObject({ LC_MESSAGES: 'C', LC_CTYPE: 'de_DE.UTF-8' })
      expect(start.environment).not.toHaveProperty('LC_ALL')
      const stdio = ['ignore', 'ignore', 'pipe', ...(start.filter === null ? [] : ['pipe'])] as (
        | 'ignore'
        | 'pipe'
      )[]
      const child = spawn(start.file, [...start.args], { env: start.environment, cwd: '/', stdio })
      let errors = ''
      child.stderr?.on('data', (chunk: Buffer) => {
        errors += chunk.toString('utf8')
      })
      const filterWay = child.stdio[3] as NodeJS.WritableStream | undefined
      filterWay?.end(start.filter ?? '')
      await once(child, 'close')
      return errors
    }
    const closed = place('home/closed/page.md')
    expect(findBlockedInText(await printed(way('read', closed)))).toContainEqual({
      what: 'missing',
      path: closed
    })
    const made = place('home/open/made.md')
    expect(findBlockedInText(await printed(way('write', made)))).toContainEqual({ what: 'write', path: made })
  })
})
