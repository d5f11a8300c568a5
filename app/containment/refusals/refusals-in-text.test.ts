import { expect, it } from 'vitest'
import { refusalsIn } from './refusals-in-text'

it.each([
  [`Error: EROFS: read-only file system, open '/home/me/x y.txt'`, ['write /home/me/x y.txt']],
  [`OSError: [Errno 30] Read-only file system: '/root/.cache/uv'`, ['write /root/.cache/uv']],
  [`touch: cannot touch '/etc/x': Read-only file system`, ['write /etc/x']],
  [`sh: 1: cannot create /etc/x: Read-only file system`, ['write /etc/x']],
  [`Error: ENOENT: no such file or directory, scandir '/home/me/notes'`, ['missing /home/me/notes']],
  [`FileNotFoundError: [Errno 2] No such file or directory: '/home/me/a'`, ['missing /home/me/a']],
  [`cat: /home/me/a: No such file or directory`, ['missing /home/me/a']],
  [`first\nEROFS '/a'\nENOENT '/b'`, ['write /a', 'missing /b']],
  [`npm ERR! rofs`, []],
  [`EROFS in 'relative/file'`, []],
  [`a line about '/home/me' and nothing else`, []],
  [`${'x'.repeat(2_000)} EROFS '/a'`, []],
  [
    Array.from({ length: 50 }, (_, index) => `EROFS '/${index}'`).join('\n'),
    [0, 1, 2, 3, 4].map((n) => `write /${n}`)
  ]
])('finds in %j which files were refused', (text, found) => {
  expect(refusalsIn(text).map(({ what, path }) => `${what} ${path}`)).toEqual(found)
})

it('takes little time for what is made to take much', () => {
  const before = process.cpuUsage().user
  for (const piece of [`EROFS ' `, `/a'`, `ENOENT "/`, `': No such file or directory`])
    refusalsIn(piece.repeat(2_000))
  expect(process.cpuUsage().user - before).toBeLessThan(500_000)
})
