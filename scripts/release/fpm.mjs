#!/usr/bin/env node
// Makes the .deb and the .rpm with the system's own dpkg-deb and rpmbuild. electron-builder calls it like fpm, which it would
// download otherwise: CUSTOM_FPM_PATH. Only what electron-builder uses of fpm is here (`-s dir -t deb|rpm`).

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readCall, writeControl, writeSpec } from './linux-package.mjs'

/** `gz` is for tests, which have no time. */
const compressions = { xz: ['-Zxz'], gz: ['-Zgzip', '-z1'] }

const call = readCall(process.argv.slice(2))
const stage = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-package-'))
const files = path.join(stage, 'files')
try {
  for (const { from, to } of call.files) copy(from, path.join(files, to))
  for (const entry of fs.readdirSync(files, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) fs.chmodSync(path.join(entry.parentPath, entry.name), 0o755)
  if (call.target === 'deb') packDeb()
  else if (call.target === 'rpm') packRpm()
  else throw new Error(`fpm.mjs makes deb and rpm, not ${call.target}`)
} finally {
  fs.rmSync(stage, { recursive: true, force: true })
}

/** A folder is copied unchanged; a single file is an icon or a description, which everyone reads. */
function copy(from, to) {
  fs.mkdirSync(path.dirname(to), { recursive: true })
  fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  if (!from.endsWith('/')) fs.chmodSync(to, 0o644)
}

function packDeb() {
  const control = path.join(files, 'DEBIAN')
  const installedBytes = countBytes(files)
  fs.mkdirSync(control)
  fs.writeFileSync(path.join(control, 'control'), writeControl(call, installedBytes))
  for (const [script, name] of [
    [call.afterInstall, 'postinst'],
    [call.afterRemove, 'postrm']
  ])
    fs.writeFileSync(path.join(control, name), fs.readFileSync(script), { mode: 0o755 })
  start('dpkg-deb', ['--root-owner-group', ...compressions[call.compression], '--build', files, call.output])
}

function packRpm() {
  const spec = path.join(stage, 'parley.spec')
  const names = fs
    .readdirSync(files, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(files, path.join(entry.parentPath, entry.name)))
  const [afterInstall, afterRemove] = [call.afterInstall, call.afterRemove].map((file) =>
    fs.readFileSync(file, 'utf8')
  )
  fs.writeFileSync(spec, writeSpec(call, { folder: files, names, afterInstall, afterRemove }))
  const defines = [
    `_topdir ${stage}`,
    `_rpmdir ${stage}/rpm`,
    '_build_id_links none',
    '__os_install_post %{nil}'
  ]
  const options = defines.flatMap((value) => ['--define', value])
  start('rpmbuild', ['-bb', '--quiet', '--target', `${call.architecture}-linux`, ...options, spec])
  const [built] = fs
    .readdirSync(path.join(stage, 'rpm'), { recursive: true })
    .filter((name) => name.endsWith('.rpm'))
  fs.copyFileSync(path.join(stage, 'rpm', built), call.output)
}

function countBytes(folder) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  const sizes = entries.map((entry) =>
    entry.isFile() ? fs.statSync(path.join(entry.parentPath, entry.name)).size : 0
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function start(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  if (error) throw new Error(`${command} can't be started (${error.code}). Install it to make this package.`)
  if (status !== 0) throw new Error(`${command} ended with status ${status}`)
}
