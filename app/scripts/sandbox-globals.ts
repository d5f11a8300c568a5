/**
 * Globals of a script in addition to the language: `tools` and `console`. Runs inside the sandbox before the script.
 * The script can't access the two functions that lead out, and its later changes to the language don't affect them.
 */
export const sandboxGlobals = `((call, print, names) => {
  'use strict'
  const { parse, stringify } = JSON
  const { create, freeze, defineProperty } = Object
  const Failure = Error
  const Text = String
  const tools = create(null)
  for (const name of parse(names)) {
    tools[name] = freeze(async (args = {}) => {
      const answer = parse(await call(name, stringify(args) ?? ''))
      if (answer.type === 'value') return answer.value
      const failure = new Failure(answer.message)
      defineProperty(failure, 'name', { value: answer.name, configurable: true, writable: true })
      throw failure
    })
  }
  const show = (value) => {
    if (typeof value === 'string') return value
    if (value instanceof Failure) return Text(value)
    try {
      return stringify(value) ?? Text(value)
    } catch {
      return Text(value)
    }
  }
  const say = (...values) => {
    let line = ''
    for (let index = 0; index < values.length; index += 1) line += (index === 0 ? '' : ' ') + show(values[index])
    print(line)
  }
  const console = freeze({ __proto__: null, log: say, info: say, warn: say, error: say, debug: say })
  const fixed = { enumerable: false, writable: false, configurable: false }
  defineProperty(globalThis, 'tools', { value: freeze(tools), ...fixed })
  defineProperty(globalThis, 'console', { value: console, ...fixed })
  return (value) => {
    if (value === undefined) return null
    return typeof value === 'string' ? value : stringify(value) ?? null
  }
})`
