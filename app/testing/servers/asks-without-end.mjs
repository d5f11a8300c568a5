/**
 * Asks the user again and again, ignoring the answers, also after its call was cancelled. `endless` ends when it was
 * declined `refusals` times (default: never) and returns the answers; `kinds` lists what it asks for, in turn; with
 * `together` it asks for all of them at once. `quiet` asks nothing.
 */
import { request, serve, textResult } from './line-server.mjs'

const asks = {
  form: (count) => [
    'elicitation/create',
    {
      message: `Question ${count}: how are you?`,
      requestedSchema: { type: 'object', properties: { mood: { type: 'string', title: 'Mood' } } }
    }
  ],
  link: (count) => [
    'elicitation/create',
    {
      mode: 'url',
      elicitationId: `link-${count}`,
      url: 'https://sign-in.example/',
      message: `Question ${count}: sign in.`
    }
  ],
  sampling: (count) => [
    'sampling/createMessage',
    {
      messages: [{ role: 'user', content: { type: 'text', text: `Question ${count}: why?` } }],
      maxTokens: 100
    }
  ]
}

async function ask(kind, count) {
  const { result, error } = await request(...asks[kind](count))
  return error?.message ?? result.action ?? 'answered'
}

async function endless({ refusals = Infinity, kinds = ['form'], together = false }) {
  if (together) return textResult(JSON.stringify(await Promise.all(kinds.map(ask))))
  const heard = []
  const isRefusal = (words) => words.startsWith('The user')
  while (heard.filter(isRefusal).length < refusals)
    heard.push(await ask(kinds[heard.length % kinds.length], heard.length + 1))
  return textResult(JSON.stringify(heard))
}

const inputSchema = { type: 'object' }

serve({
  name: 'asks-without-end',
  tools: [
    { name: 'endless', description: 'Asks and asks.', inputSchema },
    { name: 'quiet', description: 'Asks nothing.', inputSchema }
  ],
  call: { endless, quiet: () => textResult('Nothing to ask.') }
})
