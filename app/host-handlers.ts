/**
 * What each call of the window does: one line a call, handed to the area that owns it. Anything longer
 * belongs into an area.
 */
import { HostError } from './base/host-error'
import type { Handlers } from './contract/calls'
import type { Areas } from './host-areas'
import { expandTemplate } from './mcp/uri-template'
import type { Ports } from './ports'

type HandlersOf<Area extends string> = Pick<Handlers, `${Area}.${string}` & keyof Handlers>

export function createHandlers(ports: Ports, areas: Areas, snapshot: Handlers['app.snapshot']): Handlers {
  return {
    ...appHandlers(ports, snapshot),
    ...conversationHandlers(areas),
    ...serverHandlers(ports, areas),
    ...offerHandlers(areas),
    ...consentHandlers(areas),
    ...settingsHandlers(ports, areas),
    ...modelHandlers(ports, areas)
  }
}

function appHandlers(ports: Ports, snapshot: Handlers['app.snapshot']): HandlersOf<'app' | 'link'> {
  return {
    'app.snapshot': snapshot,
    'app.finish-welcome': async () => {
      await ports.history.writeFact(welcomeFinished, 'true')
      return null
    },
    'app.copy-text': ({ text }) => {
      ports.copyText(text)
      return null
    },
    'app.choose-folder': async () => ({ path: await ports.chooseFolder() }),
    'link.open': async ({ url }) => {
      await ports.openLink(url)
      return null
    }
  }
}

/** Name of the fact that keeps the welcome from coming back. */
export const welcomeFinished = 'welcome-finished'

function conversationHandlers({ conversations }: Areas): HandlersOf<'conversation'> {
  return {
    'conversation.create': conversations.create,
    'conversation.read': conversations.read,
    'conversation.rename': conversations.rename,
    'conversation.delete': conversations.delete,
    'conversation.search': conversations.search,
    'conversation.set-model': conversations.setModel,
    'conversation.send': conversations.send,
    'conversation.stop': conversations.stop,
    'conversation.retry': conversations.retry,
    'conversation.cancel-tool-call': conversations.cancelToolCall
  }
}

function serverHandlers(ports: Ports, areas: Areas): HandlersOf<'server' | 'tool'> {
  const { servers, settings, consent } = areas
  /** Starting may wait for the person; the screen follows the state, not the call. */
  const inBackground = (serverName: string, work: (name: string) => Promise<void>): null => {
    if (!servers.list().some(({ name }) => name === serverName)) throw unknownServer(serverName)
    void work(serverName).catch((error: unknown) =>
      ports.log.warn('A server did not start', { serverName, error })
    )
    return null
  }
  return {
    'server.start': ({ serverName }) => inBackground(serverName, (name) => servers.start(name)),
    'server.stop': ({ serverName }) => inBackground(serverName, (name) => servers.stop(name)),
    'server.restart': ({ serverName }) => inBackground(serverName, (name) => servers.restart(name)),
    'server.read-log': ({ serverName }) => [...servers.readLog(serverName)],
    'server.list-tools': ({ serverName }) => [...servers.tools(serverName)],
    'server.read-entry': async ({ serverName }) => ({ json: await settings.readServerEntry(serverName) }),
    'server.save-entry': async ({ previousName, serverName, json }) => {
      await settings.saveServerEntry(previousName, serverName, json)
      return null
    },
    'server.paste': async ({ text }) => ({ added: [...(await settings.pasteServers(text))] }),
    'server.remove': async ({ serverName }) => {
      await settings.removeServer(serverName)
      await consent.revokeTrust(serverName)
      return null
    },
    'tool.search': ({ query, limit }) => [...servers.searchTools(query, limit)],
    'tool.read': ({ serverName, toolName }) => {
      const { modelToolName: _model, definitionHash: _hash, ...tool } = servers.readTool(serverName, toolName)
      return tool
    },
    'tool.check-arguments': (input) =>
      servers.checkArguments(input.serverName, input.toolName, input.arguments)
  }
}

function offerHandlers({ servers }: Areas): HandlersOf<'resource' | 'prompt' | 'completion'> {
  return {
    'resource.list': () => servers.listResources(),
    'resource.read': ({ serverName, uri }) => servers.readResource(serverName, uri),
    'resource.expand-template': ({ uriTemplate, variables }) => ({
      uri: expandTemplate(uriTemplate, variables)
    }),
    'prompt.list': () => servers.listPrompts(),
    'prompt.get': (input) => servers.getPrompt(input.serverName, input.name, input.arguments),
    'completion.complete': (input) => servers.complete(input)
  }
}

function unknownServer(serverName: string): HostError {
  return new HostError('SERVER_UNKNOWN', `No server named ${serverName} is configured (any more).`)
}

function consentHandlers({ consent, servers }: Areas): HandlersOf<'consent'> {
  return {
    'consent.answer': async ({ questionId, answer }) => {
      await consent.answer(questionId, answer)
      return null
    },
    'consent.revoke-grant': async ({ grantId }) => {
      await consent.revokeGrant(grantId)
      return null
    },
    'consent.revoke-trust': async ({ serverName }) => {
      await consent.revokeTrust(serverName)
      // What is not trusted any more must not go on running.
      if (servers.list().some(({ name }) => name === serverName)) await servers.stop(serverName)
      return null
    }
  }
}

function settingsHandlers(ports: Ports, { settings }: Areas): HandlersOf<'settings'> {
  return {
    'settings.set-theme': async ({ theme }) => {
      await settings.setTheme(theme)
      return null
    },
    'settings.set-conversation': async ({ maxToolSteps, systemPrompt }) => {
      await settings.setConversation({
        ...(maxToolSteps === undefined ? {} : { maxToolSteps }),
        ...(systemPrompt === undefined ? {} : { systemPrompt })
      })
      return null
    },
    'settings.open-file': async () => {
      await ports.openFile(ports.settingsFile)
      return null
    }
  }
}

function modelHandlers(ports: Ports, { models, settings }: Areas): HandlersOf<'model'> {
  return {
    'model.set-default': async ({ model }) => {
      await settings.setDefaultModel(model)
      return null
    },
    'model.set-key': async ({ providerName, apiKey }) => {
      ports.secretRegistry.add(apiKey)
      await ports.secrets.write(providerName, apiKey)
      await settings.setProviderKeyReference(providerName, providerName)
      await models.refresh()
      return null
    },
    'model.forget-key': async ({ providerName }) => {
      await settings.removeProviderKey(providerName)
      await ports.secrets.remove(providerName)
      await models.refresh()
      return null
    },
    'model.refresh': async () => {
      await models.refresh()
      return null
    }
  }
}
