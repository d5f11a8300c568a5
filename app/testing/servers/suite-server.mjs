/**
 * A server with everything that the scenarios of the official suite ask for at 2025-11-25, under the names that the suite
 * fixes: https://github.com/modelcontextprotocol/conformance
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { notify, request, serve, textResult } from './line-server.mjs'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const image = { type: 'image', data: png, mimeType: 'image/png' }
const resource = (uri, mimeType, text) => ({ type: 'resource', resource: { uri, mimeType, text } })
const titled = (...names) => names.map((title, at) => ({ const: `value${at + 1}`, title }))
const options = ['option1', 'option2', 'option3']

const noArguments = { type: 'object', properties: {} }
const ofText = (...names) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names
})

async function ask(message, properties, required = []) {
  const requestedSchema = { type: 'object', properties, required }
  const { result } = await request('elicitation/create', { message, requestedSchema })
  return `action=${result.action}, content=${JSON.stringify(result.content ?? {})}`
}

/** Sends one notification after the other, 20 ms apart. */
async function tell(method, all) {
  for (const params of all) {
    notify(method, params)
    await sleep(20)
  }
}

const call = {
  test_simple_text: () => textResult('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')]
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}')
    ]
  }),
  test_tool_with_logging: async () => {
    const texts = ['Tool execution started', 'Tool processing data', 'Tool execution completed']
    await tell(
      'notifications/message',
      texts.map((data) => ({ level: 'info', data }))
    )
    return textResult('Tool with logging executed successfully')
  },
  test_tool_with_progress: async (_args, { params }) => {
    const { progressToken } = params._meta ?? {}
    if (progressToken !== undefined)
      await tell(
        'notifications/progress',
        [0, 50, 100].map((progress) => ({ progressToken, progress, total: 100 }))
      )
    return textResult('Tool with progress executed successfully')
  },
  test_error_handling: () =>
    textResult('This tool intentionally returns an error for testing', { isError: true }),
  test_sampling: async ({ prompt }) => {
    const messages = [{ role: 'user', content: { type: 'text', text: prompt } }]
    const { result } = await request('sampling/createMessage', { messages, maxTokens: 100 })
    return textResult(`LLM response: ${result.content.text}`)
  },
  test_elicitation: async ({ message }) => {
    const text = { type: 'string' }
    return textResult(
      `User response: ${await ask(message, { username: text, email: text }, ['username', 'email'])}`
    )
  },
  test_elicitation_sep1034_defaults: async () =>
    textResult(
      `Elicitation completed: ${await ask('Review the defaults', {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true }
      })}`
    ),
  test_elicitation_sep1330_enums: async () =>
    textResult(
      `Elicitation completed: ${await ask('Choose', {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: titled('First Option', 'Second Option', 'Third Option') },
        legacyEnum: {
          type: 'string',
          enum: ['opt1', 'opt2', 'opt3'],
          enumNames: ['Option One', 'Option Two', 'Option Three']
        },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: {
          type: 'array',
          items: { anyOf: titled('First Choice', 'Second Choice', 'Third Choice') }
        }
      })}`
    )
}

const inputs = { test_sampling: ofText('prompt'), test_elicitation: ofText('message') }
const contents = {
  'test://static-text': { mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
  'test://static-binary': { mimeType: 'image/png', blob: png },
  'test://watched-resource': { mimeType: 'text/plain', text: 'Watched resource content' }
}

function read(uri) {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
  if (id === undefined) return { uri, ...contents[uri] }
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
  return { uri, mimeType: 'application/json', text }
}

const say = (...all) => ({ messages: all.map((content) => ({ role: 'user', content })) })
const text = (words) => ({ type: 'text', text: words })
const prompts = {
  test_simple_prompt: () => say(text('This is a simple prompt for testing.')),
  test_prompt_with_arguments: ({ arg1, arg2 }) =>
    say(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  test_prompt_with_embedded_resource: ({ resourceUri }) =>
    say(
      resource(resourceUri, 'text/plain', 'Embedded resource content for testing.'),
      text('Please process the embedded resource above.')
    ),
  test_prompt_with_image: () => say(image, text('Please analyze the image above.'))
}
const promptArguments = {
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri']
}

serve({
  name: 'suite',
  tools: Object.keys(call).map((name) => ({
    name,
    description: `What the suite expects of ${name}`,
    inputSchema: inputs[name] ?? noArguments
  })),
  call,
  on: {
    initialize: ({ params }) => ({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
      serverInfo: { name: 'suite', version: '1.0.0' }
    }),
    'logging/setLevel': () => ({}),
    'completion/complete': () => ({
      completion: { values: ['paris', 'park', 'party'], total: 3, hasMore: false }
    }),
    'resources/list': () => ({
      resources: Object.entries(contents).map(([uri, { mimeType }]) => ({ uri, name: uri, mimeType }))
    }),
    'resources/templates/list': () => ({
      resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }]
    }),
    'resources/read': ({ params }) => ({ contents: [read(params.uri)] }),
    'resources/subscribe': () => ({}),
    'resources/unsubscribe': () => ({}),
    'prompts/list': () => ({
      prompts: Object.keys(prompts).map((name) => ({
        name,
        description: `What the suite expects of ${name}`,
        arguments: (promptArguments[name] ?? []).map((argument) => ({ name: argument, required: true }))
      }))
    }),
    'prompts/get': ({ params }) => prompts[params.name](params.arguments ?? {})
  }
})
