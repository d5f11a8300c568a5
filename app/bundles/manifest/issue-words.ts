/** What the check of a manifest found, in plain words, with its place. */
import type { z } from 'zod'
import type { Said } from '../../contract/said'
import { quote, say } from '../../texts/said'
import { told } from '../problem'

export function issueWords(issue: z.core.$ZodIssue): Said {
  const place = issue.path.map(String).join('.') || 'manifest.json'
  return say('bundles.wrongValue', { place: told(place), problem: quote(told(issue.message)) })
}
