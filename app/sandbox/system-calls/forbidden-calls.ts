/**
 * System calls that no server needs and that bypass namespaces: key rings of the user's session, sockets to the host of
 * a virtual machine, new namespaces, mounts, input into a terminal, and frequent sources of kernel bugs. A program for
 * the kernel's filter (seccomp), which bubblewrap reads from a descriptor. Pure.
 * @spec linux/filter.h, linux/seccomp.h
 */

/** By processor: its name in the kernel, and its call numbers. */
interface Machine {
  readonly name: number
  readonly clone: number
  readonly unshare: number
  readonly socket: number
  readonly ioctl: number
  readonly refused: readonly number[]
  /** Numbers from here on belong to another calling convention (x32); null: there is none. */
  readonly firstForeign: number | null
}

/** The same on both: new mounts, descriptors of other processes, quotas. */
const common = [428, 429, 430, 431, 432, 433, 438, 442, 443]
/**
 * Reported as unknown, so that programs work without them: io_uring, and the call to create processes whose flags can't
 * be read here.
 */
const unknown = [425, 426, 427, 435]

const machines: Readonly<Record<string, Machine>> = {
  x64: {
    name: 0xc000003e,
    clone: 56,
    unshare: 272,
    socket: 41,
    ioctl: 16,
    // Key rings, mounts, clocks, modules, the kernel's log and tracing, files by handle, other namespaces.
    refused: [
      ...[248, 249, 250, 155, 161, 165, 166, 167, 168, 164, 227, 169, 172, 173, 175, 176, 313, 246, 320],
      ...[103, 163, 179, 153, 154, 212, 298, 300, 304, 308, 321, 323],
      ...common
    ],
    firstForeign: 0x40000000
  },
  arm64: {
    name: 0xc00000b7,
    clone: 220,
    unshare: 97,
    socket: 198,
    ioctl: 29,
    refused: [
      ...[217, 218, 219, 41, 51, 40, 39, 224, 225, 170, 112, 142, 105, 106, 273, 104, 294],
      ...[116, 89, 60, 58, 18, 241, 262, 265, 268, 280, 282],
      ...common
    ],
    firstForeign: null
  }
}

/** Unix, IPv4, IPv6 and the kernel's messages about its network. */
const families = [1, 2, 10, 16]
/** Input into a terminal as if the user typed it. */
const typing = [0x5412, 0x541c]
/** All flags that create a namespace. */
const newNamespaces = 0x7e020000
const newTime = 0x80

const errors = { notPermitted: 1, unknownCall: 38, unknownFamily: 97 } as const
const allow = 0x7fff0000
const at = { call: 0, machine: 4, first: 16, second: 24 } as const

type Step = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

const load = (place: number): Step => [0x20, 0, 0, place]
const answer = (value: number): Step => [0x06, 0, 0, value]
const refuse = (error: number): Step => answer(0x00050000 | error)
/** The following steps are skipped if it isn't equal. */
const ifEqual = (value: number, steps: readonly Step[]): Step[] => [[0x15, 0, steps.length, value], ...steps]
const ifFrom = (value: number, steps: readonly Step[]): Step[] => [[0x35, 0, steps.length, value], ...steps]
const ifAny = (bits: number, steps: readonly Step[]): Step[] => [[0x45, 0, steps.length, bits], ...steps]

/** Null: Parley doesn't know the calls of this processor. Programs for another one (32 bits) don't run behind it. */
export function callFilter(processor: string): Buffer | null {
  const machine = Object.hasOwn(machines, processor) ? machines[processor] : undefined
  return machine === undefined ? null : toBytes(stepsFor(machine))
}

function stepsFor({ name, clone, unshare, socket, ioctl, refused, firstForeign }: Machine): Step[] {
  const no = refuse(errors.notPermitted)
  return [
    load(at.machine),
    // Skipped if it is the right one.
    [0x15, 1, 0, name],
    refuse(errors.unknownCall),
    load(at.call),
    ...(firstForeign === null ? [] : ifFrom(firstForeign, [refuse(errors.unknownCall)])),
    ...refused.flatMap((call) => ifEqual(call, [no])),
    ...unknown.flatMap((call) => ifEqual(call, [refuse(errors.unknownCall)])),
    ...ifEqual(clone, [load(at.first), ...ifAny(newNamespaces, [no]), answer(allow)]),
    ...ifEqual(unshare, [load(at.first), ...ifAny(newNamespaces | newTime, [no]), answer(allow)]),
    ...ifEqual(ioctl, [load(at.second), ...typing.flatMap((way) => ifEqual(way, [no])), answer(allow)]),
    ...ifEqual(socket, [
      load(at.first),
      ...families.flatMap((family) => ifEqual(family, [answer(allow)])),
      refuse(errors.unknownFamily)
    ]),
    answer(allow)
  ]
}

/** Both processors are little-endian. */
function toBytes(steps: readonly Step[]): Buffer {
  const bytes = Buffer.alloc(steps.length * 8)
  steps.forEach(([code, ifTrue, ifFalse, value], index) => {
    bytes.writeUInt16LE(code, index * 8)
    bytes.writeUInt8(ifTrue, index * 8 + 2)
    bytes.writeUInt8(ifFalse, index * 8 + 3)
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4)
  })
  return bytes
}
