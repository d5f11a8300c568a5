import path from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { findAppLink, findBundle, findCommandLine, findServerLink, parseArguments } from './arguments'

const surroundings = {
  workingFolder: path.resolve('/home/me'),
  defaultDataFolder: path.resolve('/data/Parley')
}
const parse = (...argv: string[]) => parseArguments(argv, surroundings)

describe('data folder and settings file', () => {
  test.each<[string[], string, string]>([
    [[], '/data/Parley', '/data/Parley/settings.json'],
    [['--data-dir=/other'], '/other', '/other/settings.json'],
    [['--data-dir=sub dir'], '/home/me/sub dir', '/home/me/sub dir/settings.json'],
    [['--settings=my.json'], '/data/Parley', '/home/me/my.json'],
    [['--data-dir=/other', '--settings=/x=y.json'], '/other', '/x=y.json'],
    [['--data-dir=/first', '--data-dir=/last'], '/last', '/last/settings.json'],
    [
      ['.', '--no-sandbox', '--data-directory=/no', '/data-dir=/no'],
      '/data/Parley',
      '/data/Parley/settings.json'
    ]
  ])('%j', (argv, dataFolder, settingsFile) => {
    expect(parse(...argv)).toEqual({
      dataFolder: path.resolve(dataFolder),
      settingsFile: path.resolve(settingsFile)
    })
  })

  test.each(['--data-dir', '--data-dir=', '--settings', '--settings='])(
    'reports the missing value of %s',
    (argument) => {
      expect(() => parse(argument)).toThrow(/needs a (folder|file): --(data-dir=DIR|settings=FILE)/)
    }
  )
})

it('finds an address of its own scheme at the end of the arguments, and nothing else', () => {
  expect(findAppLink(['/opt/parley', '--flag', 'parley://callback?code=a'])).toBe('parley://callback?code=a')
  expect(findAppLink(['/opt/parley', 'parley://callback', '--flag'])).toBeNull()
  expect(findAppLink(['/opt/parley', 'https://callback'])).toBeNull()
  expect(findAppLink([])).toBeNull()
  const start = 'parley://callback?code='
  expect(findAppLink([start.padEnd(8_192, 'a')])).not.toBeNull()
  expect(findAppLink([start.padEnd(8_193, 'a')])).toBeNull()
})

it('finds a link that adds a server at the end, distinguishes it from a sign-in answer, and reports one that is too long', () => {
  const link = 'parley://install?name=a&config=b'
  expect(findServerLink(['/opt/parley', '--flag', link])).toBe(link)
  expect(findServerLink(['/opt/parley', link, '--remote-debugging-port=9222'])).toBeNull()
  expect(findServerLink(['parley:javascript:x'])).toBe('parley:javascript:x')
  for (const other of [
    'parley://callback?code=a',
    'parley://user@callback?code=a',
    'vscode:mcp/install?x',
    ''
  ])
    expect(findServerLink([other])).toBeNull()
  expect(findServerLink([link.padEnd(1_000_000, 'a')])).toHaveLength(8_193)
})

it('finds a bundle at the end of the arguments, relative to the working folder, and nothing else', () => {
  const find = (...args: string[]) => findBundle(args, path.resolve('/home/me'))
  expect(find('--flag', 'a b.mcpb')).toBe(path.resolve('/home/me/a b.mcpb'))
  expect(find('/tmp/X.DXT')).toBe(path.resolve('/tmp/X.DXT'))
  for (const other of ['a.zip', '--x=a.mcpb', 'https://example.com/a.mcpb', 'parley://a.mcpb', ''])
    expect(find(other)).toBeNull()
  expect(find('a.mcpb', '--flag')).toBeNull()
})

describe('a command instead of a window', () => {
  test.each<[string[], string[] | null]>([
    [[], null],
    [['--data-dir=/other'], null],
    [
      ['call', 'notes', 'add', '{}'],
      ['call', 'notes', 'add', '{}']
    ],
    [['--no-sandbox', '--ozone-platform=headless', '--log-level=3', 'servers'], ['servers']],
    [
      ['--data-dir=/other', '--json', 'servers'],
      ['--data-dir=/other', '--json', 'servers']
    ],
    [
      ['call', 'add', '--', 'npx', '--no-sandbox'],
      ['call', 'add', '--', 'npx', '--no-sandbox']
    ],
    [['--help'], ['--help']],
    [['--self-test'], ['self-test']],
    [
      ['--no-sandbox', '--self-test', '--json'],
      ['self-test', '--json']
    ],
    [['help'], ['help']],
    [['/home/me/call'], null],
    [['/home/me/weather.mcpb'], null],
    [['parley://call'], null],
    [['caller'], null]
  ])('%j of a package: %j', (argv, words) => {
    expect(findCommandLine(['/opt/Parley/parley', ...argv], true)).toEqual(words)
  })

  it("comes after the app's folder when it runs from a checkout", () => {
    expect(findCommandLine(['electron', '--no-sandbox', '.', 'logs', 'notes'], false)).toEqual([
      'logs',
      'notes'
    ])
    expect(findCommandLine(['electron', 'call'], false)).toBeNull()
  })
})
