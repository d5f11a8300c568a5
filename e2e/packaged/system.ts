/** Where the package is: on this computer, or in the system of `scripts/installed.mjs`, which is a folder here. */
const systemFolder = process.env['PARLEY_SYSTEM']

/** The command line that runs this one there. It keeps its process id. */
export function inSystem(call: readonly string[]): [string, string[]] {
  const [command = '', ...words] = systemFolder === undefined ? call : [...enter, systemFolder, ...call]
  return [command, words]
}

/** Not chroot: the kernel would refuse a sandbox's own namespaces there. */
const enter = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'cd "$0" && pivot_root . mnt && cd / && umount --lazy /mnt && exec "$@"'
]
