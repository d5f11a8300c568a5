/** Which file of the built renderer an address of the page means, and its type. */
import path from 'node:path'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.map': 'application/json'
}

/** Absolute; null for everything outside the folder. The file may not exist. */
export function findPageFile(folder: string, pathname: string): string | null {
  const name = decodePath(pathname === '/' ? '/index.html' : pathname)
  if (name === null || name.includes('\0')) return null
  const file = path.join(folder, name)
  return file.startsWith(folder + path.sep) ? file : null
}

export function findContentType(file: string): string {
  return contentTypes[path.extname(file)] ?? 'application/octet-stream'
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null // a malformed escape names no file
  }
}
