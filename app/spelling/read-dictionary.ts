/**
 * Reads the two files of a dictionary and converts them to UTF-8, because many system dictionaries still use a
 * single-byte encoding.
 */
import { readFile, stat } from 'node:fs/promises'
import { readShipped } from '../base/shipped-file'
import { spellingLimits } from '../contract/settings/spelling-limits'
import type { BrokenDictionary, DictionaryFiles } from './spelling-messages'

/** The rules and the words, in Hunspell's format. */
export interface DictionaryText {
  readonly aff: Uint8Array
  readonly dic: Uint8Array
}

export class DictionaryError extends Error {
  readonly file: string
  readonly why: BrokenDictionary['why']
  readonly reason: string

  constructor(file: string, why: BrokenDictionary['why'], reason = '') {
    super(why)
    this.file = file
    this.why = why
    this.reason = reason
  }
}

/** @throws DictionaryError */
export async function readDictionary(files: Omit<DictionaryFiles, 'name'>): Promise<DictionaryText> {
  const read = files.from === 'shipped' ? readOurs : readBounded
  const aff = await read(files.aff)
  const dic = await read(files.dic)
  const encoding = getEncoding(aff)
  if (isUtf8(encoding)) return counted({ aff, dic }, files.dic)
  const decode = getDecoder(encoding, files.aff)
  const encoder = new TextEncoder()
  const text = { aff: encoder.encode(asUtf8(decode(aff))), dic: encoder.encode(decode(dic)) }
  return counted(text, files.dic)
}

async function readOurs(file: string): Promise<Uint8Array> {
  try {
    return await readShipped(file)
  } catch (error) {
    throw unreadable(file, error)
  }
}

async function readBounded(file: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(file)
    if (size > spellingLimits.file) throw new DictionaryError(file, 'large')
    return await readFile(file)
  } catch (error) {
    if (error instanceof DictionaryError) throw error
    throw unreadable(file, error)
  }
}

const unreadable = (file: string, error: unknown) =>
  new DictionaryError(file, 'unreadable', (error as NodeJS.ErrnoException).code ?? '')

/** Hunspell's default if the rules name no encoding. @see hunspell(5), SET */
const usualEncoding = 'ISO8859-1'
const setLine = /^\s*SET[ \t]+(\S+).*$/mu
const flagLine = /^\s*FLAG[ \t]/mu

function getEncoding(aff: Uint8Array): string {
  const text = Buffer.from(aff.buffer, aff.byteOffset, aff.byteLength).toString('latin1')
  return setLine.exec(text)?.[1] ?? usualEncoding
}

const isUtf8 = (encoding: string) => /^utf-?8$/iu.test(encoding)

/** Hunspell's names that differ from those of the web. */
const otherNames = new Map([
  ['microsoft-cp1251', 'windows-1251'],
  ['tis620-2533', 'tis-620']
])

function getDecoder(encoding: string, file: string): (bytes: Uint8Array) => string {
  const name = encoding.toLowerCase()
  try {
    const decoder = new TextDecoder(otherNames.get(name) ?? name)
    return (bytes) => decoder.decode(bytes)
  } catch {
    throw new DictionaryError(file, 'encoding', encoding.slice(0, 40))
  }
}

/** A one-byte flag may be any letter of the old encoding. */
function asUtf8(aff: string): string {
  const rules = flagLine.test(aff) ? [] : [['FLAG', 'UTF-8']]
  const lines = [['SET', 'UTF-8'], ...rules].map((words) => words.join(' '))
  return [...lines, aff.replace(setLine, '')].join('\n')
}

/** A word list starts with its length; a file without it is something else. @see hunspell(5) */
function counted(text: DictionaryText, file: string): DictionaryText {
  const start = Buffer.from(text.dic.subarray(0, 40)).toString('latin1')
  if (!/^(?:\u{ef}\u{bb}\u{bf})?\s*\d+/u.test(start)) throw new DictionaryError(file, 'no-count')
  return text
}
