/** What each server uses, as far as it was seen since Parley started, and how other apps would treat that. */
import { isForModel } from '../../contract/content/tool-ui'
import type { ServerView, ToolView } from '../../contract/servers'
import {
  hostFeatures,
  type FormCost,
  type HostFeature,
  type HostReport
} from '../../contract/workbench/host-report'
import type { McpGateway, ToolCallOutcome } from '../../mcp/interface'
import type { DefinitionForm } from '../../models/provider-descriptor'
import { providerDescriptors } from '../../models/routing/providers'
import { lowerTool } from '../../models/tools/lower-tool'
import type { EndedCall } from '../../servers/registry/server-calls'
import type { ServersControl } from '../../servers/registry/server-registry'
import { knownHosts } from '../../workbench/hosts/known-hosts'
import { reportHosts } from '../../workbench/hosts/report-hosts'

export interface OtherAppsReportOptions {
  readonly servers: Pick<ServersControl, 'tools'>
  readonly mcp: Pick<McpGateway, 'subscribe'>
  readonly onCallEnded: (listener: (ended: EndedCall) => void) => () => void
}

export class OtherAppsReport {
  readonly #options: OtherAppsReportOptions
  /** What results and requests of a server needed. */
  readonly #seen = new Map<string, Set<HostFeature>>()

  constructor(options: OtherAppsReportOptions) {
    this.#options = options
    options.onCallEnded(({ serverName, outcome }) => this.#add(serverName, featuresOf(outcome)))
    options.mcp.subscribe({
      requested: ({ serverName, type }) => this.#add(serverName, [requestFeatures[type]]),
      foldersTold: ({ serverName }) => this.#add(serverName, ['roots'])
    })
  }

  /** @throws HostError SERVER_UNKNOWN */
  read(view: ServerView): HostReport {
    const serverName = view.name
    const tools = this.#options.servers.tools(serverName).filter(isForModel)
    const offered = listOffered(view, tools)
    const uses = new Set([...offered, ...(this.#seen.get(serverName) ?? [])])
    const toolNames = tools.map(({ name }) => name)
    return {
      uses: hostFeatures.filter((feature) => uses.has(feature)),
      hosts: reportHosts({ serverName, uses, toolNames }, knownHosts),
      forms: providerDescriptors.flatMap(({ definitionForms }) =>
        definitionForms.map((form) => countForm(form, tools))
      )
    }
  }

  #add(serverName: string, features: readonly HostFeature[]): void {
    const known = this.#seen.get(serverName) ?? new Set()
    for (const feature of features) known.add(feature)
    this.#seen.set(serverName, known)
  }
}

const requestFeatures = {
  sampling: 'sampling',
  'elicitation-form': 'elicitation',
  'elicitation-url': 'linkElicitation'
} as const

const contentFeatures: Readonly<Record<string, HostFeature>> = {
  image: 'images',
  audio: 'audio',
  resource: 'embeddedResources',
  'resource-link': 'resourceLinks'
}

function featuresOf(outcome: ToolCallOutcome): readonly HostFeature[] {
  if (outcome.type !== 'completed') return []
  const ofContent = outcome.content.flatMap(({ type }) => contentFeatures[type] ?? [])
  return outcome.structuredContent === null ? ofContent : [...ofContent, 'structuredContent']
}

function listOffered(view: ServerView, tools: readonly ToolView[]): readonly HostFeature[] {
  const { capabilities, transport, usedTransport } = view
  const has = (capability: string) => capabilities.some((each) => each === capability)
  const found: readonly (readonly [HostFeature, boolean])[] = [
    ['tools', tools.length > 0],
    ['listChanges', has('tools.listChanged')],
    ['resources', has('resources')],
    ['prompts', has('prompts')],
    ['apps', tools.some(({ ui }) => ui !== undefined && ui.resourceUri !== null)],
    ['structuredContent', tools.some(({ outputSchema }) => outputSchema !== null)]
  ]
  return [usedTransport ?? transport, ...found.flatMap(([feature, isUsed]) => (isUsed ? [feature] : []))]
}

const mostRefused = 50

function countForm({ title, rules, write }: DefinitionForm, tools: readonly ToolView[]): FormCost {
  const lowered = tools.map((tool) => [tool.name, lowerTool(tool, rules)] as const)
  const taken = lowered.flatMap(([, each]) => ('tool' in each ? [write(each.tool)] : []))
  const refused = lowered.flatMap(([tool, each]) =>
    'refusal' in each ? [{ tool, reason: each.refusal }] : []
  )
  const characters = taken.reduce((sum, each) => sum + JSON.stringify(each).length, 0)
  const most = rules.most ?? taken.length
  return {
    title,
    tokens: Math.ceil(characters / 4),
    refused: refused.slice(0, mostRefused),
    above: Math.max(0, taken.length - most)
  }
}
