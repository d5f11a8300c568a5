/** Plain messages for errors in a manifest, with their place. */
import type { z } from 'zod'
import type { LocalizedText } from '../../contract/localized-text'
import { quote, say } from '../../texts/render-localized'
import { describeBundleProblem } from '../bundle-problem'

export function describeManifestIssue(issue: z.core.$ZodIssue): LocalizedText {
  const place = issue.path.map(String).join('.') || 'manifest.json'
  return say('bundles.wrongValue', {
    place: describeBundleProblem(place),
    problem: quote(describeBundleProblem(issue.message))
  })
}
