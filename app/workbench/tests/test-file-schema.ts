/** The form of a file with tests. `npm run docs` makes `resources/tests.schema.json` for editors from it. */
import { z } from 'zod'
import { jsonObject, jsonValue } from '../../contract/json'
import { logLevels } from '../../contract/limits'
import { testFileLimits } from '../../contract/workbench/test-limits'

/** What a server can ask for during a call. */
export const askedKinds = ['sampling', 'elicitation', 'link', 'sign-in'] as const

const name = z.string().min(1).max(testFileLimits.nameLength)
const toolName = z.string().min(1).max(500)
const oneOrMore = <T extends z.ZodType>(schema: T) => z.union([schema, z.array(schema).min(1)])

const expectedCalls = z.array(
  z.union([toolName, z.strictObject({ tool: toolName, arguments: jsonObject.optional() })])
)

const expectedTools = z.strictObject({
  exactly: expectedCalls.optional().describe('The calls of the model, in this order, and no others.'),
  inAnyOrder: expectedCalls.optional().describe('Calls that the model must make. It may make others too.'),
  not: z.array(toolName).optional().describe('Tools that the model must not call.'),
  ignoreArguments: z.boolean().optional().describe('Compares only the names of the tools.')
})

const judge = z.strictObject({
  criteria: z
    .string()
    .min(1)
    .max(testFileLimits.criteriaLength)
    .describe('What the answer must be like. The model that judges checks this.'),
  model: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe('The model that judges, as provider/model. Default: the model of the task.')
})

export const expectations = z.strictObject({
  contains: oneOrMore(z.string()).optional().describe('Text that must be in the result.'),
  doesNotContain: oneOrMore(z.string()).optional().describe('Text that must not be in the result.'),
  equals: jsonValue
    .optional()
    .describe(
      'The whole result: a string is compared with its text, anything else with its structured content.'
    ),
  matches: z
    .record(z.string(), jsonValue)
    .optional()
    .describe('Values in the result by their place: /structuredContent/city or content[0].text.'),
  schema: z
    .union([z.literal('output'), jsonObject])
    .optional()
    .describe('output: the tool’s output schema. Or a JSON Schema for the structured content.'),
  isError: z.boolean().optional().describe('Whether the server reports an error. Default: false.'),
  tools: expectedTools.optional().describe('Which tools the model calls.'),
  judge: judge.optional().describe('A model judges the answer of a task.'),
  asks: oneOrMore(z.enum(askedKinds)).optional().describe('What the server must ask for meanwhile.'),
  under: z
    .string()
    .regex(/^\d+(?:\.\d+)? ?(?:ms|s)$/u)
    .optional()
    .describe('The longest time, such as 500ms or 2s, without your answers.'),
  tokens: z
    .int()
    .min(1)
    .optional()
    .describe('The most tokens: of a result, or that the models of a task use.'),
  logBelow: z
    .enum(logLevels)
    .optional()
    .describe('The server must not log messages of this level or above meanwhile.'),
  app: z
    .boolean()
    .optional()
    .describe(
      'Whether the tool must bring an app that starts when Parley’s window draws it. parley test can’t draw it.'
    )
})
export type Expectations = z.infer<typeof expectations>

const savedTest = z.strictObject({
  name: name.describe('Unique in the file.'),
  server: name.optional().describe('The server in the settings. Default: the server of the file.'),
  call: toolName.optional().describe('The tool to call.'),
  read: z.string().min(1).max(8_192).optional().describe('The address of the resource to read.'),
  prompt: z.string().min(1).max(1_000).optional().describe('The prompt to get.'),
  task: oneOrMore(z.string().min(1))
    .optional()
    .describe('What you tell the model: one message, or several in turn.'),
  arguments: jsonObject.optional().describe('Arguments of the call or the prompt.'),
  unchecked: z.boolean().optional().describe('Sends the arguments even if they don’t fit the tool’s schema.'),
  model: z.string().min(1).max(300).optional().describe('The model of a task. Default: your default model.'),
  recording: z
    .string()
    .min(1)
    .max(4_096)
    .optional()
    .describe('A recording of a conversation, beside this file: its replies replace the model of a task.'),
  expect: expectations.optional()
})
export type SavedTest = z.infer<typeof savedTest>

export const testFileSchema = z.strictObject({
  server: name.optional().describe('The server in the settings that the tests are for.'),
  tests: z.array(savedTest).max(testFileLimits.tests)
})

/** The keys of which a test has exactly one. */
export const subjectKeys = ['call', 'read', 'prompt', 'task'] as const
