/**
 * What each call of the window does: one line a call, handed to the area that owns it. Anything longer
 * belongs into an area.
 */
import { toFileName } from '../base/file-name'
import { HostError } from '../base/host-error'
import type { Handlers } from '../contract/calls'
import type { Areas } from './areas'
import { accountHandlers, startAnew } from './accounts'
import { secretHandlers } from './secrets'
import type { Ports } from './ports'
import { judgeLink } from '../server-requests/judge-link'

type HandlersOf<Area extends string> = Pick<Handlers, `${Area}.${string}` & keyof Handlers>
type ServerHandlers = Omit<HandlersOf<'server' | 'tool' | 'icon'>, keyof ReturnType<typeof secretHandlers>>

export function createHandlers(ports: Ports, areas: Areas, snapshot: Handlers['app.snapshot']): Handlers {
  return {
    ...appHandlers(ports, areas, snapshot),
    ...conversationHandlers(areas),
    ...serverHandlers(ports, areas),
    ...offerHandlers(ports, areas),
    ...consentHandlers(ports, areas),
    ...settingsHandlers(ports, areas),
    ...ledgerHandlers(ports, areas),
    ...accountHandlers(ports, areas),
    ...secretHandlers(ports, areas),
    ...exchangeHandlers(areas),
    ...samplingHandlers(ports, areas),
    ...modelHandlers(ports, areas)
  }
}

function appHandlers(
  ports: Ports,
  { roots }: Areas,
  snapshot: Handlers['app.snapshot']
): HandlersOf<'app' | 'link'> {
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
    'app.save-file': async ({ suggestedName, data }) => {
      return { path: await ports.saveFile(toFileName(suggestedName), Buffer.from(data, 'base64')) }
    },
    'app.drop-folders': ({ paths }) => {
      roots.drop(paths)
      return null
    },
    'link.judge': ({ url }) => ({ warnings: [...judgeLink(url).warnings] }),
    'link.open': async ({ url }) => {
      await ports.openLink(url)
      return null
    }
  }
}

/** Name of the fact that keeps the welcome from coming back. */
export const welcomeFinished = 'welcome-finished'

function conversationHandlers({ conversations, records }: Areas): HandlersOf<'conversation'> {
  return {
    'conversation.create': conversations.create,
    'conversation.read': conversations.read,
    'conversation.rename': conversations.rename,
    'conversation.delete': async (input) => {
      // What still waits to be kept must be there to be blanked.
      await records.ledger.flush()
      return conversations.delete(input)
    },
    'conversation.search': conversations.search,
    'conversation.set-model': conversations.setModel,
    'conversation.set-folders': conversations.setFolders,
    'conversation.send': conversations.send,
    'conversation.stop': conversations.stop,
    'conversation.retry': conversations.retry,
    'conversation.keep-waiting': conversations.keepWaiting,
    'conversation.cancel-tool-call': conversations.cancelToolCall
  }
}

function serverHandlers(ports: Ports, areas: Areas): ServerHandlers {
  const { servers, settings, consent, accounts } = areas
  /** Starting may wait for the person; the screen follows the state, not the call. */
  const inBackground = (serverName: string, work: (name: string) => Promise<void>): null => {
    if (!servers.list().some(({ name }) => name === serverName)) throw unknownServer(serverName)
    void work(serverName).catch((error: unknown) =>
      ports.log.warn('A server did not start', { serverName, error })
    )
    return null
  }
  return {
    'server.start': ({ serverName }) => inBackground(serverName, (name) => startAnew(areas, name)),
    'server.stop': ({ serverName }) => inBackground(serverName, (name) => servers.stop(name)),
    'server.restart': ({ serverName }) => inBackground(serverName, (name) => servers.restart(name)),
    'server.read-log': ({ serverName }) => [...servers.readLog(serverName)],
    'server.refresh-tools': async ({ serverName }) => {
      await servers.refreshTools(serverName)
      return null
    },
    'server.list-tools': ({ serverName }) => [...servers.tools(serverName)],
    'server.read-entry': async ({ serverName }) => ({ json: await settings.readServerEntry(serverName) }),
    'server.save-entry': async ({ previousName, serverName, json }) => {
      const save = () => settings.saveServerEntry(previousName, serverName, json)
      await accounts.rename(previousName ?? serverName, serverName, save)
      return null
    },
    'server.paste': async ({ text }) => ({ added: [...(await settings.pasteServers(text))] }),
    'server.remove': async ({ serverName }) => {
      await settings.removeServer(serverName)
      await consent.revokeTrust(serverName)
      await accounts.remove(serverName)
      return null
    },
    'server.set-options': async ({ serverName, ...options }) => {
      await settings.setServerOptions(serverName, options)
      return null
    },
    'server.set-tool': async ({ serverName, toolName, isDisabled }) => {
      await settings.setTool(serverName, toolName, isDisabled)
      return null
    },
    'icon.read': ({ serverName, src }) => servers.readIcon(serverName, src),
    'tool.search': ({ query, limit }) => [...servers.searchTools(query, limit)],
    'tool.read': ({ serverName, toolName }) => {
      const { modelToolName: _model, definitionHash: _hash, ...tool } = servers.readTool(serverName, toolName)
      return tool
    },
    'tool.check-arguments': (input) =>
      servers.checkArguments(input.serverName, input.toolName, input.arguments)
  }
}

function offerHandlers(ports: Ports, { servers }: Areas): HandlersOf<'resource' | 'prompt' | 'completion'> {
  return {
    'resource.list': () => servers.listResources(),
    'resource.read': ({ serverName, uri }) => servers.readResource(serverName, uri),
    'resource.expand-template': async ({ uriTemplate, variables }) => ({
      uri: await ports.mcp.clients.expandTemplate(uriTemplate, variables)
    }),
    'prompt.list': () => servers.listPrompts(),
    'prompt.get': (input) => servers.getPrompt(input.serverName, input.name, input.arguments),
    'completion.complete': (input) => servers.complete(input)
  }
}

function unknownServer(serverName: string): HostError {
  return new HostError('SERVER_UNKNOWN', `No server named ${serverName} is configured (any more).`)
}

function consentHandlers(ports: Ports, { consent, servers }: Areas): HandlersOf<'consent'> {
  return {
    'consent.check-content': async ({ questionId, content }) => {
      const asked = consent.questions().find(({ id }) => id === questionId)
      if (asked?.type !== 'elicitation') return []
      return ports.mcp.clients.checkArguments(asked.requestedSchema, content)
    },
    'consent.answer': async ({ questionId, answer }) => {
      await consent.answer(questionId, answer)
      return null
    },
    'consent.revoke-grant': async ({ grantId }) => {
      await consent.revokeGrant(grantId)
      return null
    },
    'consent.revoke-grants': async ({ serverName }) => {
      await consent.revokeGrants(serverName)
      return null
    },
    'consent.export-pins': () => consent.exportPins(),
    'consent.import-pins': () => consent.importPins(),
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
    'settings.set-language': async ({ language }) => {
      await settings.setLanguage(language)
      return null
    },
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
    'settings.set-roots': async ({ roots }) => {
      await settings.setRoots(roots)
      return null
    },
    'settings.open-file': async () => {
      await ports.openFile(ports.settingsFile)
      return null
    }
  }
}

function exchangeHandlers({ exchanges }: Areas): HandlersOf<'exchange'> {
  return {
    'exchange.stop': async ({ exchangeId }) => {
      await exchanges.stop(exchangeId)
      return null
    },
    'exchange.dismiss': ({ exchangeId }) => {
      exchanges.dismiss(exchangeId)
      return null
    }
  }
}

function samplingHandlers(ports: Ports, { budgets, servers, requests }: Areas): HandlersOf<'sampling'> {
  return {
    'sampling.stop': ({ requestId }) => {
      requests.stopModel(requestId)
      return null
    },
    'sampling.set-rule': async (change) => {
      const { serverName } = change
      if (!servers.list().some(({ name }) => name === serverName)) throw unknownServer(serverName)
      const wasOff = budgets.isOff(serverName)
      await budgets.change(change)
      const isRunning = servers.list().some(({ name, state }) => name === serverName && state === 'connected')
      if (!isRunning || wasOff === budgets.isOff(serverName)) return null
      // What is offered to a server is said in the handshake.
      void servers
        .restart(serverName)
        .catch((error: unknown) => ports.log.warn('A server did not start', { serverName, error }))
      return null
    }
  }
}

function ledgerHandlers(ports: Ports, { records, settings, policy }: Areas): HandlersOf<'ledger'> {
  const { ledger } = records
  return {
    'ledger.search': (input) => ledger.search(input),
    'ledger.verify': () => ledger.verify(),
    'ledger.export': async () => {
      const day = new Date(ports.now()).toISOString().slice(0, 10)
      return { path: await ports.saveFile(`parley-ledger-${day}.jsonl`, await ledger.export()) }
    },
    'ledger.set-endpoint': async ({ endpoint }) => {
      if (policy.ledgerEndpoint !== null) {
        const message = `The policy of this computer says where the ledger goes (${policy.view?.file ?? ''}).`
        throw new HostError('REQUEST_REFUSED', message)
      }
      await settings.setLedgerEndpoint(endpoint)
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
    'model.set-price': async ({ model, price }) => {
      await settings.setModelPrice(model, price)
      return null
    },
    'model.set-currency': async ({ currency }) => {
      await settings.setCurrency(currency)
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
