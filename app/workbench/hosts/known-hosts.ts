/**
 * What other apps support. Every fact has its source, and the day on which the source said so or was read. What no
 * source says stays unknown: a feature that is missing here is not a feature that an app lacks. A list of what an app
 * supports never proves a `no`. What a handshake doesn't declare does.
 */
import type { FactSource, HostFeature, HostLimit } from '../../contract/workbench/host-report'

export interface KnownHost {
  readonly name: string
  readonly facts: readonly HostFact[]
  readonly limits: readonly HostLimitFact[]
}

export interface HostFact {
  readonly features: readonly HostFeature[]
  readonly support: 'yes' | 'no' | 'partly'
  readonly source: FactSource
}

export interface HostLimitFact {
  readonly limit: HostLimit
  readonly allowed: number
  /** Of `nameLength`: what the host puts before the name of a tool. */
  readonly prefix?: (serverName: string) => string
  readonly source: FactSource
}

/** The community's list of clients, on the day before it was removed from the site. */
const clientList: FactSource = {
  address:
    'https://github.com/modelcontextprotocol/modelcontextprotocol/blob/0dfb7b627031f94891a80241285a4ae5b8879609/docs/clients.mdx',
  day: '2026-05-27'
}

/** Recorded handshakes of apps, and results as their models see them. */
const probe = (day: string): FactSource => ({
  address:
    'https://github.com/MCPJam/inspector/blob/6d550c02cf7461f504099cc5116f651b61ae3dd2/sdk/src/host-compat/catalog.generated.ts',
  day
})

const from = (address: string, day: string): FactSource => ({ address, day })

const yes = (source: FactSource, ...features: HostFeature[]): HostFact => ({
  features,
  support: 'yes',
  source
})
const no = (source: FactSource, ...features: HostFeature[]): HostFact => ({ features, support: 'no', source })
const partly = (source: FactSource, ...features: HostFeature[]): HostFact => ({
  features,
  support: 'partly',
  source
})

const zedPage = from('https://zed.dev/docs/ai/mcp', '2026-11-30')
const windsurfPage = from('https://docs.windsurf.com/de/windsurf/cascade/mcp.md', '2026-11-30')
const capabilityIndex = from('https://www.npmjs.com/package/mcp-client-capabilities/v/0.0.14', '2026-02')

export const knownHosts: readonly KnownHost[] = [
  {
    name: 'Claude (web)',
    facts: [
      yes(clientList, 'resources', 'prompts', 'tools'),
      yes(probe('2026-08-19'), 'apps', 'images'),
      no(probe('2026-08-19'), 'sampling', 'elicitation', 'linkElicitation', 'roots')
    ],
    limits: []
  },
  {
    name: 'Claude Desktop',
    facts: [
      yes(clientList, 'resources', 'prompts', 'tools', 'roots'),
      partly(from('https://github.com/stape-io/google-tag-manager-mcp-server/pull/85', '2026-09-11'), 'http'),
      yes(from('https://github.com/DitriXNew/EDT-MCP/issues/237', '2026-07-06'), 'stdio'),
      partly(from('https://github.com/anthropics/claude-code/issues/88881', '2026-08-22'), 'apps'),
      no(from('https://github.com/anthropics/claude-ai-mcp/issues/960', '2026-11-28'), 'listChanges'),
      partly(from('https://github.com/anthropics/claude-ai-mcp/issues/643', '2026-11-28'), 'images')
    ],
    limits: []
  },
  {
    name: 'Claude Code',
    facts: [
      yes(clientList, 'resources', 'prompts', 'tools', 'listChanges'),
      yes(probe('2026-08-19'), 'roots', 'elicitation'),
      no(probe('2026-08-19'), 'sampling', 'apps'),
      yes(from('https://github.com/anthropics/claude-code/issues/3140', '2025-07-08'), 'stdio', 'http')
    ],
    limits: [
      {
        limit: 'nameLength',
        allowed: 128,
        prefix: (serverName) => `mcp__${serverName}__`,
        source: from('https://github.com/xsyetopz/claudetto/wiki/Claude-Code-MCP-Runtime', '2026-10-19')
      }
    ]
  },
  {
    name: 'ChatGPT',
    facts: [
      yes(clientList, 'tools'),
      yes(probe('2026-08-19'), 'http', 'apps', 'images'),
      no(probe('2026-08-19'), 'sampling', 'elicitation', 'linkElicitation', 'roots'),
      partly(from('https://www.developersdigest.tech/mcp-servers/clients/chatgpt', '2026-11-28'), 'stdio')
    ],
    limits: []
  },
  {
    name: 'Codex',
    facts: [
      yes(clientList, 'resources', 'tools'),
      yes(probe('2026-08-19'), 'elicitation', 'linkElicitation', 'apps', 'images'),
      no(probe('2026-08-19'), 'sampling', 'roots')
    ],
    limits: []
  },
  {
    name: 'VS Code',
    facts: [
      yes(clientList, 'resources', 'prompts', 'tools', 'listChanges'),
      yes(probe('2026-07-23'), 'sampling', 'elicitation', 'linkElicitation', 'roots', 'apps', 'images'),
      yes(
        from('https://code.visualstudio.com/docs/copilot/reference/mcp-configuration', '2026-11-28'),
        'stdio',
        'http',
        'sse'
      )
    ],
    limits: [
      {
        limit: 'tools',
        allowed: 128,
        source: from('https://github.com/microsoft/vscode-copilot-release/issues/11653', '2025-06-05')
      }
    ]
  },
  {
    name: 'Cursor',
    facts: [
      yes(clientList, 'prompts', 'tools'),
      yes(capabilityIndex, 'resources'),
      yes(probe('2026-08-14'), 'elicitation', 'roots', 'apps', 'images'),
      no(probe('2026-08-14'), 'sampling', 'linkElicitation')
    ],
    limits: [
      {
        limit: 'tools',
        allowed: 80,
        source: from('https://github.com/Snowflake-Labs/mcp/issues/77', '2025-09-02')
      },
      {
        limit: 'nameLength',
        allowed: 59,
        prefix: (serverName) => serverName,
        source: from('https://github.com/ComposioHQ/composio/issues/2788', '2026-02-27')
      }
    ]
  },
  {
    name: 'goose',
    facts: [
      yes(clientList, 'resources', 'prompts', 'tools', 'listChanges'),
      yes(probe('2026-08-14'), 'sampling', 'elicitation', 'roots', 'apps', 'images'),
      no(from('https://github.com/aaif-goose/goose/issues/9674', '2026-11-28'), 'sse')
    ],
    limits: []
  },
  {
    name: 'Cline',
    facts: [
      yes(clientList, 'resources', 'tools', 'listChanges'),
      yes(from('https://docs.cline.bot/mcp/mcp-transport-mechanisms', '2026-11-30'), 'stdio', 'sse'),
      yes(probe('2026-07-23'), 'images'),
      no(probe('2026-07-23'), 'sampling', 'elicitation', 'linkElicitation', 'roots', 'apps')
    ],
    limits: []
  },
  {
    name: 'Windsurf',
    facts: [yes(clientList, 'tools', 'listChanges'), yes(windsurfPage, 'stdio', 'http', 'sse')],
    limits: []
  },
  {
    name: 'Zed',
    facts: [
      yes(zedPage, 'tools', 'prompts', 'listChanges', 'stdio', 'http'),
      no(zedPage, 'sampling', 'elicitation', 'linkElicitation', 'resources')
    ],
    limits: [
      {
        limit: 'tools',
        allowed: 128,
        source: from('https://github.com/akbxr/gitlab-mcp-zed/issues/8', '2026-04-06')
      }
    ]
  },
  {
    name: 'LM Studio',
    facts: [
      yes(from('https://lmstudio.ai/docs/app/mcp', '2026-11-28'), 'stdio', 'http'),
      yes(clientList, 'tools'),
      no(
        from('https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1412', '2026-08-14'),
        'prompts',
        'resources'
      ),
      no(
        from('https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/977', '2025-09-05'),
        'sampling',
        'elicitation',
        'linkElicitation'
      ),
      no(from('https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1634', '2026-11-28'), 'apps')
    ],
    limits: []
  },
  {
    name: 'Cherry Studio',
    facts: [
      yes(
        from(
          'https://github.com/CherryHQ/cherry-studio/blob/main/src/main/ai/mcp/connections/ClientMcpConnection.ts',
          '2026-11-28'
        ),
        'tools',
        'resources',
        'prompts',
        'listChanges',
        'sampling',
        'elicitation',
        'linkElicitation',
        'roots'
      ),
      no(from('https://github.com/CherryHQ/cherry-studio/issues/16159', '2026-11-28'), 'apps')
    ],
    limits: []
  },
  {
    name: 'LibreChat',
    facts: [
      yes(clientList, 'tools'),
      no(from('https://github.com/danny-avila/LibreChat/pull/13831', '2026-11-28'), 'apps')
    ],
    limits: []
  },
  {
    name: 'Jan',
    facts: [
      yes(
        from('https://github.com/janhq/jan/blob/main/docs/src/pages/docs/desktop/mcp.mdx', '2026-11-28'),
        'tools',
        'stdio',
        'http'
      )
    ],
    limits: []
  },
  {
    name: 'Antigravity',
    facts: [yes(capabilityIndex, 'tools', 'roots')],
    limits: [
      {
        limit: 'tools',
        allowed: 100,
        source: from('https://github.com/homeassistant-ai/ha-mcp/issues/420', '2026-01-11')
      }
    ]
  },
  {
    name: 'Gemini CLI',
    facts: [yes(clientList, 'prompts', 'tools')],
    limits: []
  },
  {
    name: 'MCP Inspector',
    facts: [
      yes(
        from('https://github.com/modelcontextprotocol/inspector', '2026-11-28'),
        'stdio',
        'http',
        'sse',
        'tools',
        'resources',
        'prompts',
        'listChanges',
        'sampling',
        'elicitation',
        'linkElicitation',
        'roots',
        'apps'
      )
    ],
    limits: []
  },
  {
    name: 'MCPJam',
    facts: [
      yes(clientList, 'resources', 'prompts', 'tools', 'elicitation'),
      yes(from('https://docs.mcpjam.com', '2026-11-28'), 'stdio', 'http', 'apps', 'images')
    ],
    limits: []
  }
]
