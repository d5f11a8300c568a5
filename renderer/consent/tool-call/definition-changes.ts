/** What changed between the approved definition of a tool and the current one, word by word. Pure. */
import type { ToolDefinition } from '../../../app/contract/tool-definition'
import type { DefinitionDiff, DefinitionDiffLine } from '../question/definition-diff'
import { describeHints, explainNotForModels } from '../../parts/tool-hints'
import { diffSequence, diffText, type MarkedText } from '../question/sequence-diff'
import { consent } from '../../../app/texts/compiled/window/consent'

/** `previous`: null if there was none; then everything is added. */
export function describeDefinitionChanges(
  previous: ToolDefinition | null,
  now: ToolDefinition
): DefinitionDiff[] {
  return [
    words(consent.definitionTitle(), previous?.title ?? '', now.title ?? ''),
    words(consent.definitionDescription(), previous?.description ?? '', now.description),
    lines(
      consent.definitionHints(),
      describeHints(previous?.annotations ?? {}),
      describeHints(now.annotations)
    ),
    lines(consent.definitionInput(), schemaLines(previous?.inputSchema), schemaLines(now.inputSchema)),
    lines(consent.definitionOutput(), schemaLines(previous?.outputSchema), schemaLines(now.outputSchema)),
    lines(consent.definitionViews(), describeViews(previous ?? {}), describeViews(now))
  ].filter((change) => change !== null)
}

function words(label: string, before: string, after: string): DefinitionDiff | null {
  return before === after ? null : { label, kind: 'words', parts: diffText(before, after) }
}

/** Lines around a change are enough to find it; a schema may have hundreds. */
const context = 2

function lines(label: string, before: readonly string[], after: readonly string[]): DefinitionDiff | null {
  const parts = diffSequence(before, after)
  const isNear = parts.map((_part, index) =>
    parts.slice(Math.max(0, index - context), index + context + 1).some(({ mark }) => mark !== 'same')
  )
  const near = parts.filter((_part, index) => isNear[index] === true)
  return near.length === 0 ? null : { label, kind: 'lines', parts: pairLines(near) }
}

/** A removed line and its replacement are compared word by word if they share most words. */
function pairLines(parts: readonly MarkedText[]): (MarkedText | DefinitionDiffLine)[] {
  const paired: (MarkedText | DefinitionDiffLine)[] = []
  for (let start = 0; start < parts.length;) {
    const removed = runOf('removed', parts.slice(start))
    const added = runOf('added', parts.slice(start + removed.length))
    const isPair = removed.length > 0 && removed.length === added.length
    const run = isPair ? removed.map((part, index) => pairOf(part, added[index])) : [[...removed, ...added]]
    paired.push(...run.flat())
    start += removed.length + added.length
    const next = parts[start]
    if (next?.mark === 'same') {
      paired.push(next)
      start += 1
    }
  }
  return paired
}

function runOf(mark: MarkedText['mark'], parts: readonly MarkedText[]): readonly MarkedText[] {
  const end = parts.findIndex((part) => part.mark !== mark)
  return end === -1 ? parts : parts.slice(0, end)
}

function pairOf(removed: MarkedText, added: MarkedText | undefined): (MarkedText | DefinitionDiffLine)[] {
  if (added === undefined) return [removed]
  const parts = diffText(removed.text, added.text)
  const kept = parts.reduce((sum, { mark, text }) => sum + (mark === 'same' ? text.trim().length : 0), 0)
  const shorter = Math.min(removed.text.trim().length, added.text.trim().length)
  return kept * 2 > shorter ? [{ mark: 'changed', parts }] : [removed, added]
}

function describeViews(definition: Pick<ToolDefinition, 'ui'>): string[] {
  const { resourceUri: uri = null, isForModel = true, isForView = true } = definition.ui ?? {}
  return [
    explainNotForModels(definition),
    isForModel && !isForView ? consent.modelsOnly() : null,
    uri === null ? null : consent.definitionView({ uri })
  ].filter((line) => line !== null)
}

function schemaLines(schema: ToolDefinition['outputSchema'] | undefined): string[] {
  return schema === null || schema === undefined ? [] : JSON.stringify(sorted(schema), null, 2).split('\n')
}

/** The order of keys has no meaning, so it is no change. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
