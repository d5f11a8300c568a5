import { expect, it } from 'vitest'
import { findBlockedInText } from './find-blocked-in-text'
import { measureProcessorMs } from '../../testing/processor-time'

it.each([
  [`Error: EROFS: read-only file system, open '/home/me/x y.txt'`, ['write /home/me/x y.txt']],
  [`OSError: [Errno 30] Read-only file system: '/root/.cache/uv'`, ['write /root/.cache/uv']],
  [`touch: cannot touch '/etc/x': Read-only file system`, ['write /etc/x']],
  [`sh: 1: cannot create /etc/x: Read-only file system`, ['write /etc/x']],
  [`Error: ENOENT: no such file or directory, scandir '/home/me/notes'`, ['missing /home/me/notes']],
  [`FileNotFoundError: [Errno 2] No such file or directory: '/home/me/a'`, ['missing /home/me/a']],
  [`cat: /home/me/a: No such file or directory`, ['missing /home/me/a']],
  [`open /home/me/a: no such file or directory`, ['missing /home/me/a']],
  [`2026/01/01 10:00:00 open /home/me/a b: read-only file system`, []],
  [`java.io.FileNotFoundException: /home/me/a b (No such file or directory)`, ['missing /home/me/a b']],
  [`java.io.FileNotFoundException: /home/me/a (Read-only file system)`, ['write /home/me/a']],
  [`java.nio.file.NoSuchFileException: /home/me/a`, ['missing /home/me/a']],
  [`java.nio.file.FileSystemException: /home/me/a: Read-only file system`, ['write /home/me/a']],
  [`failed to open file \`/home/me/a b\`: No such file or directory (os error 2)`, ['missing /home/me/a b']],
  [`No such file or directory @ rb_sysopen - /home/me/a (Errno::ENOENT)`, ['missing /home/me/a']],
  [
    `PHP Warning:  file_get_contents(/home/me/a): Failed to open stream: No such file or directory`,
    ['missing /home/me/a']
  ],
  [`PermissionError: [Errno 13] Permission denied: '/home/me/a'`, ['missing /home/me/a']],
  [`Os { code: 2, kind: NotFound, message: "No such file or directory" }`, []],
  [`first\nEROFS '/a'\nENOENT '/b'`, ['write /a', 'missing /b']],
  [`npm ERR! rofs`, []],
  [`EROFS in 'relative/file'`, []],
  [`a line about '/home/me' and nothing else`, []],
  [`${'x'.repeat(2_000)} EROFS '/a'`, []],
  [
    Array.from({ length: 50 }, (_, index) => `EROFS '/${index}'`).join('\n'),
    [0, 1, 2, 3, 4].map((n) => `write /${n}`)
  ]
])('finds the blocked files in %j', (text, found) => {
  expect(findBlockedInText(text).map(({ what, path }) => `${what} ${path}`)).toEqual(found)
})

it('is fast on text made to be slow', async () => {
  const computed = await measureProcessorMs(() => {
    for (const piece of [`EROFS ' `, `/a'`, `ENOENT "/`, `': No such file or directory`])
      findBlockedInText(piece.repeat(2_000))
  })
  expect(computed).toBeLessThan(500)
})
