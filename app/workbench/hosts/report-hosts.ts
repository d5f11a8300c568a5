/** Compares what a server uses with what other apps support. */
import { hostFeatures, type HostFeature, type HostVerdict } from '../../contract/workbench/host-report'
import type { HostFact, HostLimitFact, KnownHost } from './known-hosts'

export interface ServerUse {
  readonly serverName: string
  readonly uses: ReadonlySet<HostFeature>
  /** Its own names of the tools that models get. */
  readonly toolNames: readonly string[]
}

const mostNamed = 20

/** Hosts that lose nothing come last, and those of which nothing is known. */
export function reportHosts(use: ServerUse, hosts: readonly KnownHost[]): HostVerdict[] {
  return hosts
    .map((host) => judgeHost(use, host))
    .toSorted((one, other) => countLosses(other) - countLosses(one))
}

function countLosses({ losses, exceeded }: HostVerdict): number {
  return losses.length + exceeded.length
}

function judgeHost(use: ServerUse, { name, facts, limits }: KnownHost): HostVerdict {
  const used = hostFeatures.filter((feature) => use.uses.has(feature))
  const losses = used.flatMap((feature) => {
    const fact = findFact(facts, feature)
    return fact === undefined || fact.support === 'yes'
      ? []
      : [{ feature, support: fact.support, source: fact.source }]
  })
  return {
    name,
    losses,
    exceeded: limits.flatMap((limit) => findExcess(use, limit)),
    unknown: used.filter((feature) => findFact(facts, feature) === undefined)
  }
}

/** The newest fact counts. */
function findFact(facts: readonly HostFact[], feature: HostFeature): HostFact | undefined {
  return facts
    .filter(({ features }) => features.includes(feature))
    .toSorted((one, other) => other.source.day.localeCompare(one.source.day))[0]
}

function findExcess(
  { serverName, toolNames }: ServerUse,
  { limit, allowed, prefix, source }: HostLimitFact
): HostVerdict['exceeded'] {
  const before = prefix?.(serverName).length ?? 0
  const above =
    limit === 'tools'
      ? toolNames.slice(allowed)
      : toolNames.filter((toolName) => before + toolName.length > allowed)
  if (above.length === 0) return []
  return [{ limit, allowed, tools: above.slice(0, mostNamed), count: above.length, source }]
}
