import { describe, expect, it } from 'vitest'
import { developmentSwitches, networkSwitches, blockNetwork } from './block-network'

function commandLine(given: Readonly<Record<string, string>> = {}) {
  const switches = new Map(Object.entries(given))
  return {
    switches,
    hasSwitch: (name: string) => switches.has(name),
    appendSwitch: (name: string, value = '') => void switches.set(name, value),
    removeSwitch: (name: string) => void switches.delete(name)
  }
}

const ours = new Map(networkSwitches)

describe('the network of the page', () => {
  it("is blocked: names aren't resolved, addresses aren't reachable, and WebRTC has no way around", () => {
    const line = commandLine({ 'data-dir': '/x' })
    blockNetwork(line, { isPackaged: true, devServer: null })
    expect(line.switches).toEqual(new Map([['data-dir', '/x'], ...ours]))
    expect(ours.get('host-resolver-rules')).toBe('MAP * ~NOTFOUND')
    expect(ours.get('proxy-bypass-list')).toBe('<-loopback>')
    expect(ours.get('force-webrtc-ip-handling-policy')).toBe('disable_non_proxied_udp')
  })

  it('SEC-11-11 accepts host-resolver-rules and the like on the command line in development only', () => {
    const given = Object.fromEntries(developmentSwitches.map((name) => [name, 'MAP * evil.example']))
    const installed = commandLine({ ...given, 'no-sandbox': '' })
    blockNetwork(installed, { isPackaged: true, devServer: null })
    expect(installed.switches).toEqual(new Map([['no-sandbox', ''], ...ours]))
    const development = commandLine(given)
    blockNetwork(development, { isPackaged: false, devServer: null })
    expect(development.switches).toEqual(new Map(Object.entries(given)))
  })

  it('allows the dev server in development', () => {
    const line = commandLine()
    blockNetwork(line, { isPackaged: false, devServer: 'http://localhost:5173' })
    expect([...line.switches]).toEqual([])
  })
})
