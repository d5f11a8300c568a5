/** The steps of a server's check as text. */
import type { DiagnosisStep } from '../../../app/contract/servers/diagnosis'
import { servers as texts } from '../../../app/texts/compiled/window/servers'

export const describeStep: Readonly<Record<DiagnosisStep, () => string>> = {
  entry: texts.stepEntry,
  trust: texts.stepTrust,
  command: texts.stepCommand,
  file: texts.stepFile,
  runtime: texts.stepRuntime,
  walls: texts.walls,
  start: texts.stepStart,
  'first-bytes': texts.stepFirstBytes,
  protocol: texts.stepProtocol,
  revision: texts.stepRevision,
  tools: texts.stepTools,
  address: texts.stepAddress,
  name: texts.stepName,
  tcp: texts.stepTcp,
  tls: texts.stepTls,
  http: texts.stepHttp,
  discovery: texts.stepDiscovery,
  authorization: texts.stepAuthorization
}
