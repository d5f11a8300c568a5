/**
 * Applies the user's choices for one conversation to its turns. They only remove what is offered: an enabled tool needs
 * approval as in any other conversation.
 */
import { HostError } from '../../base/host-error'
import { directModelId } from '../../contract/direct-model'
import type { CallInput } from '../../contract/bridge/calls'
import type { ConversationChoices } from '../../contract/conversation/choices'
import type { CatalogTool, ServerInstructions, Servers } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import type { TurnSettings } from '../context/turn-settings'

/** `choices` override the settings for all conversations and for single models. `modelId`: the answering model. */
export function withChoices(
  settings: TurnSettings,
  choices: ConversationChoices,
  modelId: string
): TurnSettings {
  const { systemPrompt, temperature, maxOutputTokens, maxToolSteps, thinking, codeMode } = choices
  return {
    ...settings,
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(codeMode !== undefined && { isCodeMode: codeMode }),
    mayAskForScripts: codeMode === undefined,
    ...(temperature !== undefined && {
      ownTemperature: { ...settings.ownTemperature, [modelId]: temperature }
    }),
    ...(maxOutputTokens !== undefined && {
      ownMaxOutputTokens: { ...settings.ownMaxOutputTokens, [modelId]: maxOutputTokens }
    }),
    ...(maxToolSteps !== undefined && { maxToolSteps }),
    ...(thinking !== undefined && { thinking: { ...settings.thinking, [modelId]: thinking } })
  }
}

/** The choices are stored with the conversation, and omitted if there are none. */
export function withStoredChoices<C extends { readonly choices?: ConversationChoices | undefined }>(
  stored: C,
  choices: ConversationChoices
): Omit<C, 'choices'> & Pick<C, 'choices'> {
  const { choices: _before, ...others } = stored
  return Object.keys(choices).length === 0 ? others : { ...others, choices }
}

type OfTurn = Pick<Servers, 'catalog' | 'usableTools' | 'instructions' | 'readTool' | 'freshenTools'>

/**
 * The servers as the conversation has them at each moment, without those that are switched off in it. In Direct mode
 * the user answers, who gets more tools than a model.
 */
export function chosenServers<S extends OfTurn>(
  servers: S,
  modelId: string,
  read: () => ConversationChoices
): S {
  const listTools = () => (modelId === directModelId ? servers.usableTools() : servers.catalog())
  return {
    ...servers,
    catalog: () => toolsIn(listTools(), read()),
    instructions: () => instructionsIn(servers.instructions(), read()),
    freshenTools: () => servers.freshenTools((serverName) => isServerOn(read(), serverName)),
    readTool: (serverName, toolName) => {
      if (!isOffered(read(), serverName, toolName)) throw switchedOff(serverName)
      return servers.readTool(serverName, toolName)
    }
  }
}

/** What is offered to a conversation with these choices. */
export function offeredIn(
  servers: Pick<Servers, 'catalog' | 'instructions'>,
  choices: ConversationChoices
): { readonly catalog: readonly CatalogTool[]; readonly instructions: readonly ServerInstructions[] } {
  return {
    catalog: toolsIn(servers.catalog(), choices),
    instructions: instructionsIn(servers.instructions(), choices)
  }
}

function toolsIn(tools: readonly CatalogTool[], choices: ConversationChoices): CatalogTool[] {
  return tools.filter(({ serverName, name }) => isOffered(choices, serverName, name))
}

function instructionsIn(
  instructions: readonly ServerInstructions[],
  choices: ConversationChoices
): ServerInstructions[] {
  return instructions.filter(({ serverName }) => isServerOn(choices, serverName))
}

type Outgoing = Pick<CallInput<'conversation.send'>, 'resources' | 'prompt' | 'toolRequest'>

/**
 * Checked here because the window isn't trusted. @throws HostError SERVER_NOT_CONNECTED, naming a server that is
 * switched off here
 */
export function refuseSwitchedOff(
  { resources, prompt, toolRequest }: Outgoing,
  choices: ConversationChoices
): void {
  const named = [...resources, prompt, toolRequest].flatMap((one) => one?.serverName ?? [])
  const off = named.find((serverName) => !isServerOn(choices, serverName))
  if (off !== undefined) throw switchedOff(off)
}

function isServerOn({ offServers = [] }: ConversationChoices, serverName: string): boolean {
  return !offServers.includes(serverName)
}

function isOffered(choices: ConversationChoices, serverName: string, toolName: string): boolean {
  const { offTools = [] } = choices
  return (
    isServerOn(choices, serverName) &&
    !offTools.some((off) => off.serverName === serverName && off.toolName === toolName)
  )
}

function switchedOff(serverName: string): HostError {
  return new HostError('SERVER_NOT_CONNECTED', say('conversation.switchedOff', { server: serverName }))
}
