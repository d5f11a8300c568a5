// Starts other programs for the scripts: npm and the tools of node_modules without a shell in between, with
// output where it belongs, and with signals passed on so that Ctrl+C ends everything that was started.

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

/** Output of the child on our standard error; nothing to read from standard input. */
export const toStderr = ['ignore', 2, 2]

/**
 * Runs a program to its end.
 * @returns {Promise<{ status: number, output: string }>} `output` only where `stdio` is not given
 */
export function run(command, args, { stdio, env = process.env, cwd = root, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: stdio ?? ['ignore', 'pipe', 'pipe'],
      ...(timeoutMs ? { timeout: timeoutMs } : {})
    })
    const parts = []
    child.stdout?.on('data', (part) => parts.push(part))
    child.stderr?.on('data', (part) => parts.push(part))
    const stopPassing = passSignals(child)
    child.once('error', (error) => {
      stopPassing()
      reject(error)
    })
    child.once('close', (code, signal) => {
      stopPassing()
      resolve({ status: code ?? (signal ? 1 : 0), output: Buffer.concat(parts).toString('utf8') })
    })
  })
}

/** Like `run`, for a program written in JavaScript, on this very Node. */
export const runNode = (file, args = [], options = {}) => run(process.execPath, [file, ...args], options)

/** Passes SIGINT, SIGTERM and SIGHUP on to the child; the answer ends that. */
export function passSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const listeners = signals.map((signal) => {
    const listener = () => child.kill(signal)
    process.on(signal, listener)
    return () => process.off(signal, listener)
  })
  return () => {
    for (const remove of listeners) remove()
  }
}

/**
 * How to start npm: the one that runs us, else the one next to Node, else the one in PATH. By its JavaScript
 * file where that is known, because npm.cmd cannot be started without a shell on Windows.
 */
export function npmCommand(env = process.env) {
  const beside = path.join(path.dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  const besideOnWindows = path.join(path.dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')
  const given = env.npm_execpath?.endsWith('npm-cli.js') ? env.npm_execpath : undefined
  const file = [given, beside, besideOnWindows].find((candidate) => candidate && fs.existsSync(candidate))
  return file ? { command: process.execPath, args: [file] } : { command: 'npm', args: [] }
}
