import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { operationsWithoutSchemas } from './operations-plugin.ts'

// biome-ignore lint/style/noDefaultExport: vite reads the default export.
export default defineConfig({
  root: `${import.meta.dirname}/app`,
  plugins: [svelte(), operationsWithoutSchemas()],
  resolve: { conditions: ['@skillwright/source', 'browser', 'module', 'import', 'default'] },
  build: {
    outDir: '../assets',
    emptyOutDir: true,
    target: 'es2023',
    // Every browser that has light-dark() has it, and it would be a script that the policy has to allow.
    modulePreload: { polyfill: false },
    // An image that is a part of the address would need a wider policy.
    assetsInlineLimit: 0,
    // Says what each page loads; build-pages.ts writes it into the page's document.
    manifest: true,
    // The frame and the first page are one file, and so is what else three pages or more load: a request takes longer than its bytes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', test: /\/app\/main\.ts$/, priority: 1 },
            { name: 'parts', minShareCount: 3 },
          ],
        },
      },
    },
  },
})
