/** A service that a part starts, waits for and ends. */
import { spawn } from 'node:child_process'
import { expect } from '../expect'

export interface ServiceProcess extends AsyncDisposable {
  /** What it has written so far. */
  log(): string
}

export interface Start {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Answers once the service is there. */
  readonly url: string
  /** Of that answer; default: any that is no error. */
  readonly status?: number
}

/** A first start of Python compiles what it loads. */
const startLimitMs = 240_000

export async function startService({ command, args, env, url, status }: Start): Promise<ServiceProcess> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => output.push(String(part)))
  const log = () => output.join('')
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  await expect
    .poll(
      async () => {
        if (child.exitCode !== null) throw new Error(`${args.join(' ')} has ended:\n${log().slice(-2_000)}`)
        return await fetch(url).then(
          (answer) => (status === undefined ? answer.ok : answer.status === status),
          () => false
        )
      },
      { timeout: startLimitMs }
    )
    .toBe(true)
  return {
    log,
    [Symbol.asyncDispose]: async () => {
      process.off('exit', end)
      end()
      await expect.poll(() => child.exitCode ?? child.signalCode).not.toBeNull()
    }
  }
}
