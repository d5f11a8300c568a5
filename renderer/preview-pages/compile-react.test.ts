import { describe, expect, it } from 'vitest'
import { compileReact } from './compile-react'

/** Runs the script as the page does, with these packages. */
function run(source: string, packages: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  let drawn: Record<string, unknown> = {}
  const require = (name: string): unknown => {
    if (name === 'react/jsx-runtime') return { jsx: (type: unknown) => type, jsxs: (type: unknown) => type }
    if (Object.hasOwn(packages, name)) return packages[name]
    throw new Error(`missing ${name}`)
  }
  // eslint-disable-next-line no-new-func, typescript/no-implied-eval -- the test runs what the page would run
  const start = new Function('requirePackage', 'drawExports', compileReact(source)) as (
    ...given: unknown[]
  ) => void
  start(require, (exports: Record<string, unknown>) => (drawn = exports))
  return drawn
}

describe('a React file', () => {
  it('is compiled from TypeScript with JSX, with its default export', () => {
    const source = `import { useState } from 'react'
      interface Props { readonly start?: number }
      export default function Counter({ start = 0 }: Props) {
        const [count] = useState<number>(start)
        return <>{count satisfies number}<b>!</b></>
      }`
    expect(run(source, { react: {} })['default']).toBeTypeOf('function')
  })

  it('may export nothing but have a component App', () => {
    expect(run('function App() { return <p>Hi</p> }')['App']).toBeTypeOf('function')
    expect(run('const App = () => <p>Hi</p>')['App']).toBeTypeOf('function')
    expect(run('const Other = () => <p>Hi</p>')).toEqual({})
  })

  it('fails at a package that is missing', () => {
    expect(() => run("import { Bar } from 'recharts'\nexport default () => <Bar />")).toThrow(
      'missing recharts'
    )
  })

  it('names the line of a mistake', () => {
    expect(() => compileReact('const a = 1\nconst b = <p>')).toThrow(/2:\d+/)
  })
})
