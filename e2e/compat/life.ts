/** How long a server took from trust to connected, by the log of its life. */

/**
 * Without the time in which its package was fetched. `log`: lines such as
 * `2026-11-29T02:38:10.209Z life info State: starting.`
 */
export function secondsToConnected(log: string): number {
  const states = [...log.matchAll(/^(\S+) life \w+ State: (.*)\.$/gmu)].map(([, time = '', state = '']) => ({
    at: Date.parse(time),
    state
  }))
  const connected = states.findLastIndex(({ state }) => state === 'connected')
  const trusted = states.findLastIndex(
    ({ state }, index) => index < connected && state === 'waiting for trust'
  )
  const [first, ...others] = states.slice(trusted + 1, connected + 1)
  if (connected < 0 || first === undefined) throw new Error('It was never connected.')
  let sum = 0
  let before = first
  for (const next of others) {
    if (before.state !== 'installing') sum += next.at - before.at
    before = next
  }
  return sum / 1_000
}
