/** What keeps a look at a program that nobody has said yes to from contacting another computer. */
import path from 'node:path'
import { leadsElsewhere } from '../../../base/leads-elsewhere'

/** Called with every path before anything is done with it. */
export type Guard = (place: string) => void

/** Ends a look before the other computer notices. `place`: what it would have been contacted for. */
export class LeadsElsewhere extends Error {
  readonly place: string

  constructor(place: string) {
    super('A path leads to another computer')
    this.place = place
  }
}

export function createGuard(platform: NodeJS.Platform): Guard {
  return (place) => {
    if (leadsElsewhere(place, platform)) throw new LeadsElsewhere(place)
  }
}

/** For what is trusted: it may be contacted. */
export const openGuard: Guard = () => {}

/** The whole path of what is written in a folder; one that leads elsewhere by itself stays as it is written. */
export function locateIn(folder: string, written: string, platform: NodeJS.Platform): string {
  return leadsElsewhere(written, platform) ? written : path.resolve(folder, written)
}
