import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../contract/json'
import { ToolIndex } from './tool-index'

const tool = (serverName: string, name: string, description = '', properties: JsonObject = {}) => {
  return { serverName, name, title: null, description, inputSchema: { type: 'object', properties } }
}

const tools = [
  tool('files', 'read_text_file', 'Reads a text file.', { path: {} }),
  tool('files', 'makeDirectory', 'Creates a place for files.', { path: {} }),
  tool('tracker', 'create_issue', 'Opens a ticket.', { title: {}, assignee: {} }),
  tool('tracker', 'list_issues', 'Lists tickets.'),
  tool('wetter', 'vorhersage', 'Größe und Stärke des Windes.'),
  tool('weather', 'forecast', 'The forecast of the weather, of the weather and of the weather again.')
]

function find(query: string, limit = 3): readonly string[] {
  const index = new ToolIndex<(typeof tools)[number]>()
  for (const one of tools) index.add(one)
  return index.find(query, limit).map(({ name }) => name)
}

describe('a tool search', () => {
  it.each([
    ['its name', 'create issue', 'create_issue'],
    ['its name in one word', 'make directory', 'makeDirectory'],
    ['its description', 'open a ticket', 'create_issue'],
    ['an argument', 'set the assignee', 'create_issue'],
    ['its server', 'wetter', 'vorhersage'],
    ['another form of a word', 'reading texts', 'read_text_file'],
    ['another word for the same', 'make a folder', 'makeDirectory'],
    ['letters of other languages', 'STÄRKE', 'vorhersage']
  ])('finds a tool by %s', (_what, query, name) => {
    expect(find(query)[0]).toBe(name)
  })

  it('returns no more tools than requested, and none for unknown words', () => {
    expect(find('file path', 1)).toHaveLength(1)
    expect(find('quantum')).toEqual([])
    expect(find('?')).toEqual([])
  })

  it('ranks the earlier tool first when two match equally', () => {
    const index = new ToolIndex<ReturnType<typeof tool>>()
    for (const server of ['a', 'b']) index.add(tool(server, 'ping'))
    expect(index.find('ping', 2).map(({ serverName }) => serverName)).toEqual(['a', 'b'])
  })
})
