import { expect, it } from 'vitest'
import { refusedWriteIn } from './refused-write'

it.each([
  [`Error: EROFS: read-only file system, open '/home/me/x y.txt'`, '/home/me/x y.txt'],
  [`OSError: [Errno 30] Read-only file system: '/root/.cache/uv'`, '/root/.cache/uv'],
  [`touch: cannot touch '/etc/x': Read-only file system`, '/etc/x'],
  [`sh: 1: cannot create /etc/x: Read-only file system`, '/etc/x'],
  [`npm ERR! rofs`, null],
  [`a line about '/home/me' and nothing else`, null]
])('of %s it is told what was to be written', (line, path) => {
  expect(refusedWriteIn(line)).toBe(path)
})
