// app/contract/product.json says who publishes Parley, and where. The packages, SECURITY.md and the About view take it from
// there. Until Parley has a home, the values are placeholders in domains for examples, which a release refuses.

import fs from 'node:fs'
import { inProject } from '../process/paths.mjs'

const place = 'app/contract/product.json'

export function readProduct() {
  return JSON.parse(fs.readFileSync(inProject(place), 'utf8'))
}

const fields = [
  'name',
  'appId',
  'author',
  'email',
  'licence',
  'homepage',
  'repository',
  'securityContact',
  'updates',
  'updateKey'
]

/** Domains that are reserved for examples (RFC 2606). */
const reserved =
  /(?:^|[@/.])(?:example\.(?:com|org|net)|[\w-]+\.(?:invalid|test|example)|localhost)(?=$|[/:])/u

export const isPlaceholder = (value) => reserved.test(value)

/** What a release needs: each value there, none of them a placeholder. @returns {string[]} */
export function findPlaceholders(product) {
  return fields.flatMap((field) => {
    const value = product[field]
    if (typeof value !== 'string' || value.trim() === '') return [`${place}: ${field} is empty`]
    return isPlaceholder(value) ? [`${place}: ${field} is still ${value}`] : []
  })
}

/** The path of the home page, at which the site of the documents is. */
export function siteBase({ homepage }) {
  return new URL(homepage).pathname.replace(/\/?$/u, '/')
}

/** The part of electron-builder's configuration that says who publishes the app. */
export function describePublisher({ name, appId, author, email, licence, homepage, repository, updates }) {
  return {
    // Writes the files of the feed, latest….yml, next to the packages. Nothing is published.
    publish: { provider: 'generic', url: updates },
    appId,
    productName: name,
    copyright: `${author}, ${licence}`,
    extraMetadata: { author: { name: author, email }, license: licence, homepage, repository },
    linux: { maintainer: `${author} <${email}>` }
  }
}

/** The lines of SECURITY.md that name the private address. */
export function describeSecurityContact({ securityContact }) {
  return [`Write to **${securityContact}**, in any language. Please don't open a public issue.`]
}
