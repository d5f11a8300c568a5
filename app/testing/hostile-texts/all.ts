/**
 * Texts with which models, servers and files could try to break the window, hide something in it or imitate it.
 * Wherever they are shown, the window keeps working and the text is readable.
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
