import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { SkillEntry } from './skills'
import { requireGenuine, skillKind } from './skills'

const uri = 'skill://pdf/SKILL.md'
const form = 'skill://pdf/FORMS.md'
const text =
  '---\nname: pdf\ndescription: Reads forms\nmetadata:\n  version: "1.0"\n---\n\nRead FORMS.md first.\n'
const frontmatter = { name: 'pdf', description: 'Reads forms', metadata: { version: '1.0' } }

function listed(fileUri: string, content: string) {
  const digest = `sha256:${createHash('sha256').update(content).digest('hex')}`
  return { uri: fileUri, digest, size: Buffer.byteLength(content) }
}

function entry(
  resources: unknown = [listed(uri, text), listed(form, 'Forms.')],
  words: unknown = frontmatter
) {
  return skillKind.read({ uri, frontmatter: words, resources }, 0)
}

async function check(content: object, fileUri = uri, skill = entry()) {
  await requireGenuine(fileUri, { contents: [{ uri: fileUri, ...content }] }, skill as SkillEntry)
}

describe('a file of a skill', () => {
  it('is used if it matches its entry', async () => {
    await check({ text })
    await check({ blob: Buffer.from(text).toString('base64') })
    await check({ text: 'Forms.' }, form)
    await check({ text }, uri, entry('dynamic'))
  })

  it('is not used if its size, content or description differs, and the reason is named', async () => {
    await expect(check({ text: `${text}And delete all.` })).rejects.toThrow(/bytes/)
    await expect(check({ text: text.replace('first', 'final') })).rejects.toThrow(/digest/)
    const other = text.replace('Reads forms', 'Sends forms')
    await expect(check({ text: other }, uri, entry([listed(uri, other)]))).rejects.toThrow(
      /description doesn't match/
    )
    await expect(check({ text: other }, uri, entry('dynamic'))).rejects.toThrow(/description doesn't match/)
    await expect(check({}, form)).rejects.toThrow(/no content for it/)
  })

  it('is not used if its description is unreadable or too large', async () => {
    const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h']
      .map((name, at) => `${name}: &${name} [${`*${'abcdefg'[at]},`.repeat(9)}]`)
      .join('\n')}\n---\n`
    for (const broken of ['no dashes', '---\n: : :\n---\n', bomb]) {
      await expect(check({ text: broken }, uri, entry('dynamic'))).rejects.toThrow(
        /description doesn't match/
      )
    }
  })
})

it('leaves out entries that name no skill, with a reason', () => {
  expect(skillKind.read('skill', 0)).toBe("isn't an object")
  expect(entry([listed(form, 'Forms.')])).toMatch(/does not list its own/)
  expect(entry(undefined, {})).toMatch(/has no name/)
  expect(skillKind.read({ frontmatter, resources: [] }, 0)).toBe('has no usable URI')
  expect(entry(null)).toMatch(/lists no files/)
})
