import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/** The types refuse a definition from elsewhere; only a cast could get around them. */
it('SEC-11-2 no product file but the door calls a definition trusted', async () => {
  const root = fileURLToPath(new URL('../../..', import.meta.url))
  const files = (await readdir(path.join(root, 'app'), { recursive: true })).map((file) => `app/${file}`)
  const casts: string[] = []
  for (const file of files) {
    if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.includes('/testing/')) continue
    const text = await readFile(path.join(root, file), 'utf8')
    if (/\bas (?:unknown as )?(?:ServerLaunch|SignInTarget|TrustedDefinition|TrustMark|Trusted<)/.test(text))
      casts.push(file)
  }
  expect(casts).toEqual(['app/servers/trust/door.ts'])
})
