/** Prevents that inspecting an untrusted program contacts another computer. */
import path from 'node:path'
import { isRemotePath } from '../../../base/remote-path'

/** Called with every path before it is accessed. */
export type RemotePathGuard = (place: string) => void

/** Ends the inspection before another computer is contacted. `place`: the path that would have contacted it. */
export class RemotePathError extends Error {
  readonly place: string

  constructor(place: string) {
    super('A path leads to another computer')
    this.place = place
  }
}

export function createRemotePathGuard(platform: NodeJS.Platform): RemotePathGuard {
  return (place) => {
    if (isRemotePath(place, platform)) throw new RemotePathError(place)
  }
}

/** For trusted programs: other computers may be contacted. */
export const permissiveGuard: RemotePathGuard = () => {}

/**
 * The absolute path of a path that is relative to a folder. A path that leads to another computer is returned
 * unchanged.
 */
export function locateIn(folder: string, written: string, platform: NodeJS.Platform): string {
  return isRemotePath(written, platform) ? written : path.resolve(folder, written)
}
