/** Rich made-up data, typed by the contract, for component tests and the design page. */
import type { Snapshot } from '../../app/contract/bridge/snapshot'
import type { ToolCallQuestion, ServerTrustQuestion } from '../../app/contract/questions/questions'
import type { ConversationSummary } from '../../app/contract/conversations'
import type { ServerView, ToolView } from '../../app/contract/servers'
import type { ModelsView, SettingsView } from '../../app/contract/settings'
import { quote } from '../../app/texts/localized'
import { usualChoices, usualValues } from '../../app/contract/simple-settings'

/** A fixed moment: Saturday, 21 November 2026, 14:30 UTC. */
export const sampleNow = Date.UTC(2026, 10, 21, 14, 30)

const hour = 3_600_000
const day = 24 * hour

export function sampleConversationSummary(overrides: Partial<ConversationSummary> = {}): ConversationSummary {
  return {
    id: 'c1',
    title: 'Release notes for the spring version',
    createdAt: sampleNow - hour,
    updatedAt: sampleNow - 5 * 60_000,
    model: 'anthropic/claude-sonnet-4-5',
    isRunning: false,
    ...overrides
  }
}

export const sampleConversations: readonly ConversationSummary[] = [
  sampleConversationSummary(),
  sampleConversationSummary({
    id: 'c2',
    title: 'List the files of the project',
    updatedAt: sampleNow - 2 * hour,
    isRunning: true
  }),
  sampleConversationSummary({
    id: 'c3',
    title: 'echo {"message":"hello"}',
    updatedAt: sampleNow - 4 * hour,
    model: 'direct'
  }),
  sampleConversationSummary({
    id: 'c4',
    title: 'Why does the build take nine minutes on two cores?',
    updatedAt: sampleNow - day
  }),
  sampleConversationSummary({
    id: 'c5',
    title: 'Knowledge graph of the team',
    updatedAt: sampleNow - day - 2 * hour
  }),
  sampleConversationSummary({ id: 'c6', title: 'Compare the two proposals', updatedAt: sampleNow - 6 * day }),
  sampleConversationSummary({ id: 'c7', title: 'Travel plan', updatedAt: sampleNow - 40 * day })
]

export function sampleServer(overrides: Partial<ServerView> = {}): ServerView {
  return {
    name: 'everything',
    transport: 'stdio',
    usedTransport: 'stdio',
    address: 'npx -y @modelcontextprotocol/server-everything',
    state: 'connected',
    reason: null,
    recentErrorOutput: [],
    title: 'Everything Example Server',
    version: '2.0.0',
    protocolVersion: '2025-11-25',
    instructions: 'Try echo first.',
    icons: [],
    capabilities: ['tools', 'tools.listChanged', 'prompts', 'resources', 'resources.subscribe', 'logging'],
    ...usualChoices,
    processId: 4_711,
    toolCount: 11,
    brokenToolCount: 0,
    offeredTools: { count: 11, tokens: 1_500 },
    counts: { calls: 0, failedCalls: 0, restarts: 0, lastCallAt: null, medianMs: null },
    startable: true,
    ...overrides
  }
}

export const sampleServers: readonly ServerView[] = [
  sampleServer(),
  sampleServer({
    name: 'files',
    address: 'npx -y @modelcontextprotocol/server-filesystem /home/ada/projects',
    title: 'Secure Filesystem Server',
    toolCount: 14,
    brokenToolCount: 1,
    processId: 4_712
  }),
  sampleServer({
    name: 'team-notes',
    transport: 'http',
    usedTransport: null,
    address: 'https://notes.example.com/mcp',
    state: 'needs-sign-in',
    reason: quote('The server asks for authorization. Sign in to use its tools.'),
    title: null,
    version: null,
    protocolVersion: null,
    instructions: null,
    capabilities: [],
    processId: null,
    toolCount: 0
  }),
  sampleServer({
    name: 'weather',
    usedTransport: null,
    address: 'weather-mcp --units metric',
    state: 'failed',
    reason: quote(
      'The command “weather-mcp” was not found in PATH. Install it, or give its full path in the settings.'
    ),
    recentErrorOutput: ['sh: weather-mcp: not found'],
    title: null,
    version: null,
    protocolVersion: null,
    instructions: null,
    capabilities: [],
    processId: null,
    toolCount: 0
  }),
  sampleServer({
    name: 'database',
    usedTransport: null,
    address: 'uvx database-mcp --read-only',
    state: 'waiting-for-trust',
    reason: quote('Parley asks you before it runs this command for the first time.'),
    title: null,
    version: null,
    protocolVersion: null,
    instructions: null,
    capabilities: [],
    processId: null,
    toolCount: 0
  }),
  sampleServer({
    name: 'memory',
    state: 'stopped',
    usedTransport: null,
    address: 'npx -y @modelcontextprotocol/server-memory',
    processId: null,
    toolCount: 0
  })
]

export function sampleTool(overrides: Partial<ToolView> = {}): ToolView {
  return {
    serverName: 'everything',
    name: 'echo',
    title: 'Echo',
    description: 'Gives back the message it is sent.',
    annotations: { readOnlyHint: true },
    icons: [],
    isDisabled: false,
    problem: null,
    inputSchema: {
      type: 'object',
      properties: { message: { type: 'string', title: 'Message', description: 'Text to give back' } },
      required: ['message']
    },
    outputSchema: null,
    taskSupport: 'forbidden',
    ...overrides
  }
}

export const sampleTools: readonly ToolView[] = [
  sampleTool(),
  sampleTool({
    name: 'get-sum',
    title: 'Sum',
    description: 'Adds two numbers.',
    inputSchema: {
      type: 'object',
      properties: {
        a: { type: 'number', description: 'First number' },
        b: { type: 'number', description: 'Second number' }
      },
      required: ['a', 'b']
    }
  }),
  sampleTool({
    name: 'print-env',
    title: 'Print environment',
    description: 'Lists the environment variables of the server.',
    inputSchema: { type: 'object', properties: {} }
  }),
  sampleTool({
    serverName: 'files',
    name: 'write_file',
    title: 'Write file',
    description: 'Creates a file or replaces its content.',
    annotations: { destructiveHint: true, idempotentHint: true },
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', title: 'Path' },
        content: { type: 'string', title: 'Content' },
        mode: { type: 'string', enum: ['replace', 'append'], default: 'replace' },
        isBackupKept: { type: 'boolean', title: 'Keep a backup', default: false }
      },
      required: ['path', 'content']
    }
  }),
  sampleTool({
    serverName: 'files',
    name: 'list_directory',
    title: 'List directory',
    description: 'Lists what is in a folder, one entry a line, folders marked.',
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string', title: 'Path' } },
      required: ['path']
    }
  }),
  sampleTool({
    serverName: 'files',
    name: 'broken_tool',
    title: null,
    description: 'Its schema is no schema.',
    problem: quote('The input schema is no JSON Schema: "type" must be a string or a list.')
  })
]

export const sampleTrustQuestion: ServerTrustQuestion = {
  type: 'server-trust',
  id: 'q1',
  askedAt: sampleNow,
  serverName: 'database',
  act: {
    transport: 'stdio',
    command: 'uvx',
    args: ['database-mcp', '--read-only', '--path', '/home/ada/data with spaces/team.db'],
    cwd: '/home/ada',
    environmentNames: ['DATABASE_TOKEN', 'LD_PRELOAD'],
    url: null,
    headerNames: []
  },
  previous: null,
  warnings: [
    {
      ...quote('LD_PRELOAD makes every program that this server starts load other code first.'),
      level: 'danger'
    }
  ]
}

export const sampleToolQuestion: ToolCallQuestion = {
  type: 'tool-call',
  id: 'q2',
  askedAt: sampleNow,
  conversationId: 'c1',
  callId: 'call-2',
  serverName: 'files',
  toolName: 'write_file',
  toolTitle: 'Write file',
  toolDescription: 'Creates a file or replaces its content.',
  annotations: { destructiveHint: true },
  effect: 'destructive',
  arguments: {
    path: '/home/ada/projects/NOTES.md',
    content: '# Notes\n\n- streaming tables\n- faster start\n'
  },
  inputSchema: sampleTools[3]?.inputSchema ?? {},
  requestedBy: 'anthropic/claude-sonnet-4-5',
  note: null
}

export const sampleSettings: SettingsView = {
  path: '/home/ada/.config/Parley/settings.json',
  isLastGoodInUse: false,
  problems: [],
  values: usualValues,
  shownLanguage: 'en',
  roots: [],
  vault: { isPersistent: true, reason: null }
}

export const sampleModels: ModelsView = {
  models: [
    { id: 'anthropic/claude-sonnet-4-5', name: 'Claude Sonnet 4.5', providerName: 'anthropic' },
    { id: 'anthropic/claude-haiku-4-5', name: 'Claude Haiku 4.5', providerName: 'anthropic' },
    { id: 'direct', name: 'Direct (no model)', providerName: 'direct' }
  ],
  providers: [
    {
      name: 'anthropic',
      title: 'Anthropic',
      offer: { modelFamily: 'Claude', keyExample: 'sk-ant-…' },
      baseUrl: 'https://api.anthropic.com',
      keySource: 'vault',
      failure: null
    },
    {
      name: 'local',
      title: 'local',
      offer: null,
      baseUrl: 'http://127.0.0.1:11434/v1',
      keySource: 'none',
      failure: {
        code: 'MODEL_NETWORK',
        message: 'Nothing answers at http://127.0.0.1:11434. Is the program running?'
      }
    }
  ],
  readyMade: [
    {
      type: 'openai-compatible',
      name: 'openai',
      title: 'OpenAI',
      baseUrl: 'https://api.openai.com/v1',
      keyExample: 'sk-…'
    },
    {
      type: 'openai-compatible',
      name: 'lm-studio',
      title: 'LM Studio',
      baseUrl: 'http://127.0.0.1:1234/v1',
      keyExample: null
    }
  ],
  defaultModel: 'anthropic/claude-sonnet-4-5',
  isLoading: false
}

/** A snapshot of a window in daily use. */
export function sampleSnapshot(overrides: Partial<Snapshot> = {}): Snapshot {
  return {
    revision: 100,
    app: {
      version: '0.9.0',
      electronVersion: '45.4.1',
      platform: 'linux',
      dataFolder: '/home/ada/.config/Parley'
    },
    isFirstRun: false,
    conversations: [...sampleConversations],
    servers: [...sampleServers],
    questions: [],
    consent: {
      grants: [
        {
          id: 'g1',
          scope: 'always',
          serverName: 'everything',
          toolName: 'echo',
          conversationId: null,
          conditions: [],
          usesLeft: null,
          createdAt: sampleNow - day
        }
      ],
      trustedServers: [
        {
          serverName: 'everything',
          act: {
            ...sampleTrustQuestion.act,
            command: 'npx',
            args: ['-y', '@modelcontextprotocol/server-everything'],
            environmentNames: []
          },
          createdAt: sampleNow - 3 * day
        }
      ]
    },
    settings: sampleSettings,
    models: sampleModels,
    ...overrides
  }
}
