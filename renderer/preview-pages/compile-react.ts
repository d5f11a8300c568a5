/** Compiles one file with JSX and TypeScript to a script. Independent of a page. */
import { transform } from 'sucrase'

/** The script calls `drawExports` with what the file exports. @throws an error with the line of a mistake */
export function compileReact(source: string): string {
  const { code } = transform(source, {
    transforms: ['jsx', 'typescript', 'imports'],
    jsxRuntime: 'automatic',
    production: true,
    filePath: 'preview.tsx'
  })
  // A file that exports nothing often has a component of this name. One line, so that errors name the file's lines.
  const app = "if (!exports.default && typeof App === 'function') exports.App = App"
  return `(function (exports, require) {${code}\n${app}\ndrawExports(exports)\n})({}, requirePackage)`
}
