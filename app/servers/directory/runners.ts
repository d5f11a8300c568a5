/** The programs that run packages of each registry, with commands that fix the version. */

export interface RunnerCommand {
  readonly identifier: string
  readonly version: string
  /** Arguments for the runner, and for the package. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Names of the environment variables to pass on. */
  readonly variables: readonly string[]
}

export interface Runner {
  readonly command: string
  /** The usual registries. From another one, the name would mean another program. */
  readonly bases: readonly string[]
  /** True if neither can be read as an option, a file or a URL. */
  readonly isGood: (identifier: string, version: string | null) => boolean
  /** The version that runs. */
  readonly versionOf: (identifier: string, version: string | null) => string | null
  readonly args: (run: RunnerCommand) => string[]
}

const fixedVersion = /^\d[\w.+-]*$/
const npmName = /^(?:@[a-z0-9~][\w.~-]*\/)?[a-z0-9~][\w.~-]*$/i
const pypiName = /^[a-z0-9](?:[\w.-]*[a-z0-9])?$/i
const image = /^[a-z0-9][\w.-]*(?::\d+)?(?:\/[a-z0-9][\w.-]*)*$/i
const tag = /^\w[\w.-]*$/
const digest = /@sha256:[a-f0-9]{64}$/

const asItIs = (_identifier: string, version: string | null): string | null => version
const isFixed = (version: string | null): boolean => version !== null && fixedVersion.test(version)

export const runners: ReadonlyMap<string, Runner> = new Map([
  [
    'npm',
    {
      command: 'npx',
      bases: ['https://registry.npmjs.org'],
      isGood: (identifier, version) => npmName.test(identifier) && isFixed(version),
      versionOf: asItIs,
      args: ({ identifier, version, before, after }) => [
        ...['-y', ...before.filter((item) => item !== '-y' && item !== '--yes')],
        ...[`${identifier}@${version}`, ...after]
      ]
    }
  ],
  [
    'pypi',
    {
      command: 'uvx',
      bases: ['https://pypi.org'],
      isGood: (identifier, version) => pypiName.test(identifier) && isFixed(version),
      versionOf: asItIs,
      args: ({ identifier, version, before, after }) => [...before, `${identifier}==${version}`, ...after]
    }
  ],
  [
    'oci',
    {
      command: 'docker',
      bases: ['https://docker.io', 'https://ghcr.io', 'https://registry.hub.docker.com'],
      isGood: (identifier, version) => {
        const [name, own] = splitImage(identifier)
        const found = own ?? version
        return (
          image.test(name) &&
          found !== null &&
          found !== 'latest' &&
          (digest.test(`@${found}`) || tag.test(found))
        )
      },
      versionOf: (identifier, version) => splitImage(identifier)[1] ?? version,
      args: ({ identifier, version, before, after, variables }) => {
        const [name, own] = splitImage(identifier)
        const fixed = own ?? version
        const missing = variables.filter((variable) => !before.includes(variable))
        return [
          ...['run', '-i', '--rm', ...missing.flatMap((variable) => ['-e', variable])],
          ...before.filter((item) => !['run', '-i', '--rm'].includes(item)),
          ...[fixed.startsWith('sha256:') ? `${name}@${fixed}` : `${name}:${fixed}`, ...after]
        ]
      }
    }
  ],
  [
    'nuget',
    {
      command: 'dnx',
      bases: ['https://api.nuget.org', 'https://api.nuget.org/v3/index.json'],
      isGood: (identifier, version) => pypiName.test(identifier) && isFixed(version),
      versionOf: asItIs,
      args: ({ identifier, version, before, after }) => [
        ...[`${identifier}@${version}`, '--yes', ...before.filter((item) => item !== '--yes')],
        ...(after.length > 0 ? ['--', ...after] : [])
      ]
    }
  ]
])

/** `ghcr.io/owner/thing:1.2` or `…@sha256:…`: the name and the tag or digest; null if it has neither. */
export function splitImage(reference: string): readonly [name: string, tag: string | null] {
  const at = reference.indexOf('@')
  if (at > 0) return [reference.slice(0, at).replace(/:[^/:]*$/, ''), reference.slice(at + 1)]
  const colon = reference.lastIndexOf(':')
  return colon > reference.lastIndexOf('/')
    ? [reference.slice(0, colon), reference.slice(colon + 1)]
    : [reference, null]
}
