/** The list of models of a service, in any of the known shapes. */
import { HostError } from '../../base/host-error'
import { readBounded } from '../../net/bounded-body'
import { say } from '../../texts/render-localized'
import { refusedAnswer, describeErrorStatus, nameFailedService } from '../vendor/errors'
import type { ErrorContext } from '../vendor/errors'
import { readVendorFields, isVendorFields, readVendorList, readVendorText } from '../vendor/fields'
import type { VendorFields } from '../vendor/fields'
import { parseLenientJson } from '../vendor/lenient-json'
import { findServiceError, findErrorText } from '../vendor/service-error'
import { isWebPage, readPageTitle } from '../vendor/web-page'

export interface ListedModel {
  readonly id: string
  readonly name: string
  readonly fields: VendorFields
}

export interface ModelList {
  readonly models: readonly ListedModel[]
  /** The complete answer. */
  readonly page: VendorFields
}

const largestList = 16 * 1024 * 1024
const listNames = ['data', 'models', 'result', 'items', 'model_list']

/** @throws HostError the service's message when it returns no list */
export async function readModelList({ body }: Response, context: ErrorContext): Promise<ModelList> {
  const text = body === null ? '' : (await readBounded(body, largestList)).toString('utf8')
  if (isWebPage(text)) throw notAList('models.webPage', readPageTitle(text), context)
  const value = parseLenientJson(text.replace(/^\uFEFF/, ''))
  const error = findServiceError(value, null)
  if (error !== null) throw refusedAnswer(error, context, false)
  const list = findList(value)
  if (list === null) throw notAList('models.noList', findErrorText(value ?? text) ?? text, context)
  const models = list.flatMap(readModel)
  return {
    models: [...new Map(models.map((model) => [model.id, model])).values()],
    page: readVendorFields(value)
  }
}

function notAList(
  text: 'models.webPage' | 'models.noList',
  message: string,
  context: ErrorContext
): HostError {
  const host = nameFailedService(context)
  const shown = describeErrorStatus(message, context) ?? '?'
  const said =
    text === 'models.webPage' ? say(text, { host, title: shown }) : say(text, { host, words: shown })
  return new HostError('MODEL_REFUSED_REQUEST', said)
}

/** Null: there is none. Ollama without models returns `null` for the list. */
function findList(value: unknown, depth = 0): readonly unknown[] | null {
  if (Array.isArray(value)) return value as unknown[]
  if (!isVendorFields(value) || depth > 2) return null
  for (const name of listNames) {
    if (!(name in value)) continue
    const inner = value[name]
    if (inner === null) return []
    const list = findList(inner, depth + 1)
    if (list !== null) return list
    // An object whose keys are the ids.
    if (isVendorFields(inner) && Object.values(inner).every(isVendorFields))
      return Object.entries(inner).map(([id, fields]) => ({ id, ...readVendorFields(fields) }))
  }
  return null
}

function readModel(model: unknown): readonly ListedModel[] {
  const fields = typeof model === 'string' ? { id: model } : readVendorFields(model)
  const ids = ['id', 'model', 'name', 'model_name', 'slug'].map((name) => getId(fields[name]))
  const id = ids.find((item) => item !== '')
  if (id === undefined) return []
  const names = ['display_name', 'name'].map((name) => readVendorText(fields[name]).trim())
  return [{ id, name: names.find((name) => name !== '') ?? id, fields }]
}

function getId(value: unknown): string {
  return typeof value === 'number' ? String(value) : readVendorText(readVendorList(value)[0]).trim()
}
