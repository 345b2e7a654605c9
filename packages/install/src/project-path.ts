import { isAbsolute, join, relative, sep } from 'node:path'
import type { Project } from './project.ts'

/** A path as receipts and journals have it: below the project with `/`, so that a project that is moved or copied takes them along; else absolute. */
export function storedPath({ root }: Project, path: string): string {
  const inner = relative(root, path)
  return inner.startsWith('..') || isAbsolute(inner) ? path : inner.split(sep).join('/')
}

/** The same on disk. */
export function diskPath({ root }: Project, path: string): string {
  return isAbsolute(path) ? path : join(root, path)
}
