/** A server behind Parley's bridge whose messages are recorded, and a recording behind the bridge, for the official suite. */
import type { Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { writeFile } from 'node:fs/promises'
import { bridgeProgram } from '../../mcp/gateway/bridged-program'
import { openServerBridge, type ServerBridge } from '../../mcp/gateway/server-bridge'
import { RecordingTransport } from '../../mcp/transports/recording-transport'
import { Recorder } from '../../workbench/recordings/recorder'

/** A process of Node for each session. `file`: where the recording is when the bridge has closed. */
export async function recordServer(args: readonly string[], file: string): Promise<ServerBridge> {
  const recorder = new Recorder({
    serverName: 'recorded',
    transport: 'stdio',
    parley: '0.0.0',
    startedAt: Date.now(),
    redact: (text) => text
  })
  let count = 0
  const create = (): Transport => {
    count += 1
    return record(
      new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' }),
      {
        recorder,
        connectionId: String(count)
      }
    )
  }
  const bridge = await openServerBridge(bridgeProgram(create))
  return {
    url: bridge.url,
    close: async () => {
      await bridge.close()
      await writeFile(file, recorder.finish().join(''))
    }
  }
}

/** As `parley play` plays it: tolerant of order and ids. */
export function playServer(file: string): Promise<ServerBridge> {
  return openServerBridge(bridgeProgram(() => new RecordingTransport({ args: [file], cwd: null })))
}

function record(
  inner: Transport,
  { recorder, connectionId }: { readonly recorder: Recorder; readonly connectionId: string }
): Transport {
  let index = 0
  const add = (direction: 'in' | 'out', message: object): void => {
    index += 1
    recorder.add({ connectionId, index, at: Date.now(), direction, text: JSON.stringify(message) })
  }
  const outer: Transport = {
    start: () => inner.start(),
    send: (message) => {
      add('out', message)
      return inner.send(message)
    },
    close: () => inner.close()
  }
  inner.onmessage = (message) => {
    add('in', message)
    outer.onmessage?.(message)
  }
  inner.onclose = () => outer.onclose?.()
  return outer
}
