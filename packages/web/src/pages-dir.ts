import { join } from 'node:path'

/** The folder with the built pages: a document for each below pages/, and below assets/ what they load, each file also as `.br` and `.gz`. */
export const PAGES_DIR = join(import.meta.dirname, '../assets')
