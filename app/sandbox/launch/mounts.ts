/**
 * What a sandboxed program sees of the disk, as arguments of bubblewrap. An empty read-only root that contains only
 * what is named: a forgotten path isn't there. Pure.
 */
import { countPathDepth } from '../../base/path-parts'

export type Mount =
  /** `id`: the identity that it must have inside the sandbox; absent: any. */
  | { readonly kind: 'read' | 'write'; readonly path: string; readonly id?: string }
  /** The private folder of the server, at the path of the user's home. */
  | { readonly kind: 'home'; readonly path: string; readonly source: string; readonly id?: string }
  /** Ignored if they don't exist. */
  | { readonly kind: 'read-if-there'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  /** Empty and read-only. */
  | { readonly kind: 'closed' | 'closed-file'; readonly path: string }
  | { readonly kind: 'empty-folder'; readonly path: string }
  | { readonly kind: 'socket'; readonly path: string; readonly source: string }

/** From the root down, so that deeper mounts cover those above. Of the same path, the last one counts. */
export function mountArguments(mounts: readonly Mount[]): string[] {
  const last = new Map(mounts.map((mount) => [mount.path, mount]))
  const ordered = [...last.values()].toSorted(
    (one, other) => countPathDepth(one.path) - countPathDepth(other.path)
  )
  const closed = ordered.filter(({ kind }) => kind === 'closed')
  return [
    ...ordered.flatMap(getArguments),
    // Only now: mounts in it needed a mount point.
    ...closed.flatMap(({ path }) => ['--remount-ro', path])
  ]
}

function getArguments(mount: Mount): readonly string[] {
  const { kind, path } = mount
  switch (kind) {
    case 'read':
      return ['--ro-bind', path, path]
    case 'read-if-there':
      return ['--ro-bind-try', path, path]
    case 'write':
      return ['--bind', path, path]
    case 'link':
      return ['--symlink', mount.target, path]
    case 'closed':
      return ['--tmpfs', path]
    case 'closed-file':
      return ['--ro-bind', '/dev/null', path]
    case 'empty-folder':
      return ['--dir', path]
    case 'home':
    case 'socket':
      return ['--bind', mount.source, path]
  }
}

/** What must be checked again inside, of the effective mounts. */
export function checkedPlaces(mounts: readonly Mount[]): { readonly path: string; readonly id: string }[] {
  const last = new Map(mounts.map((mount) => [mount.path, mount]))
  return [...last.values()].flatMap((mount) =>
    (mount.kind === 'read' || mount.kind === 'write' || mount.kind === 'home') && mount.id !== undefined
      ? [{ path: mount.path, id: mount.id }]
      : []
  )
}
