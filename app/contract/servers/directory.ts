/**
 * Server directories, in the shape of the official registry: what can be added, what each entry would run, who
 * published it. All texts come from strangers: Parley runs, opens and saves them only after the user confirms the
 * form.
 */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { defineCall } from '../approval/call-row'
import { localizedText } from '../json'
import { serverName } from '../servers'

/** `shipped`: the list that comes with Parley. `registry`: the registry at the address in the settings. */
export const directorySources = ['shipped', 'registry'] as const
export const directorySource = z.enum(directorySources)
export type DirectorySource = z.infer<typeof directorySource>

/** In the form, a value that only the user knows is shown in angle brackets until the user replaces it. */
const value = z.strictObject({ name: z.string(), text: z.string(), isSecret: z.boolean() })
export type DirectoryValue = z.infer<typeof value>

export const directoryLaunch = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('program'),
    command: z.string(),
    args: z.array(z.string()),
    env: z.array(value)
  }),
  z.strictObject({ kind: z.literal('address'), url: z.string(), headers: z.array(value) })
])
export type DirectoryLaunch = z.infer<typeof directoryLaunch>

/** A value that the user is asked for. */
export const directoryInput = z.strictObject({
  name: z.string(),
  description: z.string(),
  isRequired: z.boolean(),
  isSecret: z.boolean(),
  usual: z.string().nullable(),
  choices: z.array(z.string())
})
export type DirectoryInput = z.infer<typeof directoryInput>

/** One way to add the server: a package that runs locally, or an address. */
export const directoryWay = z.strictObject({
  /** The registry's type: `npm`, `pypi`, `oci`, `nuget`, `mcpb`; `remote` for an address. */
  type: z.string(),
  /** Name of the package, or the address. */
  identifier: z.string(),
  /** Pinned; null: an address has none. */
  version: z.string().nullable(),
  /** null: Parley can't set it up; `problem` has the reason, or `download` the address. */
  launch: directoryLaunch.nullable(),
  /** Parts of the launch that the user has to replace, verbatim. */
  placeholders: z.array(z.string()),
  asked: z.array(directoryInput),
  download: z.strictObject({ url: z.string(), sha256: z.string().nullable() }).nullable(),
  problem: localizedText.nullable()
})
export type DirectoryWay = z.infer<typeof directoryWay>

export const directoryEntry = z.strictObject({
  /** `namespace/name`, ASCII. */
  name: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  /** Owner of the namespace, which a registry verifies: a GitHub account, or a domain. */
  publisher: z.strictObject({ kind: z.enum(['github', 'domain']), name: z.string() }),
  /** A known publisher with a similar name; null: none. */
  looksLike: z.string().nullable(),
  publishedAt: z.string().nullable(),
  isDeprecated: z.boolean(),
  repository: z.string().nullable(),
  website: z.string().nullable(),
  ways: z.array(directoryWay)
})
export type DirectoryEntry = z.infer<typeof directoryEntry>

export const directoryPage = z.strictObject({
  entries: z.array(directoryEntry),
  /** null: this is the last page. */
  nextCursor: z.string().nullable(),
  /** Unreadable entries that were left out. */
  skipped: z.number().int()
})
export type DirectoryPage = z.infer<typeof directoryPage>

/** A settings entry that runs a package of a directory. */
export const installedPackage = z.strictObject({
  serverName: z.string(),
  type: z.string(),
  identifier: z.string(),
  /** null: not pinned. */
  version: z.string().nullable()
})
export type InstalledPackage = z.infer<typeof installedPackage>

const version = z.string().min(1).max(255)
const entryName = z.string().min(3).max(200)

export const directoryCalls = {
  /**
   * A page of the directory. A registry needs approval of its address first. @throws DIRECTORY_FAILED,
   * DESTINATION_NOT_TRUSTED, DESTINATION_REFUSED
   */
  'directory.read': defineCall({
    // The search text goes to the trusted registry. A page without a user can't send it.
    approval: ({ source }) => (source === 'registry' ? needs('sends', 'present') : null),
    input: z.strictObject({
      source: directorySource,
      search: z.string().max(200),
      cursor: z.string().max(2_000).nullable()
    }),
    output: directoryPage
  }),
  /** The versions of one entry, newest first. @throws as `directory.read` */
  'directory.read-versions': defineCall({
    approval: ({ source }) => (source === 'registry' ? needs('sends', 'present') : null),
    input: z.strictObject({ source: directorySource, name: entryName }),
    output: directoryPage
  }),
  /**
   * Shows the address of a bundle and asks before the download. @throws DIRECTORY_FAILED: Parley doesn't
   * download from this address
   */
  'directory.get-bundle': {
    // Shows the bundle and sends nothing.
    approval: null,
    input: z.strictObject({ url: z.string().max(4_000), sha256: z.string().max(200).nullable() }),
    output: z.null()
  },
  /** The packages that entries of the settings run. */
  'directory.list-installed': {
    approval: null,
    input: z.strictObject({}),
    output: z.array(installedPackage)
  },
  /**
   * Writes a new version of the package into the entry, if it still has `from`. The server needs trust again.
   * @throws SERVER_UNKNOWN, DIRECTORY_FAILED: the entry has changed meanwhile
   */
  'directory.update': {
    // A different version is a different program: it asks for trust again.
    approval: needs('runs', 'press'),
    input: z.strictObject({
      serverName,
      type: z.string().max(50),
      identifier: z.string().max(500),
      from: version,
      to: version
    }),
    output: z.null()
  }
} as const
