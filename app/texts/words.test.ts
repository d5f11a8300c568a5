/** Terms that must stay distinct, checked in the catalog itself. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))

function textsOf(language: string, file: string): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(`${folder}${language}/${file}`, 'utf8')) as Record<string, string>
}

it('uses the German word for the activity log for nothing else', () => {
  const files = readdirSync(`${folder}en`, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.json')
  )
  const told = files.flatMap((file) => {
    const german = textsOf('de', file)
    return Object.entries(textsOf('en', file)).map(([key, english]) => ({
      key: `${file} ${key}`,
      isOfLog: /(?<!activity )\blogs?\b/iu.test(english),
      isOfLedger: /\b(?:ledger|activity log)\b/iu.test(english),
      saysLedger: /protokoll/iu.test(german[key] ?? '')
    }))
  })
  expect(told.filter(({ isOfLog }) => isOfLog).length).toBeGreaterThan(20)
  expect(told.filter((one) => one.isOfLog && !one.isOfLedger && one.saysLedger)).toEqual([])
  expect(told.filter((one) => one.isOfLedger && !one.saysLedger)).toEqual([])
})
