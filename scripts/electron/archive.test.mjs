// What is downloaded is not trusted: damaged, foreign and escaping contents must stop the installation.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packAsar } from './asar.mjs'
import { crc32, verifyIntegrity } from './checksum.mjs'
import { extractFromTarball } from './tar.mjs'
import { unzip } from './zip.mjs'

let folder
const at = (name) => path.join(folder, name)
const save = (name, data) => {
  fs.writeFileSync(at(name), data)
  return at(name)
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-archive-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

function tar(files) {
  const blocks = Object.entries(files).flatMap(([name, data]) => {
    const header = Buffer.alloc(512)
    header.write(name, 0)
    header.write(data.length.toString(8).padStart(11, '0'), 124)
    return [header, data, Buffer.alloc((512 - (data.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

function zip(entries) {
  const locals = []
  const directory = []
  let offset = 0
  for (const { name, data, isDeflated = true, mode = 0o100644, crc = crc32(data, 0) } of entries) {
    const packed = isDeflated ? zlib.deflateRawSync(data) : data
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(isDeflated ? 8 : 0, 10)
    central.writeUInt32LE(crc, 16)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(data.length, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE((mode << 16) >>> 0, 38)
    central.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(name), packed)
    directory.push(central, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}

const keep = (name) => name

test('takes one file out of a tarball, across many chunks', async () => {
  const large = Buffer.alloc(3_000_001, 'abc')
  const archive = save(
    'a.tgz',
    zlib.gzipSync(tar({ 'p/one': Buffer.from('1'), 'p/large': large, 'p/empty': Buffer.alloc(0) }))
  )
  await extractFromTarball(archive, 'p/large', at('out'))
  expect(fs.readFileSync(at('out')).equals(large)).toBe(true)
  await extractFromTarball(archive, 'p/empty', at('empty'))
  expect(fs.readFileSync(at('empty'))).toHaveLength(0)
})

test('a tarball without the file, or cut off inside it, is refused', async () => {
  const whole = tar({ file: Buffer.alloc(5000, 'x') })
  await expect(extractFromTarball(save('a.tgz', zlib.gzipSync(whole)), 'other', at('out'))).rejects.toThrow(
    'missing or cut off'
  )
  const cut = save('cut.tgz', zlib.gzipSync(whole.subarray(0, 3000)))
  await expect(extractFromTarball(cut, 'file', at('out'))).rejects.toThrow('missing or cut off')
})

test('unpacks stored, deflated and empty files where they are placed, with their modes', async () => {
  const archive = zip([
    { name: 'App/program', data: Buffer.from('run'), mode: 0o100755 },
    { name: 'App/stored', data: Buffer.from('plain'), isDeflated: false },
    { name: 'App/empty', data: Buffer.alloc(0), isDeflated: false },
    { name: 'App/resources/secret', data: Buffer.from('no') }
  ])
  const place = (name) => (name.includes('resources') ? undefined : name.replace('App/', ''))
  await unzip(save('a.zip', archive), at('out'), place)
  expect(fs.readdirSync(at('out')).sort()).toEqual(['empty', 'program', 'stored'])
  expect(fs.readFileSync(at('out/program'), 'utf8')).toBe('run')
  expect(fs.statSync(at('out/program')).mode & 0o777).toBe(0o755)
})

test('refuses damage, links, paths that lead out, and what is no zip', async () => {
  const refuse = async (entry, message) => {
    await expect(
      unzip(save('a.zip', zip([{ name: 'f', data: Buffer.from('x'), ...entry }])), at('out'), keep)
    ).rejects.toThrow(message)
  }
  await refuse({ crc: 1 }, 'damaged')
  await refuse({ mode: 0o120777 }, 'link')
  await refuse({ name: '../escaped' }, 'outside')
  await expect(unzip(save('b.zip', 'no zip at all'), at('out'), keep)).rejects.toThrow('no zip archive')
  expect(fs.existsSync(at('escaped'))).toBe(false)
})

test('a file with another sum than the pinned one is refused', async () => {
  const file = save('file', 'content')
  const integrity = (text) => `sha512-${createHash('sha512').update(text).digest('base64')}`
  await expect(verifyIntegrity(file, integrity('content'))).resolves.toBeUndefined()
  await expect(verifyIntegrity(file, integrity('other'))).rejects.toThrow('not what was expected')
})

test('an asar archive has its header where Electron reads it', () => {
  const archive = packAsar([
    { name: 'a.js', data: Buffer.from('first') },
    { name: 'b.json', data: Buffer.from('second') }
  ])
  const header = JSON.parse(archive.toString('utf8', 16, 16 + archive.readUInt32LE(12)))
  const start = 8 + archive.readUInt32LE(4)
  const { offset, size } = header.files['b.json']
  expect(archive.toString('utf8', start + Number(offset), start + Number(offset) + size)).toBe('second')
})
