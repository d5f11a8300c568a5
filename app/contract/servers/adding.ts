/** Servers from a bundle or a link that wait for the user's approval. Parley does nothing with them before that. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { defineCall } from '../approval/call-row'
import { bundlePlace, recordingPlace, serverLinkPlace } from '../approval/own-places'
import { localizedText, warning } from '../json'
import { serverName } from '../servers'
import { linkView } from './link'

const id = z.string().min(1).max(64)
const text = z.string().max(20_000)

const namedPart = z.strictObject({ name: z.string(), description: z.string() })

/** A value that the bundle asks the user for. */
export const bundleSetting = z.strictObject({
  key: z.string(),
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: z.string(),
  description: z.string(),
  isRequired: z.boolean(),
  isSensitive: z.boolean(),
  isMultiple: z.boolean(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Initial content of the fields: the default, or the user's values from the last installation. Never a secret. */
  texts: z.array(z.string()),
  /** Whether the secret is stored from an earlier version. */
  isStored: z.boolean()
})
export type BundleSetting = z.infer<typeof bundleSetting>

/**
 * `unreadable`: of a format that Parley can't verify. `broken`: made for a different file. `unvouched`: valid, but
 * anybody could have chosen its name. `vouched`: valid, and its name is certified by an authority that this computer
 * trusts.
 */
export const bundleSignature = z.discriminatedUnion('state', [
  z.strictObject({ state: z.enum(['none', 'unreadable', 'broken']) }),
  z.strictObject({ state: z.literal('unvouched'), name: z.string() }),
  z.strictObject({ state: z.literal('vouched'), name: z.string(), by: z.string() })
])
export type BundleSignature = z.infer<typeof bundleSignature>

export const bundleView = z.strictObject({
  type: z.literal('bundle'),
  id,
  fileName: z.string(),
  /** Bytes of the bundle, and of its files. */
  size: z.number(),
  unpackedSize: z.number(),
  fileCount: z.number().int(),
  sha256: z.string(),
  name: z.string(),
  title: z.string(),
  version: z.string(),
  description: z.string(),
  longDescription: z.string(),
  author: z.strictObject({ name: z.string(), email: z.string(), url: z.string() }),
  license: z.string(),
  /** Only https addresses; others are left out. */
  links: z.array(
    z.strictObject({
      kind: z.enum(['homepage', 'documentation', 'support', 'repository', 'privacy']),
      url: z.string()
    })
  ),
  runtime: z.enum(['node', 'python', 'binary', 'uv']),
  /** Version of the Node.js that Parley brings, if the bundle runs with it; null: it runs with its own command. */
  ownNode: z.string().nullable(),
  /** Declared requirements, for example `node >=18`. */
  needs: z.array(z.string()),
  /** What will run on this system. User settings appear as `${user_config.NAME}`. */
  launch: z.strictObject({
    command: z.string(),
    args: z.array(z.string()),
    env: z.array(z.strictObject({ name: z.string(), text: z.string() }))
  }),
  tools: z.array(namedPart),
  prompts: z.array(namedPart),
  /** There are more files than listed. */
  hasMore: z.boolean(),
  settings: z.array(bundleSetting),
  signature: bundleSignature,
  warnings: z.array(warning),
  /** Unchanged text of `manifest.json`. */
  manifest: z.string(),
  /** The installed version. */
  installed: z
    .strictObject({
      serverName: z.string(),
      version: z.string(),
      manifest: z.string(),
      isNewer: z.boolean(),
      isSame: z.boolean()
    })
    .nullable()
})
export type BundleView = z.infer<typeof bundleView>

/** Null: no server is waiting. */
export const addingView = z.discriminatedUnion('type', [
  bundleView,
  linkView,
  /** A bundle at an address that has not been requested yet. */
  z.strictObject({
    type: z.literal('download'),
    id,
    url: z.string(),
    host: z.string(),
    /** Expected hash, as stated by the source of the address; null: none stated. */
    sha256: z.string().nullable(),
    from: z.enum(['link', 'directory']),
    /** The host that redirected here; null: the original address. */
    ledHereBy: z.string().nullable(),
    mostBytes: z.number()
  }),
  /** A recording that was dropped or opened. */
  z.strictObject({
    type: z.literal('recording'),
    id,
    file: z.string(),
    title: z.string(),
    count: z.number().int()
  }),
  /** The bundle is being read or downloaded. */
  z.strictObject({ type: z.literal('reading'), id, fileName: z.string() }),
  z.strictObject({
    type: z.literal('refused'),
    id,
    what: z.enum(['bundle', 'link', 'recording']),
    /** For a link, its beginning. */
    fileName: z.string(),
    reason: localizedText
  })
])
export type AddingView = z.infer<typeof addingView>

/** Values by setting key. */
const texts = z.record(z.string().max(200), z.array(text).max(100))

export const addingCalls = {
  /** Opens the system's file dialog. The chosen file arrives as `adding.changed`. */
  'bundle.choose': {
    // The user chooses the file in a system dialog.
    approval: needs('reveals', 'press'),
    input: z.strictObject({}),
    output: z.null()
  },
  /**
   * Installs the bundle of the open dialog and adds its server, which then needs trust. `secrets`: values of
   * masked fields. A missing key leaves the stored value. @throws BUNDLE_REFUSED, BUNDLE_SETTINGS (data:
   * problems), FILE_WRITE_FAILED, SETTINGS_INVALID
   */
  'bundle.install': defineCall({
    // Writes the bundle's files and puts secrets into the vault. Its server waits for trust.
    approval: ({ id }) => ({ ...needs('permits', 'in-place'), place: bundlePlace(id) }),
    input: z.strictObject({ id, texts, secrets: texts }),
    output: z.strictObject({ serverName })
  }),
  /**
   * Adds the server of the install link in the open dialog, which then needs trust. `secrets`: values of
   * masked fields by name. `filledIn`: values of placeholders. @throws SETTINGS_INVALID, SETTINGS_NAME_TAKEN
   */
  'adding.add-link': defineCall({
    // Text from a link becomes an entry, which waits for trust. Secrets that the user typed go into the vault.
    approval: ({ id }) => ({ ...needs('permits', 'in-place'), place: serverLinkPlace(id) }),
    input: z.strictObject({
      id,
      secrets: z.record(z.string().max(1_000), text),
      filledIn: z.record(z.string().max(20_000), text)
    }),
    output: z.strictObject({ serverName })
  }),
  /** Adds the recording in the open dialog as a server, which then needs trust. @throws RECORDING_INVALID */
  'adding.add-recording': defineCall({
    approval: ({ id }) => ({ ...needs('permits', 'in-place'), place: recordingPlace(id) }),
    input: z.strictObject({ id }),
    output: z.strictObject({ serverName })
  }),
  /**
   * Downloads the bundle whose address is in the open dialog. @throws BUNDLE_REFUSED: the dialog shows
   * something else
   */
  'adding.download': defineCall({
    // Sends a request to an address that the link names.
    approval: ({ id }) => ({ ...needs('sends', 'in-place'), place: bundlePlace(id) }),
    input: z.strictObject({ id }),
    output: z.null()
  }),
  /** What the dialog for additions from outside shows. null: nothing. */
  'adding.read': { approval: null, input: z.strictObject({}), output: addingView.nullable() },
  /** Closes the dialog for this addition. A newer one stays. */
  'adding.close': { approval: null, input: z.strictObject({ id }), output: z.null() }
} as const
