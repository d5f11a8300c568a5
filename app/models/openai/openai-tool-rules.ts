/** Tool definitions that OpenAI-compatible services accept, by hostname. */
import { isLoopbackHost } from '../../net/address-location'
import { anySchema, usualRules } from '../tool-rules'
import type { ModelTool } from '../model'
import type { DefinitionForm } from '../provider-descriptor'
import type { ToolRules } from '../tool-rules'
import { parseApiHostname } from './api-dialect'

const openAiRules: ToolRules = {
  most: 128,
  names: usualRules.names,
  longestDescription: 1_024,
  schema: { ...anySchema, notAtRoot: ['not', 'enum', 'const', 'if', 'then', 'else'], isWhole: true }
}

/** A subset of OpenAPI 3.0; one unknown keyword fails the whole request. */
const geminiRules: ToolRules = {
  most: 128,
  names: /^[a-zA-Z_][\w.:-]{0,63}$/,
  longestDescription: null,
  schema: {
    ...anySchema,
    keywords: new Set(
      [
        'type description enum properties required items nullable anyOf format pattern',
        'minimum maximum minItems maxItems minLength maxLength minProperties maxProperties'
      ].flatMap((line) => line.split(' '))
    ),
    takesReferences: false,
    types: 'one',
    formats: {
      string: ['enum', 'date-time'],
      number: ['float', 'double'],
      integer: ['int32', 'int64']
    },
    isWhole: true
  }
}

/** Mistral resolves only references to definitions, and accepts the keywords of every draft. */
const mistralRules: ToolRules = {
  ...usualRules,
  schema: { ...anySchema, isWhole: true }
}

/** Programs on this computer compile the schema into a grammar that constrains the model. */
const localRules: ToolRules = {
  ...usualRules,
  schema: { ...anySchema, patterns: 'anchored', isWhole: true }
}

/** Routers send the definition to a service that is unknown here: what all of them accept, except Gemini's subset. */
const routerRules: ToolRules = {
  ...usualRules,
  longestDescription: 1_024,
  schema: { ...openAiRules.schema, propertyNames: /^[a-zA-Z0-9_.-]{1,64}$/ }
}

const toolRules: Readonly<Record<string, ToolRules>> = {
  'api.openai.com': openAiRules,
  'api.mistral.ai': mistralRules,
  'generativelanguage.googleapis.com': geminiRules
}

const routed: Readonly<Record<string, ToolRules>> = { openai: openAiRules, google: geminiRules }

/** By the vendor of the model, if a router puts it before the name. */
export function findToolRules(baseUrl: string, model: string): ToolRules {
  const host = parseApiHostname(baseUrl)
  if (isLoopbackHost(host)) return localRules
  if (host === 'openrouter.ai') return routed[/^~?([\w-]+)\//.exec(model)?.[1] ?? ''] ?? routerRules
  if (host.endsWith('.openai.azure.com')) return openAiRules
  return toolRules[host] ?? usualRules
}

/** As chat completions and Gemini's functions have it. */
export function toFunctionDefinition({ name, description, inputSchema }: ModelTool) {
  return { name, description, parameters: inputSchema }
}

export const openAiDefinitionForms: readonly DefinitionForm[] = [
  {
    title: 'OpenAI',
    rules: openAiRules,
    write: (tool) => ({ type: 'function', function: toFunctionDefinition(tool) })
  },
  { title: 'Gemini', rules: geminiRules, write: toFunctionDefinition }
]
