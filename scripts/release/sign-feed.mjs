// `node scripts/release/sign-feed.mjs FOLDER`: signs the files of the update feed (`latest….yml`) with the publisher's ed25519 key,
// which PARLEY_UPDATE_KEY has as PEM. `updateKey` of app/contract/product.json is its public half.

import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { runScript, say, SetupError } from '../process/terminal.mjs'
import { readProduct } from './product.mjs'

await runScript(() => {
  const [, , folder = 'dist'] = process.argv
  const pem = process.env.PARLEY_UPDATE_KEY
  if (!pem) throw new SetupError('PARLEY_UPDATE_KEY has no key')
  const key = createPrivateKey(pem)
  const publicHalf = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
  if (publicHalf !== readProduct().updateKey)
    throw new SetupError(`the public half of the key is ${publicHalf}, and product.json has another`)
  const names = fs.readdirSync(folder).filter((name) => /^latest.*\.yml$/u.test(name))
  if (names.length === 0) throw new SetupError(`there is no latest….yml in ${folder}`)
  for (const name of names) {
    const file = path.join(folder, name)
    fs.writeFileSync(`${file}.sig`, sign(null, fs.readFileSync(file), key).toString('base64'))
    say(`${file}.sig`)
  }
})
