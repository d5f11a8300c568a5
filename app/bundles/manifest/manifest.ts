/**
 * Reads `manifest.json` of a bundle, versions 0.1 to 0.4 of its specification (github.com/modelcontextprotocol/mcpb,
 * MANIFEST.md). Fields that decide what runs are parsed strictly. Descriptive ones may be missing, and unknown ones are
 * ignored.
 */
import { z } from 'zod'
import type { LocalizedText } from '../../contract/localized-text'
import { quote, say } from '../../texts/render-localized'
import { bundleLimits } from '../limits'
import { problems, describeBundleProblem } from '../bundle-problem'

const text = z.string().max(20_000)
const short = z.string().min(1).max(200)

const launch = z.object({
  command: text.min(1),
  args: z.array(text).max(500).default([]),
  env: z.record(z.string().regex(/^[^=\0]{1,200}$/), text).default({})
})

const server = z.object({
  type: z.enum(['node', 'python', 'binary', 'uv']),
  entry_point: text.min(1),
  mcp_config: launch
    .extend({
      platform_overrides: z
        .record(
          z.string(),
          z.object({
            command: text.min(1).optional(),
            args: launch.shape.args.unwrap().optional(),
            env: launch.shape.env.unwrap().optional()
          })
        )
        .default({})
    })
    // For type uv (0.4), the host knows the command.
    .optional()
})

export const settingTypes = ['string', 'number', 'boolean', 'directory', 'file'] as const

const userSetting = z.object({
  type: z.enum(settingTypes),
  title: z.string().max(500),
  description: text.default(''),
  required: z.boolean().default(false),
  default: z.union([text, z.number(), z.boolean(), z.array(text).max(100)]).optional(),
  multiple: z.boolean().default(false),
  sensitive: z.boolean().default(false),
  min: z.number().optional(),
  max: z.number().optional()
})
export type UserSetting = z.infer<typeof userSetting>

const named = z.object({ name: short, description: text.default('') })

const manifest = z.object({
  manifest_version: z.string().optional(),
  dxt_version: z.string().optional(),
  name: short,
  display_name: z.string().max(500).optional(),
  version: z.string().min(1).max(100),
  description: text.default(''),
  long_description: z.string().max(200_000).default(''),
  author: z.object({ name: short, email: text.optional(), url: text.optional() }),
  repository: z.union([z.object({ url: text }), text]).optional(),
  homepage: text.optional(),
  documentation: text.optional(),
  support: text.optional(),
  license: text.optional(),
  privacy_policies: z.array(text).max(20).default([]),
  server,
  tools: z.array(named).max(2_000).default([]),
  tools_generated: z.boolean().default(false),
  prompts: z.array(named).max(2_000).default([]),
  prompts_generated: z.boolean().default(false),
  compatibility: z
    .object({
      platforms: z.array(z.string().max(100)).optional(),
      runtimes: z.record(z.string().max(50), z.string().max(100)).default({})
    })
    .default({ runtimes: {} }),
  user_config: z
    .record(z.string().regex(/^(?!__proto__$)[A-Za-z_][\w.-]{0,99}$/), userSetting)
    .refine((all) => Object.keys(all).length <= 100)
    .default({})
})
export type Manifest = z.infer<typeof manifest>

const known = /^0\.[1-4](?:\.\d+)?$/

/** @throws HostError BUNDLE_REFUSED */
export function readManifest(bytes: Uint8Array): Manifest {
  if (bytes.length > bundleLimits.manifest) throw refuse(say('bundles.manifestTooLarge'))
  const value = parse(bytes)
  const version = getVersion(value)
  if (version === null) throw refuse(say('bundles.noVersion'))
  if (!known.test(version))
    throw refuse(say('bundles.newerVersion', { version: describeBundleProblem(version) }))
  const read = manifest.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw refuse(issue === undefined ? say('bundles.noVersion') : describeManifestIssue(issue))
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw refuse(say('bundles.notJson', { reason: quote(describeBundleProblem((error as Error).message)) }))
  }
}

function getVersion(value: unknown): string | null {
  const { manifest_version: own, dxt_version: older } = (value ?? {}) as Record<string, unknown>
  const version = own ?? older
  return typeof version === 'string' || typeof version === 'number' ? String(version) : null
}

function refuse(reason: LocalizedText): Error {
  return problems.manifest(reason)
}

/** Plain messages for errors in a manifest, with their place. */
function describeManifestIssue(issue: z.core.$ZodIssue): LocalizedText {
  const place = issue.path.map(String).join('.') || 'manifest.json'
  return say('bundles.wrongValue', {
    place: describeBundleProblem(place),
    problem: quote(describeBundleProblem(issue.message))
  })
}
