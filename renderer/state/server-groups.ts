/** Groups of servers, as the person named them in their entries. */
import type { ServerView } from '../../app/contract/servers'

export interface ServerGroup<S> {
  readonly name: string
  readonly servers: readonly S[]
}

/** In the order in which the servers name them; servers without a group are in none. */
export function groupsOf<S extends Pick<ServerView, 'group'>>(servers: readonly S[]): ServerGroup<S>[] {
  const groups = new Map<string, S[]>()
  for (const server of servers) {
    if (server.group === null) continue
    groups.set(server.group, [...(groups.get(server.group) ?? []), server])
  }
  return [...groups].map(([name, members]) => ({ name, servers: members }))
}
