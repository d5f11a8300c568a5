/** Groups of servers, as the user named them in their entries. */
import type { ServerView } from '../../app/contract/servers'

export interface ServerGroup<S> {
  readonly name: string
  readonly servers: readonly S[]
}

type Grouped = Pick<ServerView, 'group' | 'groups'>

/** Each once, in the order of the entry. */
export function listGroupNames({ group, groups }: Grouped): readonly string[] {
  return [...new Set([...(group === null ? [] : [group]), ...(groups ?? [])])]
}

/** In the order of their first mention; servers without a group are in none. */
export function groupServers<S extends Grouped>(servers: readonly S[]): ServerGroup<S>[] {
  const groups = new Map<string, S[]>()
  for (const server of servers)
    for (const name of listGroupNames(server)) groups.set(name, [...(groups.get(name) ?? []), server])
  return [...groups].map(([name, members]) => ({ name, servers: members }))
}
