/**
 * Rules for pieces of text in the settings file: names, paths, addresses, header names. Each rule gives
 * the sentence that says what is wrong and how to mend it, or null. Rules are the same on every system,
 * so that a file means the same everywhere.
 */

/* eslint-disable-next-line no-control-regex -- control characters are what is looked for */
const control = /[\u0000-\u001f\u007f-\u009f]/u
/* eslint-disable-next-line no-control-regex -- tab and line ends are left out on purpose */
const controlInValue = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u
/** Format, zero-width and direction characters, tag characters: nobody can see them. */
const hidden = /[\p{Cf}\u115f\u1160\u2028\u2029\u3164\uffa0]/u

const headerToken = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Set by the transport; a second value breaks the request or forges another one. */
const ownHeaders = new Set(
  `host content-length transfer-encoding connection keep-alive upgrade te trailer expect proxy-connection
   mcp-session-id mcp-protocol-version`.split(/\s+/)
)

function codePoint(text: string, pattern: RegExp): string | null {
  const found = pattern.exec(text)?.[0]?.codePointAt(0)
  return found === undefined ? null : `U+${found.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Whether a path means the same whatever folder the program runs in. */
export function isAbsolutePath(text: string): boolean {
  return text.startsWith('/') || /^[A-Za-z]:[\\/]/.test(text)
}

/** Whether a command is a path rather than a name to be searched. */
export function isPath(command: string): boolean {
  return /[\\/]/.test(command)
}

export function checkName(name: string): string | null {
  if (name.trim() === '') return 'A server needs a name. Write one between the quotes.'
  if (name === '__proto__') return 'A server can not be called __proto__. Choose another name.'
  if (name.length > 200) return 'The name of a server can have at most 200 characters. Shorten it.'
  const unseen = codePoint(name, control) ?? codePoint(name, hidden)
  return unseen === null ? null : `The name holds an invisible character (${unseen}). Write the name anew.`
}

export function checkCommand(command: string): string | null {
  if (command.trim() === '') return 'The command is empty. Write the program to run.'
  const unseen = codePoint(command, control)
  if (unseen !== null) return `The command holds a control character (${unseen}). Write it anew.`
  if (command.includes('${')) {
    return 'Variables are not filled in in a command. Write the program itself; variables belong in args or env.'
  }
  if (/^[~$%]/.test(command) && isPath(command)) {
    return `"${command}" is not expanded: no shell is involved. Write the whole path.`
  }
  if (/^[\\/]{2}/.test(command)) {
    return 'A program on a network share is not run. Copy it to this computer and write its path.'
  }
  return null
}

/** For arguments and values of environment variables. */
export function checkValue(text: string): string | null {
  const unseen = codePoint(text, controlInValue)
  return unseen === null
    ? null
    : `The text holds a control character (${unseen}) that no program can be given. Remove it.`
}

export function checkFolder(path: string): string | null {
  const unseen = codePoint(path, control)
  if (unseen !== null) return `The path holds a control character (${unseen}). Write it anew.`
  if (isAbsolutePath(path)) return null
  return `"${path}" is a relative path, and there is no folder that it is meant from. Write the whole path.`
}

export function checkEnvironmentName(name: string): string | null {
  if (name !== '' && !name.includes('=') && !control.test(name)) return null
  return 'The name of an environment variable is not empty and holds neither "=" nor control characters. Rename it.'
}

export function checkHeaderName(name: string): string | null {
  if (!headerToken.test(name)) {
    return `"${name}" can not be the name of a header: only letters, digits and !#$%&'*+.^_\`|~- are allowed.`
  }
  return ownHeaders.has(name.toLowerCase()) ? `The header ${name} is set by Parley itself. Remove it.` : null
}

export function checkHeaderValue(value: string): string | null {
  if (codePoint(value, control) !== null)
    return 'A header holds one line without control characters. Remove them.'
  return /[^\u0020-\u00ff]/u.test(value) ? 'A header can hold Latin letters only. Encode the value.' : null
}

/** An address ready to be used: variables are filled in. Never repeats the address, it may hold a password. */
export function checkUrl(text: string): string | null {
  if (/\s/.test(text) || control.test(text)) {
    return 'The address holds a blank or a control character. Remove it.'
  }
  if (!URL.canParse(text)) return 'This is no address. Write one such as "https://example.com/mcp".'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return `Servers are reached over https or http, not over ${url.protocol.slice(0, -1)}. Change the address.`
  }
  if (url.username !== '' || url.password !== '') {
    return 'The address holds a user name or password. Move it to a header, such as "Authorization": "${secret:NAME}".'
  }
  return null
}
