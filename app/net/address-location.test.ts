import { describe, expect, it } from 'vitest'
import { isLoopbackHost, locateAddress, locateHost } from './address-location'

/** Every range of the registries of special addresses, by its first or last address, and its neighbours outside. */
const ranges: readonly (readonly [string, ReturnType<typeof locateAddress>, string])[] = [
  ['this computer, by number', 'computer', '127.0.0.0 127.0.0.1 127.255.255.255 ::1'],
  ['this computer, as an address of no other', 'computer', '0.0.0.0 0.255.255.255 ::'],
  ['this computer, as IPv4 in IPv6', 'computer', '::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:0.0.0.0'],
  ['private networks', 'network', '10.0.0.0 10.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0'],
  ['shared by a provider', 'network', '100.64.0.0 100.127.255.255'],
  ['of one wire', 'network', '169.254.0.0 169.254.169.254 fe80::1 febf::1 fe80::1%1'],
  ['for protocols', 'network', '192.0.0.0 192.0.0.255'],
  ['for documents', 'network', '192.0.2.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1'],
  ['for measuring', 'network', '198.18.0.0 198.19.255.255 2001:2::1'],
  ['to many', 'network', '224.0.0.0 239.255.255.255 ff00:: ff02::1'],
  ['set aside', 'network', '240.0.0.1 255.255.255.255 192.88.99.1 100::1 4000::1 5f00::1 e000::1'],
  ['private networks of IPv6', 'network', 'fc00::1 fd00::1 fdff::1'],
  ['of one site', 'network', 'fec0::1 feff::1'],
  ['IPv4 in IPv6', 'network', '::ffff:10.0.0.1 ::ffff:c0a8:1 ::10.0.0.1 ::a00:1 ::ffff:0:a00:1'],
  ['translated to IPv4', 'network', '64:ff9b::a00:1 64:ff9b::808:808 64:ff9b:1::a00:1 64:ff9b:1:ffff::1'],
  ['tunnels', 'network', '2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2002:7f00:1:: 2002:808:808::1'],
  ['names that are no addresses', 'network', '2001:10::1 2001:20::1 2001:30::1'],
  ['no address at all', 'network', 'nonsense 0x7f.1 1.2.3 10 ::g'],
  ['the internet', 'internet', '1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255'],
  [
    'the internet',
    'internet',
    '128.0.0.0 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255'
  ],
  [
    'the internet',
    'internet',
    '192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255'
  ],
  ['the internet', 'internet', '2606:4700:4700::1111 2a00::1 2001:4860:4860::8888 ::ffff:1.1.1.1']
]

describe('the location of an address', () => {
  it.each(
    ranges.flatMap(([what, place, list]) => list.split(' ').map((address) => [address, place, what] as const))
  )('%s: %s (%s)', (address, place) => {
    expect(locateAddress(address)).toBe(place)
  })
})

describe('the location of a host without a lookup', () => {
  it.each([
    ['localhost', 'computer'],
    ['app.localhost.', 'computer'],
    ['[::1]', 'computer'],
    ['127.0.0.1', 'computer'],
    ['[fd00::1]', 'network'],
    ['printer', 'network'],
    ['nas.local', 'network'],
    ['wiki.internal.', 'network'],
    ['router.lan', 'network'],
    ['pi.home.arpa', 'network'],
    ['1.1.1.1', 'internet'],
    ['example.com', null],
    ['localhost.example.com', null],
    ['notlocal', 'network'],
    ['notlocal.example', null]
  ])('%s: %s', (host, place) => {
    expect(locateHost(host)).toBe(place)
  })

  it('never leaves this computer by one of its own numbers and names, and no others', () => {
    const own = [
      'localhost',
      'a.localhost',
      'localhost.',
      '127.0.0.1',
      '127.9.9.9',
      '[::1]',
      '[::ffff:7f00:1]'
    ]
    expect(own.filter((host) => !isLoopbackHost(host))).toEqual([])
    const others = ['0.0.0.0', '[::]', '10.0.0.1', 'localhost.example', 'alocalhost', '128.0.0.1']
    expect(others.filter((host) => isLoopbackHost(host))).toEqual([])
  })
})
