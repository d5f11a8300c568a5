/**
 * Identifies a program for its private folder: by its package without the version, else by the script, else by the
 * command. Options are ignored, so that a server keeps its folder when they change. Pure.
 */
import path from 'node:path'
import type { PackageCall } from '../../../sandbox/packages/read-runner'
import { readRunner } from '../../../sandbox/packages/read-runner'
import type { StdioLaunch } from '../../interface'
import { isInterpreter } from './scripts-in-arguments'

export function identifyProgram({
  command,
  args,
  cwd
}: Pick<StdioLaunch, 'command' | 'args' | 'cwd'>): string {
  const call = packageIn(command, args)
  if (call !== null) {
    const { kind, packages, program, registry } = call
    const names = packages.map(({ name }) => name)
    return JSON.stringify(['package', kind, names, program, registry])
  }
  const name = path.basename(command)
  const run = isInterpreter(name, name) ? ofAnyVersion(runBy(args)) : null
  if (run === null)
    return JSON.stringify(['program', ofAnyVersion(command), path.isAbsolute(command) ? null : cwd])
  // Another version of Node or Python has another path. A script may be relative to the working folder.
  return JSON.stringify(['script', name.replace(/[\d.]+$/, ''), run, path.isAbsolute(run) ? null : cwd])
}

function packageIn(command: string, args: readonly string[]): PackageCall | null {
  try {
    return readRunner(command, args)
  } catch {
    // It can't be started in a sandbox; its start reports that.
    return null
  }
}

/** The first argument that is no option, with the option that changes its meaning: `-m server`, `-jar server.jar`. */
function runBy(args: readonly string[]): string | null {
  const at = args.findIndex((arg) => !arg.startsWith('-'))
  const [before = '', run] = [args[at - 1], args[at]]
  if (run === undefined) return null
  return /^-(?:m|jar|c|e)$/.test(before) ? `${before} ${run}` : run
}

/** The folder of a bundle changes with each update: `…/bundles/‹name›-‹version›-‹hash›-‹id›/files/…`. */
function ofAnyVersion<T extends string | null>(place: T): T | string {
  return place?.replace(/(\/bundles\/[^/]+?)-\d+\.[^/]*-[\da-f]{12}-[^/-]{6}(?=\/files\/)/, '$1') ?? place
}
