export { PAGE_PATHS } from './page-paths.ts'
export { PAGES_DIR } from './pages-dir.ts'
