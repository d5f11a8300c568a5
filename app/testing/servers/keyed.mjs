/** A server that writes the variable `TOKEN` it was started with into a file, `--kept=FILE`, each time it is asked to. */
import fs from 'node:fs'
import { option, serve, textResult } from './line-server.mjs'

serve({
  name: 'keyed',
  tools: [{ name: 'say', description: 'Says something.', inputSchema: { type: 'object' } }],
  call: {
    say: () => {
      fs.appendFileSync(option('kept'), `${process.env.TOKEN}\n`)
      return textResult('said')
    }
  }
})
