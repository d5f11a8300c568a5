// How the server of each language is built and started, and what that takes. No step downloads a toolchain: options
// make Go, rustup and pip use what is installed.

import path from 'node:path'
import { findTool } from './find-tool.mjs'

/**
 * @typedef {{ reason: string }} Missing
 * @typedef {{ command: string, args: string[], cwd?: string, env?: Record<string, string> }} Step
 */

const isWindows = process.platform === 'win32'
const program = (name) => (isWindows ? `${name}.exe` : name)

/** Without `venv`, which Debian has in a package of its own, nothing can be installed beside the system's packages. */
const findPython = (env) =>
  findTool('Python', [3, 10], {
    env,
    commands: ['python3', 'python'].map((name) => [
      name,
      '-c',
      'import ensurepip, venv, sys; print(sys.version)'
    ])
  })

/** @returns {Step[]} */
const installPackages = (target, { command }) => [
  { command, args: ['-m', 'venv', path.join(target, 'venv')] },
  {
    command: venvPython(target),
    args: [
      ...['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-input', '--retries', '2'],
      ...['--require-hashes', '--no-deps', '--only-binary', ':all:', '--requirement', 'requirements.txt']
    ]
  }
]

const python = {
  title: 'the server of the Python library',
  findTools: findPython,
  steps: installPackages,
  command: (target) => ({ command: venvPython(target), args: [path.join(target, 'source', 'server.py')] })
}

/** Of the Python library's first generation, which most servers in use are written with. */
const reference = {
  title: 'the reference servers in Python',
  findTools: findPython,
  steps: installPackages,
  command: (target) => ({ command: venvPython(target), args: ['-m'] })
}

const venvPython = (target) =>
  isWindows ? path.join(target, 'venv/Scripts/python.exe') : path.join(target, 'venv/bin/python')

const java = {
  title: 'the server of the Java library',
  findTools(env) {
    const runtime = findTool('Java', [17], { env, commands: [['java', '-version']] })
    if ('reason' in runtime) return runtime
    const compiler = findTool('a JDK', [17], { env, commands: [['javac', '-version']] })
    if ('reason' in compiler) return compiler
    const maven = findTool('Maven', [3, 6], { env, commands: [[isWindows ? 'mvn.cmd' : 'mvn', '--version']] })
    return 'reason' in maven ? maven : { ...runtime, maven: maven.command }
  },
  /** @returns {Step[]} */
  steps: (_target, { maven }) => [{ command: maven, args: ['-q', '-B', '-ntp', 'package'] }],
  command: (target, { command }) => ({
    command,
    args: ['-jar', path.join(target, 'source/target/library-server.jar')]
  })
}

const go = {
  title: 'the server of the Go library',
  findTools: (env) => findTool('Go', [1, 25], { env: { ...env, ...goEnv }, commands: [['go', 'version']] }),
  /** @returns {Step[]} */
  steps: (target, { command }) => [
    { command, args: ['build', '-o', path.join(target, program('library-server')), '.'], env: goEnv }
  ],
  command: (target) => ({ command: path.join(target, program('library-server')), args: [] })
}

const goEnv = { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly -buildvcs=false' }

const rust = {
  title: 'the server of the Rust library',
  findTools: (env) =>
    findTool('Rust', [1, 88], { env: { ...env, ...rustEnv }, commands: [['cargo', '--version']] }),
  /** Without what only a debugger needs; what is left behind would be some 500 MB. @returns {Step[]} */
  steps: (target, { command }) => [
    {
      command,
      args: ['build', '--locked', '--quiet', '--target-dir', path.join(target, 'built')],
      env: rustEnv
    },
    {
      command: process.execPath,
      args: [
        '-e',
        'const [from, to, rest] = process.argv.slice(1); fs.renameSync(from, to); fs.rmSync(rest, { recursive: true })',
        path.join(target, 'built/debug', program('library-server')),
        path.join(target, program('library-server')),
        path.join(target, 'built')
      ]
    }
  ],
  command: (target) => ({ command: path.join(target, program('library-server')), args: [] })
}

const rustEnv = { RUSTUP_AUTO_INSTALL: '0' }

export const recipes = { python, java, go, rust, reference }
