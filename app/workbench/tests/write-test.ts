/** Writes tests of tool calls as YAML, and adds them to a file whose comments stay. */
import type { JsonObject } from '../../contract/json'
import { testFileLimits } from '../../contract/workbench/test-limits'
import { parseTestFile, requireFaultless } from './parse-test-file'
import type { SavedTest } from './test-file-schema'

/** A file in the data folder has the schema beside it. */
export const testSchemaFile = 'tests.schema.json'
const firstLine = `# yaml-language-server: $schema=./${testSchemaFile}\n`

export interface CallToTest {
  readonly toolName: string
  readonly arguments: JsonObject
  readonly contains?: string | undefined
  /** Absent: the test expects no error, and nothing else. */
  readonly result?: { readonly text: string; readonly isError: boolean } | undefined
}

/** Without tests. */
export const newTestFile = `${firstLine}\ntests: []\n`

/** A longer result is compared by its beginning. */
const comparedCharacters = 1_000

/** A file of its own with this test. */
export async function writeCallAsTest(serverName: string, call: CallToTest): Promise<string> {
  return await addTest(`${firstLine}\nserver: ${JSON.stringify(serverName)}\ntests: []\n`, toTest(call))
}

/**
 * `text`: null for a new file. The name becomes unique in the file. @throws HostError SETTINGS_INVALID: the file has
 * faults
 */
export async function addCallTest(
  text: string | null,
  call: CallToTest
): Promise<{ readonly text: string; readonly name: string }> {
  const { tests, problems } = text === null ? { tests: [], problems: [] } : await parseTestFile(text)
  requireFaultless(problems)
  const names = new Set(tests.map(({ name }) => name))
  const test = toTest(call)
  const name = freeName(test.name, names)
  return { text: await addTest(text, { ...test, name }), name }
}

function toTest({ toolName, arguments: args, contains, result }: CallToTest): SavedTest {
  const expect = { ...(contains !== undefined && { contains }), ...(result && toExpectation(result)) }
  return {
    name: toolName.slice(0, testFileLimits.nameLength),
    call: toolName,
    ...(Object.keys(args).length > 0 && { arguments: args }),
    ...(Object.keys(expect).length > 0 && { expect })
  }
}

function toExpectation({
  text,
  isError
}: NonNullable<CallToTest['result']>): NonNullable<SavedTest['expect']> {
  const whole = text.length <= comparedCharacters
  return {
    ...(isError && { isError }),
    ...(text !== '' && (whole ? { equals: text } : { contains: text.slice(0, comparedCharacters) }))
  }
}

async function addTest(text: string | null, test: SavedTest): Promise<string> {
  const yaml = await import('yaml')
  const document = yaml.parseDocument(text ?? newTestFile)
  const tests = document.get('tests', true)
  if (yaml.isSeq(tests)) tests.flow = false
  document.addIn(['tests'], document.createNode(test))
  return document.toString({ lineWidth: 100 })
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let number = 2; ; number += 1) if (!taken.has(`${name} ${number}`)) return `${name} ${number}`
}
