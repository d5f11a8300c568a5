// Writes what the descriptors of settings and the table of providers say into the schema for editors and the tables of
// docs/settings.md. Everything else there is written by hand.

import fs from 'node:fs'
import { format } from 'oxfmt'
import { z } from 'zod'
import { inProject } from '../process/paths.mjs'
import { putBetween, tableLines } from './pages.mjs'

/** @typedef {{ simpleSettings: object, serverSettings: object, providers: object[] }} Described */

/**
 * The schema with each described setting updated.
 * @param {string} schemaText of resources/settings.schema.json
 * @param {Described} described
 */
export async function describeForEditors(schemaText, { simpleSettings, serverSettings, providers }) {
  const schema = JSON.parse(schemaText)
  for (const [name, descriptor] of Object.entries(simpleSettings)) {
    const [section, key] = name.split('.')
    const examples = name === 'models.default' ? { examples: exampleModels(providers) } : {}
    schema.properties[section].properties[key] = { ...toSchema(descriptor), ...examples }
  }
  for (const descriptor of Object.values(serverSettings))
    schema.$defs.server.properties[descriptor.key] = toSchema(descriptor)
  const { provider } = schema.$defs
  provider.properties.type.enum = providers.map(({ type }) => type)
  const withoutAddress = providers.filter(({ address }) => address.usual === null).map(({ type }) => type)
  provider.if = { properties: { type: { enum: withoutAddress } } }
  const names = withoutAddress.map((type) => `"${type}"`).join(', ')
  provider.properties.baseUrl.description = `Address of the provider. Needed for ${names}.`
  const style = JSON.parse(fs.readFileSync(inProject('.oxfmtrc.json'), 'utf8'))
  const { code } = await format('settings.schema.json', JSON.stringify(schema), style)
  return code
}

function exampleModels(providers) {
  const models = providers.flatMap(({ builtIn }) =>
    builtIn === null ? [] : `${builtIn.name}/${builtIn.defaultModel}`
  )
  return [...models, 'direct']
}

function toSchema({ schema, usual, about }) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      // The limits of all whole numbers are no information.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (Array.isArray(jsonSchema.enum)) delete jsonSchema.type
    }
  })
  return { description: about, ...rest, ...(usual === null ? {} : { default: usual }) }
}

/**
 * The page with its tables of settings updated.
 * @param {string} page docs/settings.md
 * @param {Described} described
 */
export function describeForPeople(page, { simpleSettings, serverSettings }) {
  const ofFile = Object.entries(simpleSettings).map(([name, descriptor]) => describeRow(name, descriptor))
  const ofServer = Object.values(serverSettings).map((descriptor) => describeRow(descriptor.key, descriptor))
  const table = (rows) => tableLines(['Key', 'Default', 'Meaning', 'Needs approval'], rows)
  return putBetween(
    putBetween(page, 'simple settings', table(ofFile)),
    'settings of a server',
    table(ofServer)
  )
}

function describeRow(name, { usual, about, weakens }) {
  const value = usual === null ? '–' : `\`${JSON.stringify(usual)}\``
  return [`\`${name}\``, value, about.replaceAll('|', '\\|'), describeWaiting(weakens)]
}

/** Which change in the file needs approval. */
function describeWaiting(weakens) {
  if (typeof weakens !== 'string') return '–'
  return { changed: 'any change', on: 'turned on', off: 'turned off', raised: 'raised' }[weakens]
}
