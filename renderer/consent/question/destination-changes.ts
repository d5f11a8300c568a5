/** What is sent to a destination, as text and as difference to what was trusted. Pure. */
import type { DestinationAct, SecretOwner, SentValue } from '../../../app/contract/destination'
import { changedLines, changedText } from './definition-diff'
import type { DefinitionDiff } from './definition-diff'
import { formatList } from '../../ui/base/format'
import { consent } from '../../../app/texts/compiled/window/consent'

export type Owners = readonly { readonly name: string; readonly owners: readonly SecretOwner[] }[]

export function describeDestinationChanges(
  previous: DestinationAct,
  current: DestinationAct
): DefinitionDiff[] {
  return [
    changedText(consent.address(), previous.address, current.address),
    changedText(consent.connection(), previous.type, current.type),
    changedLines(consent.goesAlong(), previous.values.map(asWritten), current.values.map(asWritten))
  ].filter((change) => change !== null)
}

/** The short hash distinguishes hidden texts. */
function asWritten({ header, form, literal }: SentValue): string {
  const mark = literal === null ? '' : ` (${literal})`
  return `${header ?? consent.apiKey()}: ${form}${mark}`
}

/** The sources of a value, one piece each: variables, secrets with their owners, texts of the settings. */
export function listValueSources({ variables, secrets, literal }: SentValue, known: Owners): string[] {
  return [
    ...secrets.map((name) => {
      const owners = known.find((secret) => secret.name === name)?.owners ?? []
      return consent.fromSecret({
        name,
        owners: owners.length === 0 ? 'none' : 'some',
        list: formatList(owners.map(ownerWords))
      })
    }),
    ...variables.map((name) => consent.fromVariable({ name })),
    ...(literal === null ? [] : [consent.fromSettings()])
  ]
}

function ownerWords({ kind, name, host }: SecretOwner): string {
  if (kind === 'model') return consent.ownerModel({ name, host: host ?? '' })
  if (kind === 'collector') return consent.ownerCollector({ host: host ?? '' })
  if (kind === 'directory') return consent.ownerDirectory({ host: host ?? '' })
  return consent.ownerServer({ name, host: host ?? 'none' })
}
