/** A text; where laying it out takes letters away (addresses, names of entities), with those that are left. */
export type HostileTextEntry = string | readonly [text: string, laidOut: string]
