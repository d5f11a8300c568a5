import { expect, it } from 'vitest'
import { identifyProgram } from './program-identity'

const line = (text: string, cwd: string | null = null) => {
  const [command = '', ...args] = text.split(' ')
  return identifyProgram({ command, args, cwd })
}

it.each([
  ['npx -y notes', 'npx -y notes@2.1.0 --read-only'],
  ['npx notes', '/usr/bin/npx --yes notes@latest'],
  ['uvx notes', 'uvx notes==1.2'],
  ['node /srv/notes.js', '/opt/node-24/bin/node --inspect /srv/notes.js --port 1'],
  ['python3 /srv/notes.py', 'python3.12 /srv/notes.py'],
  ['python -m notes', '/srv/.venv/bin/python -m notes --verbose'],
  ['/srv/notes', '/srv/notes --verbose'],
  [
    'node /data/bundles/notes-1.0.0-0123456789ab-a1b2c3/files/server/index.js',
    'node /data/bundles/notes-1.1.0-beta-fedcba987654-d4e5f6/files/server/index.js'
  ],
  ['docker run notes', 'docker run notes']
])('treats "%s" and "%s" as one program', (one, other) => {
  expect(line(one)).toBe(line(other))
})

it.each([
  ['npx notes', 'npx @other/notes'],
  ['npx notes', 'uvx notes'],
  ['npx notes', 'npx --registry https://registry.example notes'],
  ['npx -p tools notes', 'npx -p tools other'],
  ['npx notes', 'notes'],
  ['node /srv/notes.js', 'node /srv/other.js'],
  ['node /srv/notes.js', 'python /srv/notes.js'],
  ['node notes.js', 'node other.js notes.js'],
  ['python -m notes', 'python notes'],
  ['/srv/notes', '/opt/notes'],
  [
    'node /data/bundles/notes-1.0.0-0123456789ab-a1b2c3/files/server/index.js',
    'node /data/bundles/other-1.0.0-0123456789ab-a1b2c3/files/server/index.js'
  ]
])('treats "%s" and "%s" as two programs', (one, other) => {
  expect(line(one)).not.toBe(line(other))
})

it('treats the same script in two folders as two programs', () => {
  expect(line('node server.js', '/srv/one')).not.toBe(line('node server.js', '/srv/other'))
  expect(line('node /srv/server.js', '/srv/one')).toBe(line('node /srv/server.js', '/srv/other'))
})
