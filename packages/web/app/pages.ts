import type { Component } from 'svelte'
import { PAGE_FILES, type PagePath } from '../src/page-paths.ts'
import Home from './pages/Home.svelte'

// The first page comes with the frame, the others when they are opened.
const FILES = import.meta.glob<{ readonly default: Component }>(['./pages/*.svelte', '!./pages/Home.svelte'])
const LOADED = new Map<string, Component>([['./pages/Home.svelte', Home]])

/** The page at an address: at once when it was loaded before, since a browser takes a turn even for a module that it has. */
export function loadPage(path: PagePath): Component | Promise<Component> {
  const file = `./pages/${PAGE_FILES[path]}.svelte`
  return LOADED.get(file) ?? load(file)
}

async function load(file: string): Promise<Component> {
  const found = await FILES[file]?.()
  if (found === undefined) throw new Error(`No page is in ${file}`)
  LOADED.set(file, found.default)
  return found.default
}
