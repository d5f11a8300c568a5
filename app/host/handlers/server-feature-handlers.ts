/** Resources, prompts and other features of servers besides tools. */
import type { Areas } from '../areas/areas'
import type { HostPorts } from '../areas/host-ports'
import type { AreaHandlers } from './area-handlers'

export function serverFeatureHandlers(
  { mcp }: Pick<HostPorts, 'mcp'>,
  { consent, servers, followed }: Pick<Areas, 'consent' | 'servers' | 'followed'>
): AreaHandlers<'resource' | 'prompt' | 'completion'> {
  return {
    'resource.list': () => servers.listResources(),
    'resource.read': ({ serverName, uri }) => {
      consent.userBegan(serverName)
      return servers.readResource(serverName, uri)
    },
    'resource.follow': (resource) => followed.follow(resource),
    'resource.expand-template': async ({ uriTemplate, variables }) => ({
      uri: await mcp.clients.expandTemplate(uriTemplate, variables)
    }),
    'prompt.list': () => servers.listPrompts(),
    'prompt.get': (input) => {
      consent.userBegan(input.serverName)
      return servers.getPrompt(input.serverName, input.name, input.arguments)
    },
    'completion.complete': (input) => servers.complete(input)
  }
}
