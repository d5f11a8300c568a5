/**
 * The corpus for a journey of hostile cases: a folder with a `manifest.json`. Which cases appear in the window, the
 * settings entries for their servers, and the steps that they ask for.
 */
import fs from 'node:fs'
import path from 'node:path'
import type { ServerEntry } from '../workspace'

export interface HostileCase {
  readonly id: string
  readonly group: string
  /** In the corpus. */
  readonly file: string
  readonly transport: string
  readonly args: readonly string[]
  readonly drive: string
}

/** The corpus and the ids of the cases come from the command. Without it there are none. */
export const corpus = process.env['PARLEY_CORPUS'] ?? ''

export function wantedCases(): readonly HostileCase[] {
  if (corpus === '') return []
  const ids = new Set(JSON.parse(process.env['PARLEY_CASES'] ?? '[]') as string[])
  const { cases } = JSON.parse(fs.readFileSync(path.join(corpus, 'manifest.json'), 'utf8')) as {
    cases: (Omit<HostileCase, 'drive'> & { drive?: string })[]
  }
  return cases.filter(({ id }) => ids.has(id)).map((item) => ({ drive: '', ...item }))
}

/** A program of the corpus, with short time limits. */
export function corpusServer(file: string, args: readonly string[] = []): ServerEntry {
  return { command: process.execPath, args: [path.join(corpus, file), ...args], timeoutMs: 5_000 }
}

export interface Step {
  /** `call`, `call each`, `list`, `read`, `prompt` … in the corpus's terms. */
  readonly verb: string
  readonly subject: string
}

/** The steps of a case, in order. Text in braces isn't split. */
export function listSteps({ drive }: HostileCase): readonly Step[] {
  return [...drive.matchAll(/(?:\{[^}]*\}|[^,{])+/gu)].map(([words]) => {
    const [, verb = '', subject = ''] = /^\s*([^:]*?)\s*(?::\s*([\s\S]*?))?\s*$/u.exec(words) ?? []
    return { verb, subject }
  })
}

export interface Call {
  readonly tool: string
  readonly input: object
  readonly isAllowedForGood: boolean
}

/** A range of numbers (`{"i":0..39}`) means one call each, `x3` means three. Other text is for readers. */
export function listCalls(subject: string): readonly Call[] {
  const [, tool = '', count = '1'] = /^(\S+)(?: x(\d+))?/u.exec(subject) ?? []
  const isAllowedForGood = /allow always/iu.test(subject)
  const range = /\{"(\w+)":(\d+)\.\.(\d+)\}/u.exec(subject)
  if (range !== null) {
    const [, key = '', from = '0', to = '0'] = range
    const numbers = Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => Number(from) + index)
    return numbers.map((number) => ({ tool, input: { [key]: number }, isAllowedForGood }))
  }
  const input = readObject(/\{.*\}/su.exec(subject)?.[0] ?? '{}')
  return Array.from({ length: Number(count) }, () => ({ tool, input, isAllowedForGood }))
}

function readObject(json: string): object {
  try {
    return JSON.parse(json) as object
  } catch {
    return {}
  }
}
