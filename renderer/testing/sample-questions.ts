/** Made-up questions of every kind, typed by the contract. Not part of the product. */
import type {
  ElicitationQuestion,
  LinkQuestion,
  SamplingAnswerQuestion,
  SamplingQuestion
} from '../../app/contract/questions/questions'
import { sampleNow } from './sample-state'
import { quote } from '../../app/texts/localized'

const asked = { askedAt: sampleNow, conversationId: 'c1', callId: 'call-2' }

export const sampleSamplingQuestion: SamplingQuestion = {
  type: 'sampling',
  id: 'q-sampling',
  ...asked,
  serverName: 'travel',
  toolName: 'find_flights',
  request: {
    messages: [
      {
        role: 'user',
        content: [{ type: 'text', text: 'Which of these 47 flights is the best for a family of four?' }]
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Is the price or the time more important?' }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'The time. Here is the list:' },
          { type: 'text', text: 'BER–BCN 07:10, 189 €\nBER–BCN 11:45, 214 €' },
          { type: 'audio', mimeType: 'audio/wav', data: 'UklGRgAAAAA=' }
        ]
      }
    ],
    systemPrompt: 'You compare flights. Be brief.',
    hints: ['claude-sonnet', 'gpt'],
    priorities: { cost: 0.2, speed: null, intelligence: 0.9 },
    maxTokens: 1_500,
    temperature: 0.3,
    stopSequences: ['END\n'],
    includeContext: 'this-server',
    tools: [
      {
        name: 'seat_map',
        description: 'Shows which seats of a flight are free.',
        inputSchema: { type: 'object', properties: { flight: { type: 'string' } }, required: ['flight'] }
      }
    ],
    toolChoice: 'auto'
  },
  model: 'anthropic/claude-sonnet-4-5',
  modelReason: quote('The first hint, “claude-sonnet”, is part of its name.'),
  contextPreview: 'You: Book us a flight to Barcelona in May.\nfind_flights returned 47 flights.'
}

export const sampleSamplingAnswer: SamplingAnswerQuestion = {
  type: 'sampling-answer',
  id: 'q-answer',
  ...asked,
  serverName: 'travel',
  toolName: 'find_flights',
  content: [{ type: 'text', text: 'The flight at 11:45: nobody has to get up at four.' }],
  model: 'anthropic/claude-sonnet-4-5',
  stopReason: 'endTurn',
  usage: { inputTokens: 412, outputTokens: 38 }
}

export const sampleElicitation: ElicitationQuestion = {
  type: 'elicitation',
  id: 'q-form',
  ...asked,
  serverName: 'everything',
  toolName: 'trigger-elicitation-request',
  message: 'Please say how the project is to be set up.',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Project name', minLength: 3, maxLength: 50, pattern: '^[a-z-]+$' },
      email: { type: 'string', title: 'Contact', format: 'email', description: 'Who answers for it' },
      homepage: { type: 'string', format: 'uri' },
      due: { type: 'string', title: 'Due', format: 'date' },
      meeting: { type: 'string', title: 'First meeting', format: 'date-time' },
      framework: {
        type: 'string',
        title: 'Framework',
        enum: ['react', 'vue', 'angular', 'none'],
        enumNames: ['React', 'Vue', 'Angular', 'None']
      },
      license: { type: 'string', title: 'License', enum: ['MIT', 'Apache-2.0'], default: 'MIT' },
      hero: {
        type: 'string',
        title: 'Mascot',
        oneOf: [
          { const: 'hero-1', title: 'Superman' },
          { const: 'hero-2', title: 'Green Lantern' }
        ]
      },
      typescript: { type: 'boolean', title: 'Use TypeScript', default: true },
      hasTests: { type: 'boolean', title: 'Add tests' },
      port: { type: 'integer', title: 'Port', minimum: 1, maximum: 65_535, default: 3_000 },
      budget: { type: 'number', title: 'Budget', minimum: 0 },
      targets: {
        type: 'array',
        title: 'Targets',
        minItems: 1,
        maxItems: 2,
        items: { type: 'string', enum: ['web', 'desktop', 'phone'] },
        default: ['web']
      },
      fish: {
        type: 'array',
        title: 'Favourite fish',
        items: {
          anyOf: [
            { const: 'fish-1', title: 'Tuna' },
            { const: 'fish-2', title: 'Salmon' }
          ]
        }
      }
    },
    required: ['name', 'framework']
  },
  refusal: null,
  doubt: null
}

export const sampleLink: LinkQuestion = {
  type: 'link',
  id: 'q-link',
  ...asked,
  serverName: 'calendar',
  toolName: 'list_events',
  message: 'Connect your calendar on this page, then come back.',
  url: 'https://connect.calendar.example/authorize?state=8f3a&scope=events.read',
  host: 'connect.calendar.example',
  warnings: []
}
