/**
 * Runs in the page of a React preview: compiles one file with JSX and TypeScript, and draws its component. The page is
 * in a frame without network, so the code can import only what is here.
 */
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDom from 'react-dom'
import * as ReactDomClient from 'react-dom/client'
import { compileReact } from './compile-react'

const packages: Readonly<Record<string, unknown>> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDom,
  'react-dom/client': ReactDomClient
}

/** `previewProblem`: see `reportProblems` of write-preview-page.ts. */
class PreviewError extends Error {
  readonly previewProblem: 'import' | 'empty'

  constructor(previewProblem: 'import' | 'empty', message: string) {
    super(message)
    this.previewProblem = previewProblem
  }
}

interface Exports {
  readonly default?: unknown
  readonly App?: unknown
}

Object.assign(globalThis, {
  // Code that imports nothing uses them as globals.
  React,
  ReactDOM: { ...ReactDom, ...ReactDomClient },
  requirePackage: (name: string): unknown => {
    if (Object.hasOwn(packages, name)) return packages[name]
    throw new PreviewError('import', name)
  },
  drawExports: (exports: Exports): void => {
    const component = [exports.default, exports.App, ...Object.values<unknown>({ ...exports })].find(
      isComponent
    )
    const root = document.querySelector('#root')
    if (component !== undefined && root !== null)
      ReactDomClient.createRoot(root).render(React.createElement(component))
    // The code may draw itself, a moment later.
    else setTimeout(() => reportEmpty(root), 500)
  },
  drawPreview: (source: string): void => {
    const script = document.createElement('script')
    // The content policy allows a script element, and no other way to run text.
    script.textContent = compileReact(source)
    document.body.append(script)
  }
})

/** Also an object, as React's `memo` returns it. */
function isComponent(value: unknown): value is React.ComponentType {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value)
}

function reportEmpty(root: Element | null): void {
  if (root?.childElementCount === 0 && document.body.innerText.trim() === '')
    throw new PreviewError('empty', '')
}
