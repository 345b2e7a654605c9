import { join } from 'node:path'

/** The folder with the built pages: index.html, and below assets/ what it loads, each file also as `.br` and `.gz`. */
export const PAGES_DIR = join(import.meta.dirname, '../assets')
