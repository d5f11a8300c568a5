/** Connects conversations with the models and servers that they use, and with the settings. */
import { schedule } from '../../base/schedule'
import type { TurnSettings } from '../../conversation/context/turn-settings'
import { Conversations } from '../../conversation/conversations'
import { createProvenance } from '../../provenance/provenance'
import type { SettingsContent } from '../../settings/definition'
import type { Engines, Guards, Stores } from './areas'
import type { HostPorts } from './host-ports'
import type { RecordedModels } from '../workbench/recorded-models'
import type { ReplayedServers } from '../workbench/replayed-servers'
import type { ViewTools } from '../views/view-tools'
import { cheapestBeside } from './models-area'
import { modelForTurn } from './usage-area'

export function createHostConversations(
  ports: HostPorts,
  { settings, policy, usage, sent, runningCalls, consent, records, traces }: Stores & Guards,
  {
    servers,
    models,
    viewTools,
    recordedModels,
    replayedServers
  }: Pick<Engines, 'servers' | 'models'> & {
    readonly viewTools: ViewTools
    readonly recordedModels: RecordedModels
    readonly replayedServers: ReplayedServers
  }
): Conversations {
  return new Conversations({
    history: ports.history,
    runScript: ports.runScript,
    servers,
    consent: {
      ...consent,
      decideToolCall: replayedServers.decide((...call) => consent.decideToolCall(...call), servers)
    },
    runningCalls,
    addViewTools: (own, conversationId) =>
      viewTools.addTo(replayedServers.replaceIn(own, conversationId), conversationId),
    findReview: (conversationId) => replayedServers.findReview(conversationId, () => consent.reviewApart()),
    resolveModel: (modelId, message) =>
      recordedModels.find(message.conversationId) ??
      modelForTurn({ usage, records, traces, sent, models }, modelId, message),
    provenance: createProvenance(),
    isReviewed: (serverName) =>
      policy.isResultGateForced ||
      [serverName, ...replayedServers.findAnswering(serverName)].some((name) =>
        reviewsResults(settings.current(), name)
      ),
    readDefaultModel: () => models.view().defaultModel,
    readSettings: () => turnSettings(settings.current()),
    titleModelOf: (modelId) =>
      settings.current().values['conversation.titles'] === 'model' ? cheapestBeside(models, modelId) : null,
    schedule,
    now: ports.now,
    newId: ports.newId,
    log: ports.log.in('conversation')
  })
}

function reviewsResults({ servers }: SettingsContent, serverName: string): boolean {
  return servers.some(({ name, reviewsResults: isReviewed }) => name === serverName && isReviewed)
}

function turnSettings({ values }: SettingsContent): TurnSettings {
  return {
    maxToolSteps: values['conversation.maxToolSteps'],
    systemPrompt: values['conversation.systemPrompt'],
    toolShare: values['conversation.toolShare'],
    contextShare: values['conversation.contextShare'],
    isCodeMode: values['conversation.codeMode'],
    resultLimit: values['conversation.resultLimit'],
    maxOutputTokens: values['conversation.maxOutputTokens'],
    temperature: values['conversation.temperature'],
    thinking: values['models.thinking'],
    ownTemperature: values['models.temperature'],
    ownMaxOutputTokens: values['models.maxOutputTokens']
  }
}
