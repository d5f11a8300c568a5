/** Checks the path to a remote server step by step: DNS, a connection, TLS. */
import { canParseUrl } from '../../base/can-parse-url'
import type { DiagnosisStep } from '../../contract/servers/diagnosis'
import { lookUpHost, connectEncrypted, connectToPort } from '../../net/connect-host'
import { say } from '../../texts/render-localized'
import { editEntry, Finding, tryAgain } from './finding'

const limitMs = 10_000

/** @throws Found */
export async function checkReachability(
  address: string,
  passed: (step: DiagnosisStep) => void
): Promise<void> {
  const url = canParseUrl(address) ? new URL(address) : null
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Finding('address', {
      why: say('mcp.addressScheme'),
      advice: say('doctor.mendAddress'),
      fixes: [editEntry]
    })
  passed('address')
  const { hostname: host, port, protocol } = url
  await lookUpHost(url).catch((error: unknown) => {
    const why = say('doctor.noName', { host, code: codeOf(error) })
    throw new Finding('name', { why, advice: say('doctor.mendName'), fixes: [editEntry, tryAgain] })
  })
  passed('name')
  const usual = protocol === 'https:' ? '443' : '80'
  await connectToPort(url, AbortSignal.timeout(limitMs)).catch((error: unknown) => {
    const why = say('doctor.noPort', { host, port: port === '' ? usual : port, code: codeOf(error) })
    throw new Finding('tcp', { why, advice: say('doctor.mendPort'), fixes: [tryAgain, editEntry] })
  })
  passed('tcp')
  if (protocol === 'http:') return
  await connectEncrypted(url, AbortSignal.timeout(limitMs)).catch((error: unknown) => {
    const why = say('doctor.noTls', { host, code: codeOf(error) })
    throw new Finding('tls', {
      why,
      advice: say('doctor.mendTls'),
      saw: wordsOf(error),
      fixes: [editEntry, tryAgain]
    })
  })
  passed('tls')
}

/** The network's error code. */
function codeOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown }
  return String(code ?? name)
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
