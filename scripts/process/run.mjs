// Starts other programs for the scripts: npm and the tools of node_modules without a shell in between, with
// output where it belongs. Forwards signals, so that Ctrl+C ends everything that was started.

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './paths.mjs'

/** Output of the child on our standard error; nothing to read from standard input. */
export const toStderr = ['ignore', 2, 2]

/**
 * Runs a program to its end. With `timeoutMs` it leads its own process group, and the whole group is killed after that time,
 * so that a program that hangs leaves nothing behind. `signal` ends only the program, with SIGTERM.
 * @returns {Promise<{ status: number, output: string, isTimedOut: boolean }>} `output`: what came through pipes
 */
export function run(command, args, { stdio, env = process.env, cwd = root, timeoutMs, signal } = {}) {
  return new Promise((resolve, reject) => {
    const leadsGroup = timeoutMs !== undefined && process.platform !== 'win32'
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: stdio ?? ['ignore', 'pipe', 'pipe'],
      detached: leadsGroup
    })
    const end = (signal) => (leadsGroup ? endGroup(child, signal) : child.kill(signal))
    let isTimedOut = false
    const onTimeout = () => {
      isTimedOut = true
      end('SIGKILL')
    }
    const timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs)
    const stop = () => child.kill('SIGTERM')
    signal?.addEventListener('abort', stop, { once: true })
    const parts = []
    child.stdout?.on('data', (part) => parts.push(part))
    child.stderr?.on('data', (part) => parts.push(part))
    const stopPassing = passSignals(end)
    child.once('error', (error) => {
      clearTimeout(timer)
      stopPassing()
      reject(error)
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      stopPassing()
      // A program that a signal ended has no status of its own.
      resolve({ status: code ?? 1, output: Buffer.concat(parts).toString('utf8'), isTimedOut })
    })
  })
}

function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal)
  } catch (error) {
    if (error.code !== 'ESRCH') throw error // it has ended already
  }
}

/**
 * Like `run`, for a program written in JavaScript, on this very Node. `isInBackground`: it takes only what others leave of
 * the processors, where the system can say so to all of a program's threads.
 */
export function runNode(file, args = [], { isInBackground = false, ...options } = {}) {
  const call = [process.execPath, file, ...args]
  const [command, ...rest] =
    isInBackground && process.platform !== 'win32' ? ['nice', '-n', '10', ...call] : call
  return run(command, rest, options)
}

/** Passes SIGINT, SIGTERM and SIGHUP on to what `end` ends; the answer ends that. */
function passSignals(end) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const listeners = signals.map((signal) => {
    const listener = () => end(signal)
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
