/**
 * Runs the bundles of this folder with what V8 has compiled of them before, where that fits: of this very build, by this
 * version of the engine with these flags. Anything else is compiled as always. Shipped as it is, beside the bundles.
 * The build compiles (see compile.mjs), never a start: a program that can write what a start reads could inject code.
 */
'use strict'
const fs = require('node:fs')
const { createRequire } = require('node:module')
const path = require('node:path')
const vm = require('node:vm')

const loaded = new Map()

/** Hears of each script that is run here, and of its file; for the build. */
exports.onScript = () => {}

/** The exports of a bundle in this folder. */
exports.load = function load(name) {
  const known = loaded.get(name)
  if (known !== undefined) return known.exports
  const file = path.join(__dirname, name)
  const module = { exports: {} }
  // Before it runs: bundles may need each other.
  loaded.set(name, module)
  const require = createRequire(file)
  const requireHere = (wanted) => (wanted.startsWith('./') ? load(path.basename(wanted)) : require(wanted))
  Object.assign(requireHere, { resolve: require.resolve })
  const script = compile(file)
  exports.onScript(script, file)
  script.runInThisContext()(module.exports, requireHere, module, file, __dirname, (wanted) => import(wanted))
  return module.exports
}

/**
 * A bundle begins with its mark (compiled-entry.mjs), and what is kept of it with the same one. Not a digest that is computed
 * here: loading `node:crypto` takes a third of Parley's own work before the window.
 */
const markLength = 68
exports.markLength = markLength

exports.compile = compile
function compile(file) {
  const bytes = read(file)
  const kept = readKept(`${file}.cache`)
  const fits = kept?.subarray(0, markLength).equals(bytes.subarray(0, markLength)) === true
  return new vm.Script(
    `(function (exports, require, module, __filename, __dirname, __import) {${bytes.toString()}\n})`,
    {
      filename: file,
      // V8 checks its own version and flags.
      ...(fits && { cachedData: kept.subarray(markLength) })
    }
  )
}

/** The bytes of a bundle or of its compiled code. All are packed except those needed before the window. */
exports.read = read
function read(file) {
  try {
    return fs.readFileSync(file)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  const packed = fs.readFileSync(`${file}.br`)
  // In one piece: unpacking 16 KB at a time, as usual, takes a third longer.
  return require('node:zlib').brotliDecompressSync(packed, { chunkSize: packed.length * 8 })
}

function readKept(file) {
  try {
    return read(file)
  } catch {
    return null // a build without the runtime has none
  }
}
