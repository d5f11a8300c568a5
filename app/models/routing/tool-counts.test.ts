import { expect, it } from 'vitest'
import { HostError } from '../../base/host-error'
import { quote } from '../../texts/render-localized'
import { ToolCounts } from './tool-counts'

const refused = (words: string) => new HostError('MODEL_REFUSED_REQUEST', quote(words))
const learnt = (error: Error, sent = 300) => {
  const counts = new ToolCounts()
  counts.learn('a/m', error, sent)
  return counts.of('a/m')
}

it.each([
  [
    "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 300 instead.",
    128
  ],
  ['At most 64 tools are supported.', 64],
  ['Too many functions: the limit is 100.', 100],
  ['You sent 300 tools, but no more than 200 are allowed', 200],
  ['maximum number of tools: 96', 96],
  ["Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64", null],
  ['The maximum context length is 128 tokens', null],
  ['A tool may have at most 500 of them', null],
  ['Something else about tools', null]
])('%s', (words, most) => {
  expect(learnt(refused(words))).toBe(most)
})

it('ignores other errors and errors of another model', () => {
  expect(learnt(new HostError('MODEL_OVERLOADED', quote('At most 64 tools')))).toBeNull()
  const counts = new ToolCounts()
  expect(counts.learn('a/m', refused('At most 64 tools'), 100)).toBe(true)
  expect(counts.of('a/other')).toBeNull()
})
