/**
 * Answers of a registry in the format of the official registry (v0.1, `ServerList` and `ServerResponse`). Entries are
 * read one by one, and an invalid one doesn't affect the others. Invalid descriptions are ignored; invalid parts that
 * decide what runs are not.
 */
import { z } from 'zod'

const short = z.string().max(255)
const words = z.string().nullish().catch(null)

const input = {
  description: words,
  isRequired: z.boolean().nullish(),
  isSecret: z.boolean().nullish(),
  value: z.string().max(4_000).nullish(),
  default: z.string().max(4_000).nullish(),
  choices: z.array(z.string().max(500)).max(100).nullish()
}
const variables = z.record(short, z.object(input)).nullish()
const keyValue = z.object({ ...input, name: short, variables })
export type AnsweredValue = z.infer<typeof keyValue>

const argument = z.discriminatedUnion('type', [
  z.object({ ...input, type: z.literal('positional'), valueHint: short.nullish(), variables }),
  z.object({ ...input, type: z.literal('named'), name: short, valueHint: short.nullish(), variables })
])
export type AnsweredArgument = z.infer<typeof argument>

const answeredPackage = z.object({
  registryType: z.string().max(50),
  registryBaseUrl: z.string().max(2_000).nullish(),
  identifier: z.string().min(1).max(2_000),
  version: short.nullish(),
  fileSha256: z
    .string()
    .regex(/^[a-f0-9]{64}$/i)
    .nullish(),
  transport: z.object({ type: z.string().max(50) }),
  runtimeArguments: z.array(argument).max(100).nullish(),
  packageArguments: z.array(argument).max(100).nullish(),
  environmentVariables: z.array(keyValue).max(100).nullish()
})
export type AnsweredPackage = z.infer<typeof answeredPackage>

const remote = z.object({
  type: z.enum(['streamable-http', 'sse']),
  url: z.string().max(2_000),
  headers: z.array(keyValue).max(50).nullish(),
  variables
})
export type AnsweredRemote = z.infer<typeof remote>

const official = z.object({ status: words, publishedAt: words })

export const answeredEntry = z.object({
  server: z.object({
    name: z
      .string()
      .max(200)
      .regex(/^[a-zA-Z0-9][a-zA-Z0-9.-]*\/[a-zA-Z0-9._-]+$/),
    title: words,
    description: words,
    version: short.min(1),
    repository: z
      .object({ url: z.string().max(2_000) })
      .nullish()
      .catch(null),
    websiteUrl: z.string().max(2_000).nullish().catch(null),
    packages: z.array(answeredPackage).max(20).nullish(),
    remotes: z.array(remote).max(20).nullish()
  }),
  _meta: z
    .object({ 'io.modelcontextprotocol.registry/official': official.nullish().catch(null) })
    .nullish()
    .catch(null)
})
export type AnsweredEntry = z.infer<typeof answeredEntry>

export const answeredList = z.object({
  servers: z.array(z.unknown()),
  metadata: z.object({ nextCursor: z.string().nullish() }).nullish().catch(null)
})
