/**
 * Prepares a task description for the search: removes meaningless words, and adds synonyms that tools may use.
 * Only general words, because tools use the same special terms as the task.
 */
import { stemWord } from './stem'

/** The weight of an added synonym. */
const meantShare = 0.4

const empty = new Set(
  'a an and any are as at be by can could do does for from give has have how i if in into is it its let me my of on or our please should so some that the their them then there these they this those to us was what which who will with you your'.split(
    ' '
  )
)

const alike = [
  'folder directory dir mkdir',
  'picture photo image jpg jpeg png logo',
  'audio sound music mp3',
  'delete remove erase drop forget',
  'create make new add',
  'find search locate where look query',
  'edit change update modify replace fix',
  'rename move',
  'size sizes big large largest space',
  'remember memory know knowledge note record fact',
  'show get read open view display print list ls',
  'compress zip gzip pack',
  'sum plus total calculate',
  'save store write',
  'link connect relation relationship reference',
  'structure tree hierarchy',
  'env environment variable',
  'when time date created modified',
  'run execute start trigger begin',
  'repeat echo',
  'think reason reflect thinking thought',
  'tiny small little',
  'access allow permission may'
].map((group) => group.split(' ').map(stemWord))

const byStem = new Map<string, Set<string>>()
for (const group of alike)
  for (const stem of group) byStem.set(stem, new Set([...(byStem.get(stem) ?? []), ...group]))

/** The weight of each stem. */
export function queryStems(words: readonly string[]): ReadonlyMap<string, number> {
  const said = words.filter((word) => !empty.has(word)).map(stemWord)
  const meant = said.flatMap((stem) => [...(byStem.get(stem) ?? [])])
  return new Map([
    ...meant.map((stem) => [stem, meantShare] as const),
    ...said.map((stem) => [stem, 1] as const)
  ])
}
