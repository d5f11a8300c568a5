/**
 * Converts a package or a URL of a directory to an entry of the settings: a command with separate arguments, or a URL.
 * No shell is used, so arguments are never interpreted. The version is always fixed.
 */
import { canParseUrl } from '../../base/can-parse-url'
import { findHidden } from '../../contract/content/hidden-text'
import type { DirectoryLaunch, DirectoryWay } from '../../contract/servers/directory'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import type { AnsweredArgument, AnsweredPackage, AnsweredRemote, AnsweredValue } from './answer-schema'
import { fillInInputs, listInputs, toPlaceholder, placeholdersIn } from './fill-in'
import { runners } from './runners'

export function toPackageOption(found: AnsweredPackage): DirectoryWay {
  const { registryType: type, identifier, fileSha256 } = found
  const version = found.version ?? null
  const variables = found.environmentVariables ?? []
  const given = [...(found.runtimeArguments ?? []), ...(found.packageArguments ?? [])]
  const asked = [...variables.flatMap(listInputs), ...given.flatMap(listInputs)]
  const way = {
    type,
    identifier,
    version,
    launch: null,
    placeholders: [],
    asked,
    download: null,
    problem: null
  }
  if (type === 'mcpb') {
    const isLink = canParseUrl(identifier) && new URL(identifier).protocol === 'https:'
    if (!isLink) return { ...way, problem: say('directory.badPackage') }
    return { ...way, download: { url: identifier, sha256: fileSha256 ?? null } }
  }
  const runner = runners.get(type)
  const problem = problemOfPackage(found)
  if (runner === undefined || problem !== null)
    return { ...way, problem: problem ?? say('directory.unknownType', { type }) }
  const launch: DirectoryLaunch = {
    kind: 'program',
    command: runner.command,
    args: runner.args({
      identifier,
      version: version ?? '',
      before: argumentsOf(found.runtimeArguments),
      after: argumentsOf(found.packageArguments),
      variables: variables.filter(isSet).map(({ name }) => name)
    }),
    env: variables.filter(isSet).map(valueOf)
  }
  return finish({ ...way, version: runner.versionOf(identifier, version) }, launch)
}

export function toRemoteOption({ url, headers, variables }: AnsweredRemote): DirectoryWay {
  const values = headers ?? []
  const asked = [...listInputs({ name: url, value: url, variables }), ...values.flatMap(listInputs)]
  const way = {
    type: 'remote',
    identifier: url,
    version: null,
    launch: null,
    placeholders: [],
    asked,
    download: null,
    problem: null
  }
  const filled = fillInInputs(url, variables)
  const isAddress = /^https?:\/\/[^\s/]/.test(filled)
  if (!isAddress) return { ...way, problem: say('directory.badAddress') }
  return finish(way, { kind: 'address', url: filled, headers: values.filter(isSet).map(valueOf) })
}

/** Refuses text that would have a meaning in the settings beyond what is shown. */
function finish(option: DirectoryWay, launch: DirectoryLaunch): DirectoryWay {
  const values = launch.kind === 'program' ? launch.env : launch.headers
  const texts = launch.kind === 'program' ? [launch.command, ...launch.args] : [launch.url]
  const all = [...texts, ...values.flatMap(({ name, text }) => [name, text])]
  // Variables are expanded in the user's own entries only; text of others must not name one.
  if (all.some((text) => text.includes('${'))) return { ...option, problem: say('directory.namesVariables') }
  if (all.some(hasUnseen)) return { ...option, problem: say('directory.unseen') }
  if (values.some(({ name }) => !/^[A-Za-z_][\w-]*$/.test(name)))
    return { ...option, problem: say('directory.badName') }
  return { ...option, launch, placeholders: [...new Set(all.flatMap(placeholdersIn))] }
}

function hasUnseen(text: string): boolean {
  return /[\r\n\t]/.test(text) || findHidden(text).length > 0
}

function problemOfPackage({
  registryType: type,
  identifier,
  version,
  transport,
  registryBaseUrl
}: AnsweredPackage): LocalizedText | null {
  const runner = runners.get(type)
  if (runner === undefined) return null
  if (transport.type !== 'stdio') return say('directory.speaksHttp')
  const base = (registryBaseUrl ?? '').replace(/\/+$/, '')
  if (base !== '' && !runner.bases.includes(base)) return say('directory.otherBase', { address: base })
  return runner.isGood(identifier, version ?? null) ? null : say('directory.badPackage')
}

/** Named arguments in one piece: `--name=value`, so that a value can't be taken for an option. */
function argumentsOf(list: readonly AnsweredArgument[] | null | undefined): string[] {
  return (list ?? []).flatMap((item): string[] => {
    const text = textOf(item)
    if (item.type === 'positional') return text === '' ? [] : [text]
    if (text === '') return takesValue(item) ? [] : [item.name]
    return item.name.startsWith('--') ? [`${item.name}=${text}`] : [item.name, text]
  })
}

function textOf(one: AnsweredArgument): string {
  const fixed = one.value ?? one.default ?? null
  if (fixed !== null) return fillInInputs(fixed, one.variables)
  if (one.isRequired !== true) return ''
  return toPlaceholder(one.valueHint ?? (one.type === 'named' ? one.name.replace(/^-+/, '') : ''))
}

/** True if the user can choose a value. An argument without one is left out; a bare option has none. */
function takesValue({ valueHint, choices }: AnsweredArgument): boolean {
  return (valueHint ?? '') !== '' || (choices ?? []).length > 0
}

/** Others are listed, and the user can add them in the form. */
function isSet({ value, default: usual, isRequired, isSecret }: AnsweredValue): boolean {
  return isRequired === true || isSecret === true || (value ?? usual ?? '') !== ''
}

function valueOf({ name, value, default: usual, variables, isSecret }: AnsweredValue) {
  const isKept = isSecret === true
  return { name, text: isKept ? '' : fillInInputs(value ?? usual ?? '', variables), isSecret: isKept }
}
