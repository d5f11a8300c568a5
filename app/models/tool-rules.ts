/** What a service takes of the definition of a tool. Each kind of provider has its own; `lower-tool.ts` keeps to them. */

export interface ToolRules {
  /** In one request; null: as many as there are. */
  readonly most: number | null
  readonly names: RegExp
  /** In characters; null: no limit. */
  readonly longestDescription: number | null
  readonly schema: SchemaRules
}

/** For the schema of a tool's arguments. Unsupported parts are left out, which only allows the model more arguments. */
export interface SchemaRules {
  /** Allowed keywords; null: all. */
  readonly keywords: ReadonlySet<string> | null
  /** Keywords that are not allowed at its root; alternatives never are. */
  readonly notAtRoot: readonly string[]
  /** Whether one part may point at another. */
  readonly takesReferences: boolean
  /** `several`: a list of types, and any values in `enum`. `one`: one type, `nullable`, texts in `enum`, one alternative's form for all. */
  readonly types: 'several' | 'one'
  /** By type, or null: all. */
  readonly formats: Readonly<Record<string, readonly string[]>> | null
  /** `anchored`: only those from the beginning of a text to its end, as a grammar can be made of. */
  readonly patterns: 'all' | 'anchored'
  /** An array needs a description of its items, and the root needs its properties. */
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
