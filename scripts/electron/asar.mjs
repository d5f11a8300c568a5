// Makes an asar archive of a few files in one folder; enough for the stand-in default app.

/** @param {{ name: string, data: Buffer }[]} files */
export function packAsar(files) {
  const header = { files: {} }
  let offset = 0
  for (const { name, data } of files) {
    header.files[name] = { size: data.length, offset: String(offset) }
    offset += data.length
  }
  // Two nested pickles: the length of the header's pickle, then the header as a string padded to four bytes.
  const json = Buffer.from(JSON.stringify(header))
  const padded = Math.ceil(json.length / 4) * 4
  const prefix = Buffer.alloc(16 + padded)
  prefix.writeUInt32LE(4, 0)
  prefix.writeUInt32LE(8 + padded, 4)
  prefix.writeUInt32LE(4 + padded, 8)
  prefix.writeUInt32LE(json.length, 12)
  json.copy(prefix, 16)
  return Buffer.concat([prefix, ...files.map(({ data }) => data)])
}
