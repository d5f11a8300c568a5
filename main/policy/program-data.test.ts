import { describe, expect, it, vi } from 'vitest'
import { programDataFolder, thisWindows } from './program-data'

const libraries = [
  'C:\\Users\\eve\\Parley.exe',
  'D:\\WINDOWS\\SYSTEM32\\ntdll.dll',
  'C:\\Users\\eve\\System32\\ntdll.dll'
]
const answer = (value: string) =>
  `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList\r\n    ProgramData    ${value}\r\n\r\n`

function ask(output: string | Error, loaded: readonly string[] = libraries) {
  const run = vi.fn((_program: string, _args: readonly string[]) => {
    if (output instanceof Error) throw output
    return output
  })
  return { folder: programDataFolder({ loadedLibraries: () => loaded, run }), run }
}

describe('the shared folder of all users on Windows', () => {
  it.each([
    ['REG_EXPAND_SZ    %SystemDrive%\\ProgramData', 'D:\\ProgramData'],
    ['REG_SZ    E:\\Shared data', 'E:\\Shared data']
  ])('SEC-11-9 is read from the registry: %s', (value, folder) =>
    expect(ask(answer(value)).folder).toBe(folder)
  )

  it('SEC-11-9 is queried with the program in the folder that the system itself was loaded from', () => {
    const { run } = ask(answer('REG_SZ    E:\\Shared'))
    expect(run).toHaveBeenCalledTimes(1)
    const [program, args] = run.mock.calls[0] ?? []
    expect(program).toBe('D:\\WINDOWS\\SYSTEM32\\reg.exe')
    expect(args?.slice(1)).toEqual([expect.stringMatching(/^HKLM\\/), '/v', 'ProgramData', '/reg:64'])
  })

  it.each([
    ['nothing', ''],
    ['no path', answer('REG_SZ    here')],
    ['a path with a variable of the user', answer('REG_EXPAND_SZ    %USERPROFILE%\\x')],
    ['a path on the network', answer('REG_SZ    \\\\eve\\share')],
    ['a failure', new Error('Registry editing has been disabled')]
  ])('is the default on the system drive if the registry returns %s', (_name, output) => {
    expect(ask(output).folder).toBe('D:\\ProgramData')
  })

  it('is the default if nothing is known', () => {
    expect(ask(new Error('none'), []).folder).toBe('C:\\ProgramData')
  })

  it('is found through the libraries that a process has loaded', () => {
    expect(thisWindows.loadedLibraries().length).toBeGreaterThan(0)
    expect(() => thisWindows.run('/nowhere/reg.exe', [])).toThrow('ENOENT')
  })
})
