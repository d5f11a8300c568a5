/** The filter of system calls, interpreted as the kernel does, also for processors that aren't available for tests. */
import { expect, it } from 'vitest'
import { callFilter } from './forbidden-calls'

const allowed = 'allowed'

/** What the kernel would do with a call. */
function judge(filter: Buffer, machine: number, call: number, args: readonly number[] = []): string {
  const read = (place: number) =>
    place === 0 ? call : place === 4 ? machine : place >= 16 ? (args[(place - 16) / 8] ?? 0) : 0
  let held = 0
  for (let index = 0; index < filter.length / 8; index += 1) {
    const [code, ifTrue, ifFalse, value] = [
      filter.readUInt16LE(index * 8),
      filter.readUInt8(index * 8 + 2),
      filter.readUInt8(index * 8 + 3),
      filter.readUInt32LE(index * 8 + 4)
    ]
    if (code === 0x20) held = read(value)
    else if (code === 0x06) return value === 0x7fff0000 ? allowed : `error ${value & 0xffff}`
    else {
      const holds =
        code === 0x15 ? held === value : code === 0x35 ? held >= value : (held & value) >>> 0 !== 0
      index += holds ? ifTrue : ifFalse
    }
  }
  return 'fell off'
}

const notPermitted = 'error 1'
const unknown = 'error 38'
const machines = { x64: 0xc000003e, arm64: 0xc00000b7 }
type Row = readonly [what: string, x64: number, arm64: number, args: readonly number[], becomes: string]

const rows: readonly Row[] = [
  ['read', 0, 63, [], allowed],
  ['openat', 257, 56, [], allowed],
  ['execve', 59, 221, [], allowed],
  ['a new thread', 56, 220, [0x3d0f00], allowed],
  ['a new process', 56, 220, [17], allowed],
  ['a process in a user namespace of its own', 56, 220, [0x10000011], notPermitted],
  ['a new user namespace', 272, 97, [0x10000000], notPermitted],
  ['a new network namespace', 272, 97, [0x40000000], notPermitted],
  ['files of its own', 272, 97, [0x400], allowed],
  ['what makes processes by a structure', 435, 435, [], unknown],
  ['the ring of keys', 250, 219, [], notPermitted],
  ['a new key', 248, 217, [], notPermitted],
  ['a mount', 165, 40, [], notPermitted],
  ['a mount of the new kind', 429, 429, [], notPermitted],
  ['another namespace', 308, 268, [], notPermitted],
  ['a descriptor of another process', 438, 438, [], notPermitted],
  ['a program of the kernel', 321, 280, [], notPermitted],
  ['a queue of the kernel', 425, 425, [], unknown],
  ['a socket of this computer', 41, 198, [1], allowed],
  ['a socket of the internet', 41, 198, [2], allowed],
  ['a socket of the newer internet', 41, 198, [10], allowed],
  ['a socket to the machine below', 41, 198, [40], 'error 97'],
  ['a socket to Bluetooth', 41, 198, [31], 'error 97'],
  ['the size of a terminal', 16, 29, [1, 0x5413], allowed],
  ['typing into a terminal', 16, 29, [1, 0x5412], notPermitted]
]

it.each(rows)('filters %s', (_what, x64, arm64, args, becomes) => {
  const [one, other] = [callFilter('x64'), callFilter('arm64')]
  if (one === null || other === null) throw new Error('There is none')
  expect([judge(one, machines.x64, x64, args), judge(other, machines.arm64, arm64, args)]).toEqual([
    becomes,
    becomes
  ])
})

it('treats calls of another convention as unknown, and has no filter for other processors', () => {
  const filter = callFilter('x64') ?? Buffer.alloc(0)
  expect(judge(filter, 0x40000003, 3)).toBe(unknown)
  expect(judge(filter, machines.x64, 0x40000000)).toBe(unknown)
  expect(callFilter('riscv64')).toBeNull()
  expect(callFilter('__proto__')).toBeNull()
})
