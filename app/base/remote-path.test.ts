import { describe, expect, it } from 'vitest'
import { isRemotePath } from './remote-path'

describe('a path that contacts another computer', () => {
  it.each([
    String.raw`\\host\share\a`,
    String.raw`\\host`,
    '//host/share',
    String.raw`/\host\share`,
    String.raw`\/host/share`,
    String.raw`\\?\UNC\host\share`,
    String.raw`\\.\UNC\host\share`,
    String.raw`\??\UNC\host\share`,
    '//?/UNC/host/share',
    String.raw`\\host@SSL@8443\DavWWWRoot\a`
  ])('is %j on Windows', (place) => {
    expect(isRemotePath(place, 'win32')).toBe(true)
  })

  it.each([String.raw`C:\Users\me`, 'c:/users/me', String.raw`a\\b`, '/users/me', 'server.js', '~', ''])(
    'is not %j on Windows',
    (place) => {
      expect(isRemotePath(place, 'win32')).toBe(false)
    }
  )

  it.each([
    '/net/host/a',
    '/net/host',
    '//net//host',
    '/x/../net/host/a',
    '/./NET/host',
    '/Network/Servers/host/a',
    '/System/Volumes/Data/net/host',
    '/afs/cell'
  ])('is %j on macOS and Linux', (place) => {
    expect(isRemotePath(place, 'darwin')).toBe(true)
    expect(isRemotePath(place, 'linux')).toBe(true)
  })

  it.each(['/home/me/net/x', '/network.txt', '//home/me', String.raw`\\host\share`, 'net/host', '/'])(
    'is not %j on macOS and Linux',
    (place) => {
      expect(isRemotePath(place, 'darwin')).toBe(false)
      expect(isRemotePath(place, 'linux')).toBe(false)
    }
  )
})
