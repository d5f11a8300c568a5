/** What a service takes of the definition of a tool. Each kind of provider has its own; `lower-tool.ts` keeps to them. */

export interface ToolRules {
  /** In one request; null: as many as there are. */
  readonly most: number | null
  readonly names: RegExp
  /** In characters; null: as long as it is. */
  readonly longestDescription: number | null
  readonly schema: SchemaRules
}

/** Of the schema of a tool's arguments. What is not taken is left out, which only widens what a model may try. */
export interface SchemaRules {
  /** What may stand in it; null: everything. */
  readonly keywords: ReadonlySet<string> | null
  /** Keywords that may not stand at its root; alternatives never may. */
  readonly notAtRoot: readonly string[]
  /** Whether one part may point at another. */
  readonly takesReferences: boolean
  /** `several`: a list of types, and any values in `enum`. `one`: one type, `nullable`, texts in `enum`, one alternative's form for all. */
  readonly types: 'several' | 'one'
  /** By type, or null: all. */
  readonly formats: Readonly<Record<string, readonly string[]>> | null
  /** `anchored`: only those from the beginning of a text to its end, as a grammar can be made of. */
  readonly patterns: 'all' | 'anchored'
  /** An array has to say what is in it, and the root which properties there are. */
  readonly isWhole: boolean
  /** What the arguments may be called; null: anything. */
  readonly propertyNames: RegExp | null
}

export const anySchema: SchemaRules = {
  keywords: null,
  notAtRoot: [],
  takesReferences: true,
  types: 'several',
  formats: null,
  patterns: 'all',
  isWhole: false,
  propertyNames: null
}

const usualNames = /^[a-zA-Z0-9_-]{1,64}$/

/** Of a service of which nothing else is known: what nearly all take. */
export const usualRules: ToolRules = {
  most: null,
  names: usualNames,
  longestDescription: null,
  schema: anySchema
}
