/**
 * Texts as models, servers and files could send them to break a window, to hide something in it or to pass for it.
 * Wherever they are shown, the window goes on and their letters can be read.
 */
import { characters } from './characters'
import { disguises } from './disguises'
import type { DrawnText } from './drawn-text'
import type { HostileTextEntry } from './entry'
import { markup } from './markup'
import { structure } from './structure'

const entries: readonly HostileTextEntry[] = [...markup, ...characters, ...structure, ...disguises]

export const hostileTexts: readonly DrawnText[] = entries.map((entry) =>
  typeof entry === 'string' ? { text: entry, laidOut: entry } : { text: entry[0], laidOut: entry[1] }
)
