/** A text; if rendering removes letters (addresses, names of entities), with the letters that remain. */
export type HostileTextEntry = string | readonly [text: string, laidOut: string]
