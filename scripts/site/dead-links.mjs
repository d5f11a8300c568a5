// VitePress checks that the page of a link exists. This also checks its heading, and pictures.

import fs from 'node:fs'
import path from 'node:path'
import { Parser } from 'htmlparser2'

/**
 * @param {string} folder of the built site
 * @param {string} base the path of that folder on its host
 * @returns {string[]} a line for each link that leads nowhere
 */
export function findDeadLinks(folder, base) {
  const names = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html'))
  const pages = new Map(
    names.map((name) => [`${base}${name.split(path.sep).join('/')}`, readPage(path.join(folder, name))])
  )
  return [...pages].flatMap(([page, { links }]) =>
    links.filter((target) => isDead(target, page)).map((target) => `${page}: ${target}`)
  )

  function isDead(target, page) {
    const url = new URL(target, `site://x${page}`)
    if (url.protocol !== 'site:') return false
    const place = url.pathname.endsWith('/') ? `${url.pathname}index.html` : url.pathname
    const id = decodeURIComponent(url.hash.slice(1))
    const found = pages.get(place)
    if (found === undefined)
      return (
        !place.startsWith(base) ||
        !fs.existsSync(path.join(folder, decodeURIComponent(place.slice(base.length))))
      )
    return id !== '' && !found.ids.has(id)
  }
}

function readPage(file) {
  const links = []
  const ids = new Set()
  const parser = new Parser({
    onopentag(name, { href, src, id }) {
      if (id !== undefined) ids.add(id)
      const target = name === 'a' ? href : name === 'img' ? src : undefined
      if (target !== undefined) links.push(target)
    }
  })
  parser.end(fs.readFileSync(file, 'utf8'))
  return { links, ids }
}
