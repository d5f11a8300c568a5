import { expect, it } from 'vitest'
import type { ModelPart } from '../model'
import { ThoughtFolder } from './fold-thoughts'

/** Parts of an answer that comes in these pieces. */
function fold(pieces: readonly string[]) {
  const folder = new ThoughtFolder()
  const parts = [...pieces.flatMap((text) => [...folder.take({ type: 'text-delta', text })]), ...folder.end()]
  let [thought, text] = ['', '']
  for (const part of parts) {
    if (part.type === 'text-was-thinking') [thought, text] = [thought + text.trimEnd(), '']
    if (part.type === 'thinking-delta') thought += part.text
    if (part.type === 'text-delta') text += part.text
  }
  return { thought, text }
}

const cases: readonly (readonly [what: string, answer: string, thought: string, text: string])[] = [
  ['a thought first', '<think> I wonder.\n</think>\n\nThe answer.', 'I wonder.', 'The answer.'],
  ['an empty thought', '<think>\n\n</think>\n\nThe answer.', '', 'The answer.'],
  ['white space before', '\n \n<think>Hm</think>Yes', 'Hm', 'Yes'],
  ['large letters', '<THINK>Hm</Think>Yes', 'Hm', 'Yes'],
  ['another name', '<thinking>Hm</thinking>Yes', 'Hm', 'Yes'],
  ['a third name', '<thought>Hm</thought>Yes', 'Hm', 'Yes'],
  ['Mistral', '[THINK]Hm[/THINK]Yes', 'Hm', 'Yes'],
  ['Kimi', '◁think▷Hm◁/think▷Yes', 'Hm', 'Yes'],
  ['Seed', '<seed:think>Hm</seed:think>Yes', 'Hm', 'Yes'],
  [
    'gpt-oss',
    '<|channel|>analysis<|message|>Hm<|end|><|start|>assistant<|channel|>final<|message|>Yes',
    'Hm',
    'Yes'
  ],
  ['gpt-oss without an end', '<|channel|>analysis<|message|>Hm<|channel|>final<|message|>Yes', 'Hm', 'Yes'],
  ['two thoughts', '<think>One</think>\n<think>Two</think>\nYes', 'OneTwo', 'Yes'],
  ['no end', '<think>I wonder and wonder', 'I wonder and wonder', ''],
  ['the end alone', 'I wonder.\n</think>\n\nThe answer.', 'I wonder.', 'The answer.'],
  ['the end alone, in a line', 'I wonder.</think>The answer.', 'I wonder.', 'The answer.'],
  ['the end at the start', '</think>\n\nThe answer.', '', 'The answer.'],
  ['another end alone', 'I wonder.[/THINK]The answer.', 'I wonder.', 'The answer.'],
  ['a tag in a quotation', 'Write `<think>` and `</think>`.', '', 'Write `<think>` and `</think>`.'],
  ['an end in a block', '```xml\n<a>\n</think>\n```\nDone', '', '```xml\n<a>\n</think>\n```\nDone'],
  ['a tag in a block first', '```\n<think>x</think>\n```', '', '```\n<think>x</think>\n```'],
  ['a tag in the middle', 'See <think>this</think> here', '', 'See <think>this</think> here'],
  ['a tag after a thought', '<think>Hm</think>Use <think> so</think>', 'Hm', 'Use <think> so</think>'],
  ['an end that is quoted in a thought', '<think>Say `</think>`?</think>Yes', 'Say `</think>`?', 'Yes'],
  ['something that looks like one', '<thinker> is <no> tag', '', '<thinker> is <no> tag'],
  ['less than', '1 < 2 and [3]', '', '1 < 2 and [3]'],
  ['a lonely bracket', '<', '', '<'],
  ['white space alone', '  \n', '', '  \n'],
  ['letters of two units', '😀 <b> 😀', '', '😀 <b> 😀']
]

it.each(cases)('separates thoughts from the answer: %s', (_what, answer, thought, text) => {
  expect(fold([answer])).toEqual({ thought, text })
})

it.each(cases)('finds the same in pieces of one character: %s', (_what, answer, thought, text) => {
  // Also for half of a surrogate pair.
  expect(fold(answer.split(''))).toEqual({ thought, text })
})

it('emits each piece of an answer immediately', () => {
  const folder = new ThoughtFolder()
  const take = (text: string) => [...folder.take({ type: 'text-delta', text })]
  expect(take('Good ')).toEqual([{ type: 'text-delta', text: 'Good ' }])
  expect(take('morning <')).toEqual([{ type: 'text-delta', text: 'morning ' }])
  expect(take('3')).toEqual([{ type: 'text-delta', text: '<3' }])
})

it('never splits a character', () => {
  const folder = new ThoughtFolder()
  const take = (text: string) => [...folder.take({ type: 'text-delta', text })]
  expect(take('a\ud83d')).toEqual([{ type: 'text-delta', text: 'a' }])
  expect(take('\ude00')).toEqual([{ type: 'text-delta', text: '😀' }])
})

it('ends a thought before a call', () => {
  const folder = new ThoughtFolder()
  const call: ModelPart = { type: 'tool-call-started', id: 'a', name: 'add' }
  const parts = [...folder.take({ type: 'text-delta', text: '<think>I add' }), ...folder.take(call)]
  expect(parts).toEqual([
    { type: 'thinking-delta', text: 'I add' },
    { type: 'thinking-ended', seal: null },
    call
  ])
})
