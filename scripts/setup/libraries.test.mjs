import { describe, expect, it } from 'vitest'
import { describeMissing, parseMissing } from './libraries.mjs'

const ldd = `
	linux-vdso.so.1 (0x00007ffd)
	libffmpeg.so => /opt/electron/libffmpeg.so (0x00007f)
	libgtk-3.so.0 => not found
	libnss3.so => not found
	libgtk-3.so.0 => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
`

describe('missing system libraries', () => {
  it('are each named once', () => {
    expect(parseMissing(ldd)).toEqual(['libgtk-3.so.0', 'libnss3.so'])
    expect(parseMissing('')).toEqual([])
  })

  it('SEC-11-12 are reported to a user with the command that installs them', () => {
    const message = describeMissing(['libnss3.so', 'Xvfb'], ['libgtk-3-0', 'socat'], false)
    expect(message).toContain('missing (libnss3.so, Xvfb)')
    expect(message).toContain(
      '\n  sudo npx playwright install-deps chromium && sudo apt-get install -y --no-install-recommends libgtk-3-0 socat\n'
    )
  })

  it('are reported without a command once that has failed', () => {
    expect(describeMissing(['libnss3.so'], ['libgtk-3-0'], true)).not.toContain('sudo')
  })
})
