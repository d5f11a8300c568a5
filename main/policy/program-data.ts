/**
 * The folder of Windows that all users of a computer share, read from the system. Environment variables belong to the
 * user, who could use them to override a policy.
 */
import { execFileSync } from 'node:child_process'
import path from 'node:path'

export interface WindowsSystem {
  /** Paths of the libraries that this process has loaded. */
  readonly loadedLibraries: () => readonly string[]
  /** Returns what the program prints; throws if it fails. */
  readonly run: (program: string, args: readonly string[]) => string
}

const profileList = 'HKLM\\SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion\\ProfileList'

export function programDataFolder(system: WindowsSystem): string {
  const folder = systemFolder(system)
  const drive = folder.slice(0, 2)
  return readRegistry(system, folder, drive) ?? `${drive}\\ProgramData`
}

/** The kernel loads `ntdll.dll` into every process, always from the system folder. */
function systemFolder({ loadedLibraries }: WindowsSystem): string {
  const kernel = loadedLibraries().find((file) => /^[a-z]:\\(?:[^\\]+\\)+ntdll\.dll$/i.test(file))
  return kernel === undefined ? 'C:\\Windows\\System32' : path.win32.dirname(kernel)
}

/** Null if the registry doesn't answer. Only an administrator can write this part of it. */
function readRegistry({ run }: WindowsSystem, folder: string, drive: string): string | null {
  try {
    const program = path.win32.join(folder, 'reg.exe')
    const text = run(program, ['query', profileList, '/v', 'ProgramData', '/reg:64'])
    const found = /^\s*ProgramData\s+REG_(?:EXPAND_)?SZ\s+(\S.*?)\s*$/im.exec(text)?.[1] ?? ''
    const place = found.replace(/^%SystemDrive%/i, drive)
    return /^[a-z]:\\[^%]+$/i.test(place) ? place : null
  } catch {
    return null
  }
}

/** The Windows of this process. Its environment doesn't decide what is run, where, or what it finds. */
export const thisWindows: WindowsSystem = {
  loadedLibraries: () => (process.report.getReport() as { readonly sharedObjects: string[] }).sharedObjects,
  run: (program, args) => {
    const folder = path.win32.dirname(program)
    const env = { SystemRoot: path.win32.dirname(folder) }
    return execFileSync(program, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 5_000,
      windowsHide: true
    })
  }
}
