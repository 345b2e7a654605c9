import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// biome-ignore lint/style/noDefaultExport: vite reads the default export.
export default defineConfig({
  root: `${import.meta.dirname}/app`,
  plugins: [svelte()],
  resolve: { conditions: ['@skillwright/source', 'browser', 'module', 'import', 'default'] },
  build: {
    outDir: '../assets',
    emptyOutDir: true,
    target: 'es2023',
    // Every browser that has light-dark() has it, and it would be a script that the policy has to allow.
    modulePreload: { polyfill: false },
    // An image that is a part of the address would need a wider policy.
    assetsInlineLimit: 0,
  },
})
