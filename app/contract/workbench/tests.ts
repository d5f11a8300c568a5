/** Saved tests of servers: their results, and the calls with which the window edits and runs them. */
import { z } from 'zod'
import { needs } from '../approval/approval'
import { callId, conversationId, messageId, modelId } from '../content-blocks'
import { jsonObject, localizedText } from '../json'
import { serverName } from '../servers'
import { testFileLimits } from './test-limits'

const done = z.null()
const text = z.string().max(testFileLimits.characters)
const testName = z.string().min(1).max(testFileLimits.nameLength)

/** A fault in a file of tests. Lines and columns count from 1. */
export const testFileProblem = z.strictObject({
  line: z.int(),
  column: z.int(),
  message: localizedText
})
export type TestFileProblem = z.infer<typeof testFileProblem>

/**
 * `not-run`: Parley couldn't run it, for example because you denied a call. `skipped`: everything that could be checked is as
 * expected, but no window drew its app.
 */
export const testStates = ['waiting', 'running', 'passed', 'failed', 'not-run', 'skipped'] as const

/** A call whose app the window of the run has to draw now. */
const appToDraw = z.strictObject({ conversationId, messageId, callId, toolName: z.string() })
export type AppToDraw = z.infer<typeof appToDraw>

/** One test with one server and one model. */
export const testResult = z.strictObject({
  test: testName,
  serverName,
  /** As the server says it; null: unknown. */
  serverVersion: z.string().nullable(),
  /** Null: the test uses no model. */
  model: modelId.nullable(),
  state: z.enum(testStates),
  /** A sentence for each expectation that failed, or why it didn't run or was skipped. */
  failures: z.array(localizedText),
  /** Milliseconds without the time that you took to answer; null: it didn't end. */
  tookMs: z.number().nullable(),
  /** Null: unknown. */
  tokens: z.number().nullable(),
  /** The beginning of the result as text, without secrets; empty if the test passed. */
  received: z.string(),
  /** The first calls of the model, each with its arguments as text. Absent: the test uses no model, or it didn't end. */
  calls: z.array(z.string()).max(testFileLimits.keptCalls).optional(),
  /** Absent: `calls` has all of them. */
  callCount: z.int().optional(),
  /** What a model said about the answer. Absent: the test has no judge, or it gave no verdict. */
  verdict: z.strictObject({ model: modelId, passes: z.boolean(), reason: z.string() }).optional(),
  /** Absent: there is none to draw. */
  app: appToDraw.optional()
})
export type TestResult = z.infer<typeof testResult>

/** The results of a run in the order of the file. */
export const testRun = z.strictObject({
  id: z.string().min(1).max(64),
  /** Whose tests they are. */
  serverName,
  startedAt: z.number(),
  /** Null: it is running. */
  endedAt: z.number().nullable(),
  results: z.array(testResult)
})
export type TestRun = z.infer<typeof testRun>

/** A test in the window's list. */
export const listedTest = z.strictObject({
  name: testName,
  kind: z.enum(['call', 'read', 'prompt', 'task']),
  /** The tool, address or prompt, or the messages to the model. */
  subject: z.string(),
  line: z.int()
})
export type ListedTest = z.infer<typeof listedTest>

const checkedTests = z.strictObject({
  /** Empty if there are problems. */
  tests: z.array(listedTest),
  problems: z.array(testFileProblem)
})

const callToTest = z.strictObject({
  serverName,
  toolName: z.string().min(1).max(500),
  arguments: jsonObject,
  /** Text that the result must contain. */
  contains: z.string().max(10_000).optional(),
  result: z.strictObject({ text: z.string().max(20_000_000), isError: z.boolean() }).optional()
})

/** One reply of a model, from a recording. */
const recordedModelReply = z.strictObject({
  text,
  calls: z.array(z.strictObject({ tool: z.string().max(500), arguments: jsonObject })).max(1_000)
})
export type RecordedModelReply = z.infer<typeof recordedModelReply>

export const testCalls = {
  /** The file with the tests of a server, and its runs, newest first. `text`: null if there is no file yet. */
  'test.read': {
    approval: null,
    input: z.strictObject({ serverName }),
    output: checkedTests.extend({
      file: z.string(),
      text: z.string().nullable(),
      /** The text of a file without tests. */
      newFile: z.string(),
      runs: z.array(testRun)
    })
  },
  'test.check': { approval: null, input: z.strictObject({ text }), output: checkedTests },
  /**
   * Writes the file. `before`: the text that was edited. @throws BRIDGE_INVALID_INPUT: the file has other text
   * meanwhile
   */
  'test.save': {
    // The file is in the data folder. It runs nothing until `test.run`.
    approval: null,
    input: z.strictObject({ serverName, text, before: text.nullable() }),
    output: done
  },
  /**
   * Adds a test of a tool call to the file, without secrets. `result`: a result that the test expects again; absent: it only expects no
   * error. Returns the name of the test.
   */
  'test.add': {
    approval: null,
    input: callToTest,
    output: z.strictObject({ name: testName })
  },
  /** The same as a file of its own, to copy. */
  'test.write': { approval: null, input: callToTest, output: z.strictObject({ text: z.string() }) },
  /**
   * Runs tests, and returns when all have ended. `test.run-changed` has the results meanwhile. Each call asks as in a conversation. `names`: null for all tests.
   * @throws SETTINGS_INVALID: the text has faults
   */
  'test.run': {
    // A task sends its text to a model. Calls ask for approval on their own.
    approval: needs('sends', 'press'),
    input: z.strictObject({
      serverName,
      text,
      names: z.array(testName).nullable(),
      /** Also other servers, for example another version. */
      serverNames: z.array(serverName).min(1).max(20),
      /** For tests with a model; empty: the model that the test names, or the default. */
      models: z.array(modelId).max(20),
      /** By the name of a test with a recording: the replies that the model gives, in order. */
      replies: z.record(testName, z.array(recordedModelReply).max(10_000)).optional()
    }),
    output: testRun
  },
  /** Ends the run. Tests that haven't run stay so. Ignores unknown runs. */
  'test.stop': { approval: null, input: z.strictObject({ serverName }), output: done }
} as const
