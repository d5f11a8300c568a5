/** Made-up messages of every kind in a conversation. */
import type { Message, ToolCallPart } from '../../app/contract/conversations'
import { sampleNow } from './sample-state'

export function sampleShownMessage(overrides: Partial<Message> = {}): Message {
  return {
    id: 'm1',
    conversationId: 'c1',
    parentId: null,
    role: 'user',
    createdAt: sampleNow,
    model: null,
    state: 'complete',
    parts: [{ type: 'text', step: 0, text: 'Draft the release notes, please.' }],
    failure: null,
    stopReason: null,
    usage: null,
    ...overrides
  }
}

export function sampleAnswer(overrides: Partial<Message> = {}): Message {
  return sampleShownMessage({
    id: 'm2',
    parentId: 'm1',
    role: 'assistant',
    model: 'anthropic/claude-sonnet-4-5',
    stopReason: 'end_turn',
    ...overrides
  })
}

export function sampleToolCall(overrides: Partial<ToolCallPart> = {}): ToolCallPart {
  return {
    type: 'tool-call',
    step: 0,
    callId: 'call-1',
    providerCallId: 'toolu_1',
    modelToolName: 'everything__echo',
    serverName: 'everything',
    toolName: 'echo',
    toolTitle: 'Echo',
    arguments: { message: 'hello' },
    isEditedByPerson: false,
    state: 'done',
    progress: null,
    content: [{ type: 'text', text: 'Echo: hello' }],
    structuredContent: null,
    isError: false,
    failure: null,
    startedAt: sampleNow,
    endedAt: sampleNow + 412,
    ...overrides
  }
}

const answerText = `I read the change log and both open proposals. Here is a **first draft**; three items need your eye.

## What is new

- Tables keep their header while you scroll
- Start is *twice as fast* on a cold disk
- \`parley --settings=FILE\` takes another settings file
  - relative paths count from the current folder

## Figures

| Measure | Before | Now |
| --- | ---: | ---: |
| Cold start | 1,940 ms | 905 ms |
| Memory, idle | 370 MB | 288 MB |

\`\`\`ts
// Settled blocks are parsed once.
export function settle(text: string, limit = 2): string[] {
  const blocks = split(text)
  return blocks.slice(0, -limit)
}
\`\`\`

> Numbers are medians of three runs on two cores.

See [the full log](https://example.com/changes?from=0.9&to=1.0) for the rest.`

/** A 1×1 PNG. */
export const samplePng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A conversation with text, calls in every state, and each kind of result. */
export const sampleMessages: readonly Message[] = [
  sampleShownMessage(),
  sampleAnswer({
    parts: [
      { type: 'text', step: 0, text: 'I start with the change log.' },
      sampleToolCall({
        serverName: 'files',
        toolName: 'read_text_file',
        callId: 'call-a',
        arguments: { path: '/home/ada/projects/parley/CHANGELOG.md' },
        content: [
          {
            type: 'text',
            text: '# Changelog\n\n- [New] Tables keep their header\n- [Improved] Faster start\n'
          }
        ]
      }),
      { type: 'text', step: 1, text: answerText }
    ]
  }),
  sampleShownMessage({
    id: 'm3',
    parentId: 'm2',
    parts: [{ type: 'text', step: 0, text: 'Good. Write it to NOTES.md\nand show me the logo.' }]
  }),
  sampleAnswer({
    id: 'm4',
    parentId: 'm3',
    parts: [
      sampleToolCall({
        serverName: 'files',
        toolName: 'write_file',
        callId: 'call-b',
        state: 'denied',
        arguments: { path: '/etc/NOTES.md', content: '# Notes' },
        content: []
      }),
      sampleToolCall({
        callId: 'call-c',
        serverName: 'files',
        toolName: 'write_file',
        isEditedByPerson: true,
        arguments: { path: '/home/ada/projects/parley/NOTES.md', content: '# Notes\n\nFaster start.' },
        content: [
          { type: 'text', text: 'Successfully wrote to /home/ada/projects/parley/NOTES.md' },
          { type: 'image', mimeType: 'image/png', data: samplePng },
          { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zz48L3N2Zz4=' },
          { type: 'audio', mimeType: 'audio/wav', data: 'UklGRg==' },
          {
            type: 'resource-link',
            uri: 'demo://logo/1',
            name: 'logo',
            description: 'The logo of the project',
            mimeType: null
          }
        ],
        structuredContent: { bytes: 24 }
      }),
      sampleToolCall({
        callId: 'call-d',
        toolName: 'get-sum',
        isError: true,
        arguments: { a: 1, b: 'two' },
        content: [{ type: 'text', text: 'Expected a number for "b".' }]
      }),
      sampleToolCall({
        callId: 'call-e',
        toolName: 'slow',
        state: 'failed',
        content: [],
        failure: { code: 'TOOL_TIMEOUT', message: 'The call ran into its time limit of 60 seconds.' }
      })
    ],
    state: 'failed',
    failure: { code: 'MODEL_OVERLOADED', message: 'Anthropic is overloaded. Wait a moment and try again.' }
  })
]

/** An answer in progress: one call running with progress, one waiting for approval. */
export const runningMessages: readonly Message[] = [
  sampleShownMessage({
    id: 'r1',
    conversationId: 'c2',
    parts: [{ type: 'text', step: 0, text: 'List the files of the project.' }]
  }),
  sampleAnswer({
    id: 'r2',
    conversationId: 'c2',
    state: 'streaming',
    stopReason: null,
    parts: [
      { type: 'text', step: 0, text: 'I look into the folder and count the lines meanwhile.' },
      sampleToolCall({
        callId: 'call-r',
        serverName: 'files',
        toolName: 'directory_tree',
        state: 'running',
        arguments: { path: '/home/ada/projects' },
        content: [],
        endedAt: null,
        progress: { progress: 3, total: 8, message: 'Reading app/conversation' }
      }),
      sampleToolCall({
        callId: 'call-w',
        serverName: 'files',
        toolName: 'list_directory',
        state: 'waiting-for-approval',
        arguments: { path: '/home/ada/projects' },
        content: [],
        startedAt: null,
        endedAt: null
      })
    ]
  })
]
