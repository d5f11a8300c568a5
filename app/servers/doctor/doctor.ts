/**
 * Finds out why a server doesn't work, with an ordered check that ends at the first failed step. It gets its definition
 * from the trust check like all other code, so it runs or contacts nothing that isn't trusted.
 */
import { HostError, toFailure } from '../../base/host-error'
import { addressSteps, programSteps } from '../../contract/servers/diagnosis'
import type { Diagnosis, DiagnosisStep, Fault } from '../../contract/servers/diagnosis'
import type { ServerView } from '../../contract/servers'
import type { AccessToken, McpGateway } from '../../mcp/interface'
import type { BrokenServerDefinition, ServerDefinition } from '../../settings/definition'
import type { Servers } from '../interface'
import { say } from '../../texts/render-localized'
import { describeBroken } from '../lifecycle/state-reasons'
import { isRemote, toTrustedLaunch } from '../trust/trust-check'
import type { TrustCheck, TrustedDefinition } from '../trust/trust-check'
import { addressFault } from './address-faults'
import { attempt } from './evidence'
import type { Evidence } from './evidence'
import { editEntry, Finding, showLog, tryAgain, trust } from './finding'
import { commandFault, programFault } from './program-faults'
import { writeReport } from './doctor-report'
import type { ReportFacts } from './doctor-report'
import { quoteServer } from './quote-server'
import { checkReachability } from './check-reachability'

export interface DoctorOptions extends Pick<ReportFacts, 'app' | 'findSecrets' | 'plainSecretsOf'> {
  readonly mcp: McpGateway
  readonly trustCheck: TrustCheck
  readonly servers: Pick<Servers, 'list' | 'stop'>
  readonly findDefinition: (serverName: string) => DiagnosisTarget['definition'] | undefined
  readonly accessFor: (serverName: string, url: string) => Promise<AccessToken | null>
  /** Reports a missing sign-in without a question to the user. */
  readonly keepQuiet: (connectionId: string) => void
  readonly redact: <T>(value: T) => T
  readonly newId: () => string
}

interface DiagnosisTarget {
  readonly definition: ServerDefinition | BrokenServerDefinition
  readonly view: ServerView
}

const busyStates: ReadonlySet<ServerView['state']> = new Set(['starting', 'installing', 'restarting'])

export class Doctor {
  readonly #options: DoctorOptions
  readonly #running = new Map<string, { readonly result: Promise<Diagnosis>; connectionId: string | null }>()

  constructor(options: DoctorOptions) {
    this.#options = options
  }

  /**
   * One check of a server at a time. Further callers get the same result.
   * @throws HostError SERVER_UNKNOWN, SERVER_NOT_CONNECTED (cancelled)
   */
  async diagnose(name: string): Promise<Diagnosis> {
    const patient = await this.#admit(name)
    const running = this.#running.get(name)
    if (running !== undefined) return await running.result
    const check = new Check(this.#options, patient, (connectionId) => {
      const own = this.#running.get(name)
      if (own !== undefined) own.connectionId = connectionId
    })
    const result = check.run().finally(() => this.#running.delete(name))
    this.#running.set(name, { result, connectionId: null })
    return await result
  }

  /** A start that is under way would run twice, so it is stopped. */
  async #admit(serverName: string): Promise<DiagnosisTarget> {
    const { servers, findDefinition } = this.#options
    const find = () => servers.list().find(({ name }) => name === serverName)
    const state = find()?.state
    if (state !== undefined && busyStates.has(state)) await servers.stop(serverName)
    const [definition, view] = [findDefinition(serverName), find()]
    if (definition === undefined || view === undefined)
      throw new HostError('SERVER_UNKNOWN', say('host.unknownServer', { server: serverName }))
    return { definition, view }
  }

  /** Ends the attempt to connect, and the check with it. */
  async cancel(serverName: string): Promise<void> {
    const connectionId = this.#running.get(serverName)?.connectionId ?? null
    if (connectionId !== null) await this.#options.mcp.clients.disconnect(connectionId)
  }
}

class Check {
  readonly #options: DoctorOptions
  readonly #patient: DiagnosisTarget
  readonly #tell: (connectionId: string) => void
  readonly #passed = new Set<DiagnosisStep>()
  #evidence: Evidence | null = null

  constructor(options: DoctorOptions, patient: DiagnosisTarget, tell: (connectionId: string) => void) {
    this.#options = options
    this.#patient = patient
    this.#tell = tell
  }

  async run(): Promise<Diagnosis> {
    const found = await this.#look().then(
      () => null,
      (error: unknown) => this.#toFault(error)
    )
    const fault = this.#options.redact(found)
    const order = this.#patient.definition.transport === 'stdio' ? programSteps : addressSteps
    const steps = order.map((step) => ({ step, state: this.#stateOf(step, fault) }))
    const { definition, view } = this.#patient
    const evidence = this.#evidence
    const report = writeReport({ ...this.#options, definition, view, steps, fault, evidence })
    return { steps, fault, report }
  }

  #stateOf(step: DiagnosisStep, fault: Fault | null) {
    if (fault?.step === step) return 'failed' as const
    return this.#passed.has(step) ? ('passed' as const) : ('skipped' as const)
  }

  /** @throws Found when it ends. Any other error is a failure of the current step. */
  async #look(): Promise<void> {
    const { definition } = this.#patient
    if ('problems' in definition) {
      const why = describeBroken(definition)
      throw new Finding('entry', { why, advice: say('doctor.mendEntry'), fixes: [editEntry] })
    }
    this.#passed.add('entry')
    const trusted = await this.#enter(definition)
    this.#passed.add('trust')
    const circumstances = await this.#circumstances(trusted)
    const launch = toTrustedLaunch(trusted, circumstances)
    if (isRemote(trusted)) await checkReachability(trusted.url, (step) => this.#passed.add(step))
    else await this.#examine(launch)
    this.#tell(launch.connectionId)
    const evidence = await attempt(this.#options.mcp, launch)
    this.#evidence = evidence
    if (evidence.failure?.code === 'SERVER_NOT_CONNECTED')
      throw new HostError('SERVER_NOT_CONNECTED', quoteServer(evidence.failure))
    const isProgram = definition.transport === 'stdio'
    if (evidence.failure === null) this.#passBefore(null)
    else throw (isProgram ? programFault : addressFault)(evidence.failure, evidence, definition)
  }

  async #enter(definition: ServerDefinition): Promise<TrustedDefinition> {
    try {
      return await this.#options.trustCheck.enter(definition)
    } catch (error) {
      const failure = toFailure(error)
      const why = quoteServer(failure)
      if (failure.code === 'SERVER_NOT_TRUSTED')
        throw new Finding('trust', { why, advice: say('doctor.mendTrust'), fixes: [trust] })
      // The command is checked before the user is asked for trust.
      if (failure.code === 'SERVER_COMMAND_NOT_FOUND') throw commandFault(failure)
      if (why.text === 'servers.notEncrypted') {
        const advice = say('doctor.mendAddress')
        throw new Finding('address', { why, advice, fixes: [editEntry] })
      }
      if (failure.code === 'SERVER_NOT_ALLOWED')
        throw new Finding('trust', { why, advice: say('doctor.mendPolicy'), fixes: [showLog] })
      throw new Finding('entry', { why, advice: say('doctor.mendEntry'), fixes: [editEntry] })
    }
  }

  async #circumstances(trusted: TrustedDefinition) {
    const { accessFor, keepQuiet, newId } = this.#options
    const connectionId = newId()
    keepQuiet(connectionId)
    const access = isRemote(trusted) ? await accessFor(trusted.name, trusted.url) : null
    const { connectTimeoutMs, installTimeoutMs } = trusted
    const limits = { connectTimeoutMs, installTimeoutMs, pingIntervalMs: 0 }
    return { connectionId, ...limits, knownEra: null, logLevel: null, access } as const
  }

  /** @throws Found */
  async #examine(launch: Parameters<McpGateway['clients']['examineProgram']>[0]): Promise<void> {
    const examined = await this.#options.mcp.clients.examineProgram(launch).catch((error: unknown) => {
      throw commandFault(toFailure(error))
    })
    this.#passed.add('command')
    const { missingScript: script, runtime } = examined
    if (script !== null) {
      const why = say('doctor.noScript', { script })
      throw new Finding('file', { why, advice: say('doctor.mendScript'), fixes: [editEntry, tryAgain] })
    }
    this.#passed.add('file')
    if (runtime === null) return
    if (!runtime.isEnough) {
      const { name: program, version, wanted } = runtime
      const why = say('doctor.oldRuntime', { program, version, wanted })
      const advice = say('doctor.mendRuntime', { program })
      throw new Finding('runtime', { why, advice, fixes: [editEntry, tryAgain] })
    }
    this.#passed.add('runtime')
  }

  #toFault(error: unknown): Fault {
    if (!(error instanceof Finding)) throw error
    this.#passBefore(error.fault.step)
    return error.fault
  }

  /** Marks the steps before the failed one as passed; null for all steps. */
  #passBefore(failed: DiagnosisStep | null): void {
    if (this.#evidence === null) return
    // A server that requires a sign-in reveals neither its name nor its protocol.
    if (failed === 'authorization') return void this.#passed.add('http')
    const { definition } = this.#patient
    const isContained = 'containment' in definition && definition.containment !== undefined
    const tried: readonly DiagnosisStep[] =
      definition.transport === 'stdio'
        ? [
            ...(isContained ? (['walls'] as const) : []),
            'start',
            'first-bytes',
            'protocol',
            'revision',
            'tools'
          ]
        : ['http', 'discovery', 'revision', 'authorization', 'tools']
    const end = failed === null ? tried.length : tried.indexOf(failed)
    for (const step of tried.slice(0, end)) this.#passed.add(step)
  }
}
