import path from 'node:path'
import { cacheFolder, inProject } from '../process/paths.mjs'

/** The pages as VitePress reads them. */
export const pagesFolder = path.join(cacheFolder, 'site', 'pages')
/** The finished site. */
export const siteFolder = inProject('dist', 'site')
/** Pictures of the window, taken by the tour. */
export const picturesFolder = path.join(cacheFolder, 'site', 'pictures')
