/** The official conformance suite against a server: its results, and the calls with which the window runs it. */
import { z } from 'zod'
import { conformancePlace } from '../approval/own-places'
import { defineCall } from '../approval/call-row'
import { needs } from '../approval/approval'
import { localizedText } from '../json'
import { serverName } from '../servers'

/** One requirement. Texts are the suite's, and may contain text of the server. */
export const conformanceCheck = z.strictObject({
  id: z.string(),
  description: z.string(),
  state: z.enum(['passed', 'failed', 'warning', 'skipped']),
  /** What was wrong; null: nothing. */
  message: z.string().nullable(),
  /** Addresses of the sections of the specification that require it. */
  sections: z.array(z.string())
})
export type ConformanceCheck = z.infer<typeof conformanceCheck>

export const conformanceScenario = z.strictObject({
  scenario: z.string(),
  state: z.enum(['passed', 'failed', 'skipped']),
  /** It tests Parley's bridge, so it counts neither for nor against the server. */
  isBridge: z.boolean(),
  checks: z.array(conformanceCheck)
})
export type ConformanceScenario = z.infer<typeof conformanceScenario>

export const conformanceRun = z.strictObject({
  serverName,
  /** The package and its version. */
  suite: z.string(),
  /** Null: the suite chooses. */
  revision: z.string().nullable(),
  startedAt: z.number(),
  /** Null: it is running. */
  endedAt: z.number().nullable(),
  /** The scenario that runs now; null: none has begun, or all have ended. */
  current: z.string().nullable(),
  scenarios: z.array(conformanceScenario),
  /** Why it ended early; null: it didn't. */
  failure: localizedText.nullable()
})
export type ConformanceRun = z.infer<typeof conformanceRun>

/**
 * How the suite reaches the server: at its own address, through Parley, which adds headers and a sign-in, or through a
 * bridge to new processes of it.
 */
export const suiteRoads = ['direct', 'forwarded', 'process'] as const
export type SuiteRoad = (typeof suiteRoads)[number]

/** What the question before a run names. */
export const conformancePlan = z.strictObject({
  suite: z.string(),
  road: z.enum(suiteRoads),
  /** The command or address of the server. */
  address: z.string(),
  /** Why the suite can't test this server; null: it can. */
  hindrance: localizedText.nullable()
})
export type ConformancePlan = z.infer<typeof conformancePlan>

const done = z.null()

export const conformanceCalls = {
  /** `run`: the newest, also one that is running; null: there was none. */
  'conformance.read': {
    approval: null,
    input: z.strictObject({ serverName }),
    output: z.strictObject({ plan: conformancePlan, run: conformanceRun.nullable() })
  },
  /**
   * Returns when the suite has ended; `conformance.changed` has the results meanwhile. Ignored if it runs already.
   * @throws COMMAND_LINE_INVALID: the suite can't test this server, or the plan has changed; as a start of the server
   */
  'conformance.run': defineCall({
    // npx downloads a program and runs it, and that program calls the server.
    approval: ({ serverName: name }) => ({ ...needs('runs', 'in-place'), place: conformancePlace(name) }),
    input: z.strictObject({
      serverName,
      /** Null: all scenarios of the revision. */
      scenario: z.string().min(1).max(200).nullable(),
      /** As the question named them. */
      ...conformancePlan.pick({ road: true, address: true }).shape
    }),
    output: conformanceRun
  }),
  /** Ends the suite and its processes. Ignored if it doesn't run. */
  'conformance.stop': { approval: null, input: z.strictObject({ serverName }), output: done },
  /** Asks where to save the newest results as JUnit XML. null: the user cancelled. @throws FILE_WRITE_FAILED */
  'conformance.save': {
    // The user chooses where in a system dialog.
    approval: needs('sends', 'press'),
    input: z.strictObject({ serverName }),
    output: z.strictObject({ path: z.string().nullable() })
  }
} as const
