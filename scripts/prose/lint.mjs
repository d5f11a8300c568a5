// Checks prose against the word list with textlint. The lines of all files are one text for it, because the rule loads
// its list again for each text.

import { TextlintKernel } from '@textlint/kernel'
import textPlugin from '@textlint/textlint-plugin-text'
import prh from 'textlint-rule-prh'

/**
 * @typedef {import('./extract.mjs').ProseLine & { file: string }} PlacedLine
 * @param {PlacedLine[]} lines
 * @param {string} words the list, as YAML
 * @returns {Promise<{ file: string, line: number, column: number, message: string }[]>}
 */
export async function lintProse(lines, words) {
  const { messages } = await new TextlintKernel().lintText(lines.map(({ text }) => text).join('\n'), {
    ext: '.txt',
    plugins: [{ pluginId: 'text', plugin: textPlugin.default ?? textPlugin }],
    rules: [{ ruleId: 'prh', rule: prh.default ?? prh, options: { ruleContents: [words] } }]
  })
  return messages.map(({ message, loc }) => {
    const { file, line, column } = lines[loc.start.line - 1]
    return { file, line, column: column + loc.start.column - 1, message: message.replace(' => ', ' → ') }
  })
}
