/** Counts the clicks and keys of tasks and compares them with a table of docs/clicks.md. */
import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { expect } from './expect'
import { projectFolder } from './launch'
import { beginToCount, pressed } from './pressed'

interface Row {
  readonly task: string
  readonly ours: number
  /** Of the other apps, where a way is known. */
  readonly theirs: readonly number[]
}

export interface CountedTasks {
  job(task: string, act: () => Promise<void>): Promise<void>
  expectAllDone(): void
}

export async function countTasks(window: Page, heading: string): Promise<CountedTasks> {
  await beginToCount(window)
  const table = new Map(readTable(heading).map((row) => [row.task, row]))
  expect(table.size).toBe(12)
  const done = new Set<string>()
  return {
    job: async (task, act) => {
      const before = await pressed(window)
      await act()
      const taken = (await pressed(window)) - before
      expect(taken, task).toBe(table.get(task)?.ours)
      for (const theirs of table.get(task)?.theirs ?? []) expect(taken, task).toBeLessThanOrEqual(theirs)
      done.add(task)
    },
    expectAllDone: () => {
      expect([...done].toSorted()).toEqual([...table.keys()].toSorted())
    }
  }
}

function readTable(heading: string): readonly Row[] {
  const text = fs.readFileSync(path.join(projectFolder, 'docs/clicks.md'), 'utf8')
  const section = text.split(/^#+ /mu).find((each) => each.startsWith(`${heading}\n`)) ?? ''
  const lines = section.split('\n').filter((line) => /^\| .* \| \d \|/u.test(line))
  return lines.map((line) => {
    const [, task = '', ours, ...rest] = line.split('|').map((cell) => cell.trim())
    const theirs = rest.slice(0, 2).filter((cell) => /^\d$/u.test(cell))
    return { task, ours: Number(ours), theirs: theirs.map(Number) }
  })
}
