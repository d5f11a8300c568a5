import { expect, it } from 'vitest'
import { toFileName } from './file-name'

it.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\x\\y.txt', 'C__x_y.txt'],
  ['.bashrc', 'bashrc'],
  ['a\u202etxt.exe', 'atxt.exe'],
  ['tab\there\u0000', 'tab_here_'],
  ['CON.txt', '_CON.txt'],
  ['nul', '_nul'],
  ['com1 .log', '_com1 .log'],
  ['console.txt', 'console.txt'],
  ['...', 'file'],
  ['', 'file']
])('saves %j as %j', (given, expected) => {
  expect(toFileName(given)).toBe(expected)
})
