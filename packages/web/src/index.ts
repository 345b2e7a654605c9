export { PAGE_FILES } from './page-paths.ts'
export { PAGES_DIR } from './pages-dir.ts'
